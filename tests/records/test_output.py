"""An output appears whole, or not at all."""

import os
from pathlib import Path

import pytest

from toolkit.records.output import OutputError, atomic_path


def write_late(target: Path) -> None:
    """Write a file while another program creates it."""
    with atomic_path(target) as part:
        part.write_text("mine")
        target.write_text("theirs")


def test_the_file_appears_when_the_body_succeeds(tmp_path: Path) -> None:
    target = tmp_path / "chart.png"
    with atomic_path(target) as part:
        assert part.suffix == ".png"
        assert part.parent == tmp_path
        assert part.name.startswith(".")
        part.write_text("new")
        assert not target.exists()
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_the_file_has_the_permissions_of_an_ordinary_one(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        with atomic_path(tmp_path / "a.csv") as part:
            part.write_text("x")
    finally:
        os.umask(before)
    assert (tmp_path / "a.csv").stat().st_mode & 0o777 == 0o640


def test_a_failing_body_leaves_nothing(tmp_path: Path) -> None:
    def body() -> None:
        with atomic_path(tmp_path / "a.csv") as part:
            part.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        body()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    with pytest.raises(OutputError, match="exists already"):
        write_late(target)
    assert target.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [target]


def test_without_hard_links_the_file_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*paths: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    with atomic_path(tmp_path / "a.csv") as part:
        part.write_text("x")
    with pytest.raises(OutputError, match="exists already"):
        write_late(tmp_path / "b.csv")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {"a.csv": "x", "b.csv": "theirs"}


def test_a_missing_folder_and_a_folder_as_target_are_told_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"there is no folder .*nowhere"), atomic_path(tmp_path / "nowhere" / "a"):
        pytest.fail("the body must not run")
    with pytest.raises(OutputError, match="is a folder"), atomic_path(tmp_path, force=True):
        pytest.fail("the body must not run")


def test_a_folder_that_cannot_be_written_to_is_told_before_the_work() -> None:
    with pytest.raises(OutputError, match="cannot write /proc/fuda"), atomic_path("/proc/fuda.csv"):
        pytest.fail("the body must not run")


def test_a_name_that_cannot_be_taken_is_an_output_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*paths: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "replace", refused)
    with (
        pytest.raises(OutputError, match=r"a\.csv: operation not permitted"),
        atomic_path(tmp_path / "a.csv", force=True),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.csv"
    real.write_text("old")
    link = tmp_path / "link.csv"
    link.symlink_to(real)
    with atomic_path(link, force=True) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_device_is_written_to_directly() -> None:
    with atomic_path("/dev/null") as part:
        assert part == Path("/dev/null")
    assert Path("/dev/null").exists()


def test_a_disk_that_fills_up_is_an_output_error(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"cannot write .*a\.csv: no space"), atomic_path(tmp_path / "a.csv"):
        raise OSError(28, "No space left on device")
    with pytest.raises(FileNotFoundError), atomic_path(tmp_path / "a.csv"):
        raise FileNotFoundError(2, "not about the output")
    assert list(tmp_path.iterdir()) == []
