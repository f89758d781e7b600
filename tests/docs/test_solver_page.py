"""The page about the solver names files that exist, and says the numbers that are in the code."""

import re
from pathlib import Path

import pytest

from smatchproof.exact.innards import effort, plain_search, presolve, tree_node

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
FOLDERS = ("", "innards", "search", "core", "../scoring", "..")


def test_its_files_exist():
    names = set(re.findall(r"`([\w/]+\.py)`", PAGE))
    exact = ROOT / "smatchproof" / "exact"
    assert len(names) > 15
    assert not [name for name in names if not any((exact / folder / name).is_file() for folder in FOLDERS)]


def test_its_numbers_are_those_of_the_code():
    words = " ".join(PAGE.split())
    assert f"up to {plain_search.LARGE:,} candidates and matches" in words
    assert f"more than {plain_search.LARGE:,}, a document" in words
    assert f"some {plain_search._ROOT_STEPS} subgradient steps" in words
    assert f"at most {presolve.LARGEST_DENSE} columns" in words
    assert f"after {effort.FIRST_NODES} nodes it begins anew" in words
    assert f"of up to {tree_node.LARGEST_TABLE:,} pairs of a row and a column" in words


def test_its_numbers_are_those_of_the_compiled_code():
    pytest.importorskip("numba")
    from smatchproof.exact.innards import program_tree

    assert f"more than {program_tree.LARGEST_TABLE:,} pairs" in " ".join(PAGE.split())
