"""Right and wrong answers to the exercises of the tutorial. Those for teachers are in ``docs/solutions.ipynb``."""

from fractions import Fraction
from math import inf

from smatchproof.conventions.conventions import Top
from smatchproof.exact import exact
from smatchproof.exact.certificate import certificate
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.generators import TRAPS
from smatchproof.lab.teaching.judges import BOY, CATS
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.solution import SolveParams


def certificate_of(pair, claim=None):
    problem = pair.problem()
    solution = exact(problem, SolveParams(proof=True))
    line = certificate("answer", pair.convention.signature, *pair.triples(), problem, solution)
    return line if claim is None else line.replace('"matched":4', f'"matched":{claim}')


SWAPPED = GraphPair(
    parse_graph("(x / want-01 :ARG0 (y / go-01) :ARG1 (z / boy :ARG0 y))"),
    parse_graph("(a / want-01 :ARG0 (b / football) :ARG1 (c / boy))"),
    Top.NONE,
)
"""The relations and the concepts of BOY, and its optimum, with concepts on other variables."""
RING = TRAPS["ring"].make(size=8).pair


def colouring(size, edges, roots=True, colours=3, loops=False):
    """A root above all vertices on the left; three colours on the right, joined to each other and not to themselves."""
    left = "(r / root" + "".join(f" :v{at} (a{at} / v{at})" for at in range(size)) + ")"
    right = "(s / root" + "".join(
        f" :v{at} (b{at}x{colour} / v{at})" for at in range(size) for colour in range(colours)
    ) + ")"  # fmt: skip
    for number, (a, b) in enumerate(edges):
        left = left.replace(f"(a{a} / v{a}", f"(a{a} / v{a} :e{number} a{b}", 1)
        for one in range(colours):
            others = "".join(f" :e{number} b{b}x{other}" for other in range(colours) if loops or other != one)
            right = right.replace(f"(b{a}x{one} / v{a}", f"(b{a}x{one} / v{a}{others}", 1)
    return left, right, 2 + 2 * size + len(edges)


RIGHT = {
    1: 24,
    2: Fraction(8, 11),
    3: {"c": "s", "d": "r", "e": "q", "f": "p"},
    4: 6,
    5: certificate_of(BOY),
    6: (6, 9),
    7: 16,
    8: [(1, 2), (1, -2), (-1, 2), (-1, -2)],
    9: ([(0, 2), (1, 2)], [(0, 1), (0, 2)]),
    10: 14,
    11: (False, True, False),
    12: (1, 0, 2),
    13: (3, {0}),
    14: [0, 1, 6, 8, 5, 7, 2, 3, 4],
    15: [[4, 2, 2], [3, 3, 2]],
    16: {0, 2},
    17: 20 * 19 * 18 * 17,
    18: (write_graph(RING.left), write_graph(RING.right)),
    19: 18,
    20: colouring,
    21: "fcgeahb",
    22: "h, d, b, c, e, a, f",
    23: ["d", "f", "a", "e", "b", "g"],
    24: "cfbedg",
    25: "c",
    26: "c",
    27: "d",
    28: "c",
    29: "a",
}
WRONG = {
    1: (6, 12, "four", inf),
    2: (Fraction(4, 5), 0.7, None, "8/0"),
    3: ({"c": "p", "d": "q", "e": "r", "f": "s"}, {"c": "s"}, {"c": "s", "d": "s"}),
    4: (5, 30, 11),
    5: (certificate_of(BOY, 5), certificate_of(CATS), certificate_of(SWAPPED), "{}"),
    6: ((6, 12), (3, 9), 6),
    7: (15, 10, 24),
    8: ([(1, 2), (1, -2), (-1, 2)], [()], [(3,), (-3,)]),
    9: (([(0, 1)], [(0, 1)]), ([(0, 1), (1, 2), (0, 2)], [(0, 1), (1, 2)]), ([], [])),
    10: (3, 12, 15),
    11: ((True, False, True), (False, True, True), (0, 1)),
    12: ((0, 1, 2), (0, 0, 1), (0, 2, 1)),
    13: ((4, {0, 2}), (3, {0, 1}), (5, {0, 2})),
    14: ([0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 9, 7, 5, 8], [0, 5, 7, 2, 1, 6, 8, 3, 3]),
    15: ([[4, 3], [3, 2, 2, 2]], [[8], [8]], [[4, 4], [3, 3, 2]]),
    16: ({0}, {0, 1}, {0, 7}),
    17: (160_000, 4845, 24),
    18: (("(a / x)", "(b / x)"), ("(a / x",) * 2, (write_graph(TRAPS["circle"].make(persons=8).pair.left),) * 2),
    19: (1, 1000, 17.5, inf),
    20: (
        lambda size, edges: colouring(size, edges, colours=2),
        lambda size, edges: colouring(size, edges, loops=True),
        lambda size, edges: (*colouring(size, edges)[:2], 1),
    ),
    21: ("cfgeahb", "fcgedahb", "fcgea", "", "abc!", "ffcgeahb", f"fcgeahb{200 * ' '}d"),
    22: ("hgdbceaf", "dhbceaf", "xyz"),
    23: ("dfaeg", "dafbeg", "cdfabeg"),
    24: ("cfbega", "cbfedg", "g"),
    25: ("a", "b", "d"),
    26: ("a", "(b)", ""),
    27: ("a", "b", "c"),
    28: ("a", "b", "ac"),
    29: ("b", "c", ["a"]),
}
