"""The page about the solver names files that exist, and says the numbers that are in the code."""

import re
from pathlib import Path

from smatchproof.exact.search import limits, star_search

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
FOLDERS = ("", "search", "search/documents", "core", "../scoring", "..")


def test_its_files_exist():
    names = set(re.findall(r"`([\w/]+\.py)`", PAGE))
    exact = ROOT / "src" / "smatchproof" / "exact"
    assert len(names) > 15
    assert not [name for name in names if not any((exact / folder / name).is_file() for folder in FOLDERS)]


def test_its_numbers_are_those_of_the_code():
    words = " ".join(PAGE.split())
    assert f"up to {star_search.LARGE:,} candidates and matches" in words
    assert f"more than {star_search.LARGE:,}, a document" in words
    assert f"some {star_search.ROOT_STEPS} subgradient steps" in words
    assert f"at most {limits.LARGEST_DENSE} columns" in words
    assert f"more than {limits.LARGEST_TABLE:,} pairs" in words
