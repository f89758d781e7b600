"""Certificates as files: correct ones, and attacks on them by name; ``reasons.txt`` says why each is refused."""

import hashlib
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("certificates")


def correct() -> dict[str, dict[str, Any]]:
    """Certificates that hold: every kind of node, every convention, and graphs without triples."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / "correct").glob("*.jsonl"))}


def rehashed(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the hash of what it now holds: the attacker knows SHA-256, too."""
    parts = [record[part] for part in ("convention", "left", "right", "similarity") if part in record]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    return record | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
