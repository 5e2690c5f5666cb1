"""The JSON Schema of the record format, for other programs that read or write records."""

import json
from importlib.resources import files
from typing import Any

FILE = "record.schema.json"


def schema_text() -> str:
    """The JSON Schema (draft 2020-12) of one record, as the text that ships with the package."""
    return files(__package__).joinpath(FILE).read_text(encoding="utf-8")


def record_schema() -> dict[str, Any]:
    """The JSON Schema of one record as Python objects."""
    return dict(json.loads(schema_text()))
