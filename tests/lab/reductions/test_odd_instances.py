"""Each kind of odd input, source by source: it is counted, as brute force from the definition says, or refused."""

from typing import NamedTuple

import pytest

from benchmarks.stress.claims.definitions import asked, is_settled, wrong_answer
from smatchproof.lab.reductions.registry import SOURCES
from tests.commands.running import run


class Odd(NamedTuple):
    """Something odd in a file, and where and why it is refused; ``None`` if it is counted."""

    what: str
    text: str
    refused: str | None = None
    options: tuple = ()
    suffix: str = "txt"


FORMULAS = [
    Odd("nothing at all", "p cnf 0 0\n"),
    Odd("no clauses", "p cnf 2 0\n"),
    Odd("empty clauses only", "p cnf 1 2\n0\n0\n"),
    Odd("an empty clause and no variables", "p cnf 0 1\n0\n"),
    Odd("an empty clause among others", "p cnf 2 4\n1 0\n0\n-1 2 0\n-2 0\n"),
    Odd("a variable and its negation", "p cnf 1 2\n1 -1 0\n-1 0\n"),
    Odd("a literal twice", "p cnf 2 3\n1 1 2 0\n-1 -1 0\n-2 -2 0\n"),
    Odd("a clause twice", "p cnf 1 3\n1 0\n-1 0\n-1 0\n"),
    Odd("unused variables", "p cnf 4 2\n2 0\n-2 0\n"),
    Odd("the end of SATLIB files", "p cnf 1 1\n1 0\n%\n0\n\n"),
]
GRAPHS = [
    Odd("no vertices", ""),
    Odd("no edges", "a\nb\nc\n", "1:1: a single word in every line"),
    Odd("isolated vertices", "d\na b\nb c\ne\n"),
    Odd("several parts", "a b\nb c\na c\nd e\n"),
    Odd("all vertices named first", "a\nb\nc\na b\n"),
    Odd("a vertex without edges named again", "a b\nc\nc\n"),
    Odd("a vertex with edges alone", "a b\nb c\nb\n", "3:1: 'b' alone in a line, although it has edges"),
    Odd("comments and empty lines", "# one\na b # two\n\n \nb c\n"),
]
UNDIRECTED = [
    *GRAPHS,
    Odd("an edge twice", "a b\nb c\na b\n", "3:1: an edge between a and b again"),
]
LOOP_COUNTED = Odd("a loop", "a b\nb b\n")
COUNTED = [*UNDIRECTED, LOOP_COUNTED]
LOOP_REFUSED = Odd("a loop", "a b\nb b\n", "2:3: a loop at b in an undirected graph")
DIRECTED = [
    Odd("a loop", "a b\nb b\nb c\n"),
    Odd("an edge in both directions", "a b\nb a\nb c\n"),
    Odd("an edge twice", "a b\nb b\nb b\n", "3:1: an edge between b and b again"),
    Odd("graph6", "Bw\n", " graph6 states an undirected graph", suffix="g6"),
]
DEGREE_4 = Odd("a vertex of degree 4", "a b\na c\na d\na e\n", " vertex a has 4 edges")
DIGRAPH = Odd("a directed graph", "&AG\n", " a directed graph", suffix="d6")
BOTH_WAYS = [*UNDIRECTED, LOOP_REFUSED, *(odd._replace(options=("--directed",)) for odd in [*GRAPHS[:7], *DIRECTED])]
PACKINGS = [
    Odd("no bins", "0 5\n"),
    Odd("one bin", "1 3\n1 2\n"),
    Odd("items of one unit", "2 2\n1 1 1 1\n"),
    Odd("an item larger than a bin", "2 3\n5 1\n"),
    Odd("comments and commas", "2, 3 # bins\n1,1 # items\n\n2 2\n"),
    Odd("items for more bins", "2 3\n1 2 1 2 3\n", "2:9: the items sum to 9, but 2 bins of 3 hold 6"),
    Odd("nothing at all", "", "1:1: the file ends where the number of bins was expected"),
]
STRINGS = [
    Odd("one letter", "a\na\n"),
    Odd("a letter many times", "aaaa\naaaa\n"),
    Odd("empty lines", "\nabab\n\nbaba\n\n"),
    Odd("words", "to be be to\nbe to to be\n"),
    Odd("capitals", "aAAa\nAaaA\n"),
    Odd("more of a letter", "aab\nab\n", " the strings need the same letters: 'a' occurs 2 times in the left one"),
    Odd("one string", "ab\n", " expected two strings, found 1"),
    Odd("nothing at all", "", " expected two strings, found 0"),
]
MATRICES = [
    Odd("no rows", "0\n"),
    Odd("one row", "1\n0\n0\n"),
    Odd("nothing but 0", "2 0 0 0 0 0 0 0 0"),
    Odd("an asymmetric matrix", "3\n0 1 0 0 0 1 0 0 0\n0 1 1 1 0 0 1 0 0\n"),
    Odd("nothing at all", "", "1:1: the file ends where the size was expected"),
]
ONES = "3\n1 1 0 1 0 0 0 0 1\n0 0 1 1 1 0 0 1 1\n"
MAX_QAP = [
    *MATRICES,
    Odd("other numbers", "2\n0 2 0 0\n0 1 0 0\n", "2:3: expected row 1, column 2 of the first matrix from 0 to 1"),
    Odd("ones on a diagonal", "2\n0 1 1 0\n1 1 0 0\n"),
    Odd("ones on both diagonals", ONES),
    Odd("ones on both diagonals, in the lean form", ONES, options=("--lean",)),
    Odd("ones that have nothing to meet", "1\n1\n0\n"),
]
QAP = [
    *MATRICES,
    Odd("diagonals", "2\n4 1 2 3\n5 0 2 7\n"),
    Odd("a diagonal alone", "1\n3\n5\n"),
    Odd("diagonals, in copies", "2\n4 1 2 3\n5 0 2 7\n", options=("--copies",)),
]
LABELLED = [
    Odd("labels", "t # 0\nv 0 C\nv 1 O\ne 0 1 2\n"),
    Odd("a loop and no labels", "t #\nv 0\nv 1\ne 1 1\ne 0 1\n"),
    Odd("no nodes", "t # 0\n"),
    Odd("the line at the end", "t # 0\nv 0 C\nt # -1\n"),
    Odd("a node that is called t", "t u\nu v\n"),
    Odd("another number", "t # 0\nv 1 C\n", "2:3: expected node 0, found '1'"),
    Odd("an edge to nowhere", "t # 0\nv 0 C\ne 0 1\n", "3:5: expected the number of a node from 0 to 0"),
    Odd("parallel edges", "t # 0\nv 0\nv 1\ne 0 1 a\ne 1 0 b\n", "5:1: an edge between these nodes again"),
]
PARTNER = "u v\nv w\nu w\nw x\n"
SIZED = [odd._replace(options=("--size", k)) for odd in [*COUNTED, DIGRAPH] for k in (0, 1, 3, 9)]
ODD = {
    "sat": FORMULAS,
    "max-sat": FORMULAS,
    "sat-clique": FORMULAS,
    "clique": SIZED,
    "clique-subgraph": SIZED,
    "subgraph": [*BOTH_WAYS, *(odd._replace(options=(*odd.options, "--induced")) for odd in BOTH_WAYS)],
    "acyclic-subgraph": BOTH_WAYS,
    "common-subgraph": [*UNDIRECTED, LOOP_REFUSED, DIGRAPH],
    "max-cut": [*COUNTED, DIGRAPH],
    "independent-set": [*UNDIRECTED, LOOP_REFUSED, DIGRAPH, DEGREE_4],
    "hamiltonian-cycle": [
        *(odd for odd in BOTH_WAYS if odd is not LOOP_REFUSED),
        LOOP_COUNTED,
        Odd("two vertices", "a b\n"),
        Odd("a loop alone", "a a\n", options=("--directed",)),
        Odd("two vertices and a cycle", "a b\nb a\n", options=("--directed",)),
    ],
    "packing": PACKINGS,
    "packing-degree-3": PACKINGS,
    "common-partition": STRINGS,
    "max-qap": MAX_QAP,
    "qap": QAP,
    "ged": [*BOTH_WAYS, *LABELLED],
}  # fmt: skip
PAIRED = {"subgraph", "acyclic-subgraph", "common-subgraph", "ged"}


def chosen(options):
    """The options as the definitions take them."""
    words = iter(options)
    return {word[2:]: next(words) if word == "--size" else True for word in words}


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
                assert done.returncode == 0 and done.stderr.startswith(f"{names[0]}: ") and is_settled(done.stdout), (
                    case
                )
                assert wrong_answer(question, done.stdout.rstrip("\n")) is None, case
