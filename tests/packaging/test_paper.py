"""The paper: every figure is measured, every reference is there."""

import re

from paper.figures import FIGURE, PAPER, with_figures

TEXT = PAPER.read_text(encoding="utf-8")
_, HEADER, BODY = TEXT.split("---\n", 2)
NAMES = r"S\$\^2\$match|\[@[^\]]*\]"
"""Digits of names and of the keys of references, which are no figures."""


def test_figures_are_those_of_the_measurements():
    assert with_figures(TEXT) == TEXT, "run `python -m paper.figures` to bring them up to date"
    assert len(FIGURE.findall(TEXT)) >= 10


def test_there_is_no_figure_without_a_source():
    assert re.findall(r"\S*\d\S*", re.sub(NAMES, "", FIGURE.sub("", BODY))) == []


def test_references_are_there_and_each_is_cited():
    bibliography = PAPER.with_suffix(".bib").read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+\{(.*),$", bibliography, re.MULTILINE)
    assert sorted({*re.findall(r"@([\w-]+)", BODY)}) == sorted(keys) and len({*keys}) == len(keys)
    ours = PAPER.parents[1].joinpath("docs", "references.bib").read_text(encoding="utf-8")
    assert all(entry in bibliography for entry in ours.strip().split("\n\n"))
