"""Tables of examples that lie in a TOML file of the name of their test."""

import tomllib
from pathlib import Path
from typing import Any


def tables(test: str) -> dict[str, list[Any]]:
    """Return the tables of a test file: those in the file of its name with the suffix ``.toml``."""
    return tomllib.loads(Path(test).with_suffix(".toml").read_text(encoding="utf-8"))
