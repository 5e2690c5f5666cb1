"""The notebooks run from start to end, and ship without outputs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.filterwarnings("ignore:.*:DeprecationWarning", "ignore:.*:ResourceWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(FOLDER)}}).execute()
    shown = {kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert "text/html" in shown
    if path.stem.startswith("1-"):
        assert {"image/svg+xml", "image/png"} <= shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_has_no_outputs(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
    assert cells
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
