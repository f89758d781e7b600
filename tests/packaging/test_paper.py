"""The paper: every figure is measured, every reference is there."""

import re
import sys
from pathlib import Path

import pytest

from paper.figures import FIGURE, PAPER, RESULTS, cell, with_figures
from release.metadata import title
from smatchproof.exact import checker
from smatchproof.scoring.systems.citations import references

TEXT = PAPER.read_text(encoding="utf-8")
_, HEADER, BODY = TEXT.split("---\n", 2)
NAMES = r"S\$\^2\$match|\[@[^\]]*\]"
"""Digits of names and of the keys of references, which are no figures."""


def test_figures_are_those_of_the_measurements():
    assert with_figures(TEXT) == TEXT, "run `python -m paper.figures` to bring them up to date"
    assert len(FIGURE.findall(TEXT)) >= 10


def test_there_is_no_figure_without_a_source():
    assert re.findall(r"\S*\d\S*", re.sub(NAMES, "", FIGURE.sub("", BODY))) == []


def test_a_figure_that_has_changed_or_lost_its_source_is_noticed():
    assert with_figures(TEXT.replace("-->2064", "-->2065")) == TEXT
    with pytest.raises(LookupError, match="no cell 'pears' of 'lpp' below 'Memory'"):
        cell("Memory", "lpp", "pears", RESULTS.read_text(encoding="utf-8"))


def test_references_are_there_and_each_is_cited():
    bibliography = PAPER.with_suffix(".bib").read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+\{(.*),$", bibliography, re.MULTILINE)
    assert sorted({*re.findall(r"@([\w-]+)", BODY)}) == sorted(keys) and len({*keys}) == len(keys)
    assert all(entry in bibliography for entry in references().values())


def test_what_the_text_says_in_words_is_so():
    assert f'title: "{title()}"' in HEADER
    imported = set(re.findall(r"^ *(?:import|from) (\w+)", Path(checker.__file__).read_text(), re.MULTILINE))
    assert "needs only the standard library" in " ".join(TEXT.split()) and imported <= {*sys.stdlib_module_names}
    assert {"Summary", "Statement of need", "State of the field", "References"} <= {*re.findall(r"^# (.*)", BODY, re.M)}
    picture = re.search(r"\]\((.*\.svg)\)", BODY)[1]
    assert (PAPER.parent / picture).is_file()
