"""Each kind of odd input, source by source: it is counted, as brute force from the definition says, or refused."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from benchmarks.stress.claims.definitions import asked, is_settled, wrong_answer
from smatchproof.lab.reductions.registry import SOURCES
from tests.commands.running import run
from tests.tables import tables


class Odd(NamedTuple):
    """Something odd in a file, and where and why it is refused; empty if it is counted."""

    what: str
    text: str
    refused: str = ""
    options: Sequence[str] = ()
    suffix: str = "txt"


TABLES = {name: [Odd(*row) for row in rows] for name, rows in tables(__file__).items()}
FORMULAS, GRAPHS, PACKINGS, MATRICES = (TABLES[name] for name in ("formulas", "graphs", "packings", "matrices"))
TWICE, LOOP_COUNTED, LOOP_REFUSED, DEGREE_4, DIGRAPH = TABLES["others"]
UNDIRECTED = [*GRAPHS, TWICE]
COUNTED = [*UNDIRECTED, LOOP_COUNTED]
DIRECTED = [odd._replace(options=[*odd.options, "--directed"]) for odd in [*GRAPHS[:8], *TABLES["directed"]]]
BOTH_WAYS = [*UNDIRECTED, LOOP_REFUSED, *DIRECTED]
PARTNER = "u v\nv w\nu w\nw x\n"
SIZED = [odd._replace(options=[*odd.options, "--size", k]) for odd in [*COUNTED, DIGRAPH] for k in (0, 1, 3, 9)]
ODD = {
    **dict.fromkeys(("sat", "max-sat", "sat-clique"), FORMULAS),
    **dict.fromkeys(("clique", "clique-subgraph"), SIZED),
    "subgraph": [*BOTH_WAYS, *(odd._replace(options=[*odd.options, "--induced"]) for odd in BOTH_WAYS)],
    "acyclic-subgraph": BOTH_WAYS,
    "common-subgraph": [*UNDIRECTED, LOOP_REFUSED, DIGRAPH],
    "max-cut": [*COUNTED, DIGRAPH],
    "independent-set": [*UNDIRECTED, LOOP_REFUSED, DIGRAPH, DEGREE_4],
    "hamiltonian-cycle": [*(odd for odd in BOTH_WAYS if odd is not LOOP_REFUSED), LOOP_COUNTED, *TABLES["small"]],
    **dict.fromkeys(("packing", "packing-degree-3"), PACKINGS),
    "common-partition": TABLES["strings"],
    "max-qap": [*MATRICES, *TABLES["max_qap"]],
    "qap": [*MATRICES, *TABLES["qap"]],
    "ged": [*BOTH_WAYS, *TABLES["labelled"]],
}  # fmt: skip
PAIRED = {"subgraph", "acyclic-subgraph", "common-subgraph", "ged"}


def chosen(options):
    """The options as the definitions take them, to which every file is an edge list."""
    words = iter(options)
    given = {word[2:]: next(words) if word in ("--size", "--graph-format") else True for word in words}
    return {name: value for name, value in given.items() if name != "graph-format"}


@pytest.mark.parametrize("source", SOURCES)
def test_what_is_odd_is_counted_or_refused(source, tmp_path):
    for number, odd in enumerate(ODD[source]):
        (tmp_path / f"odd.{odd.suffix}").write_text(odd.text)
        (tmp_path / "partner.txt").write_text(PARTNER)
        for texts in [(odd.text, PARTNER), (PARTNER, odd.text)] if source in PAIRED else [(odd.text,)]:
            names = [f"odd.{odd.suffix}" if text is odd.text else "partner.txt" for text in texts]
            top = ("const", "concept", "none")[number % 3]
            done = run("reduce", source, *names, "--solve", "--top", top, *odd.options, cwd=tmp_path)
            case = (odd, texts, top, done.stdout, done.stderr)
            if odd.refused:
                assert (done.returncode, done.stdout) == (2, ""), case
                assert f"odd.{odd.suffix}:{odd.refused}" in done.stderr and "; " in done.stderr, case
            else:
                question = asked(source, texts, chosen(odd.options))
                assert done.returncode == 0 and done.stderr.startswith(f"{names[0]}: "), case
                assert is_settled(done.stdout), case
                assert wrong_answer(question, done.stdout.rstrip("\n")) is None, case
