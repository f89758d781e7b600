"""The Coq development compiles, holds nothing unproved, and rests on no axiom."""

import re
from pathlib import Path

import pytest

from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from smatchproof.lab.reductions.registry import SOURCES
from tests.proofs.in_coq import needs_coq

PROOFS = Path(__file__).parents[2] / "proofs"
FILES = sorted(PROOFS.glob("*.v"))


def without_comments(text: str) -> str:
    """Coq source without its comments, which nest."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", text):
        depth += {"(*": 1, "*)": -1}.get(part, 0)
        if not depth and part != "*)":
            kept.append(part)
    return "".join(kept)


@needs_coq
def test_the_proofs_compile_and_are_closed(development):
    _, run = development
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_left_unproved(path):
    found = re.findall(
        r"\b(Admitted|admit|Axiom|Axioms|Parameter|Conjecture|Abort)\b", without_comments(path.read_text())
    )
    assert not found


Row = tuple[str, str, str, str]
"""Each claim, the theorem about it and its file where there is one, and what is not proved."""


def rows_of(heading: str) -> list[Row]:
    """The table below a heading of proofs/README.md."""
    readme = (PROOFS / "README.md").read_text(encoding="utf-8")
    section = readme.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    found = [re.fullmatch(r"\| (.*?) \| (?:`(\w+)` in `(\w+\.v)` )?\| ?(.*?) ?\|", line) for line in lines]
    assert all(found), [line for line, match in zip(lines, found, strict=True) if not match]
    return [match.groups("") for match in found if match]


@pytest.mark.parametrize(
    "heading",
    [
        "What the reductions claim, and what is proved of it",
        "What the exports claim, and what is proved of it",
        "What else we say",
    ],
)
def test_every_claim_has_its_theorem_or_says_that_it_has_none(heading):
    asked = re.findall(r"^Print Assumptions (\w+)\.", (PROOFS / "Assumptions.v").read_text(), re.MULTILINE)
    rows = rows_of(heading)
    assert len(rows) >= 8
    for claim, theorem, file, rest in rows:
        assert theorem in asked or (not theorem and rest.startswith("not proved")), claim
        assert not theorem or re.search(rf"\b(Theorem|Corollary) {theorem}\b", (PROOFS / file).read_text()), claim


def test_every_source_has_a_claim():
    rows = rows_of("What the reductions claim, and what is proved of it")
    named = {name for claim, *_ in rows for name in re.findall(r"`([a-z0-9-]+)`", claim)}
    assert named >= {*SOURCES}
    proved = {name for claim, theorem, *_ in rows if theorem for name in re.findall(r"`([a-z0-9-]+)`", claim)}
    readme = " ".join((PROOFS.parent / "README.md").read_text(encoding="utf-8").split())
    assert proved >= {*SOURCES} and len(SOURCES) == 17 and "All seventeen reductions" in readme


def test_every_theorem_of_the_readme_is_one_and_rests_on_nothing():
    """The rows of the tables by file: names of lemmas and theorems that are there, and are asked about."""
    readme = (PROOFS / "README.md").read_text(encoding="utf-8")
    asked = set(re.findall(r"^Print Assumptions (\w+)\.", (PROOFS / "Assumptions.v").read_text(), re.MULTILINE))
    named = {
        name
        for cell in re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", readme, re.MULTILINE)
        for name in re.findall(r"\w+", cell)
    }
    named -= {*SOURCES, *FORMATS, "veripb"}
    assert len(named) > 80
    assert named <= asked
    assert asked <= set(
        re.findall(r"^(?:Theorem|Corollary|Lemma) (\w+)", "".join(path.read_text() for path in FILES), re.MULTILINE)
    )
