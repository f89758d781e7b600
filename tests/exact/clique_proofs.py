"""Proofs with cliques by hand: a problem, its nodes, a bound, and whether they prove it."""

from smatchproof.exact.checker import Combined

# Row i has columns 2i and 2i + 1. Each two rows want to be equal, but for the first and the last, which want to differ:
# two of three wishes can come true. Of the matches on a circle of six, each competes with all but its neighbours.
ONE, TWO, THREE, FOUR, FIVE, SIX = [0, 8], [8, 16], [1, 16], [1, 9], [9, 17], [0, 17]
TRIANGLE = Combined((3, 6), {}, [(*couple, 1) for couple in (ONE, TWO, THREE, FOUR, FIVE, SIX)], 0)
ODD, EVEN = [1, *ONE, *THREE, *FIVE], [1, *FOUR, *SIX, *TWO]
LEAF = ["leaf", 1, [], [], [], [ODD, EVEN]]
# the same where each pair of the first row matches something by itself, which the third clique pays for
WEIGHED = TRIANGLE._replace(unary={0: 3, 1: 3})
ROW = [3, 0, 0, 1, 1]
ALL = TRIANGLE._replace(unary=dict.fromkeys((0, 1, 8, 9, 16, 17), 1))
LONE = Combined((1, 1), {0: 1}, [], 0)


def leaf(*cliques: list, scale: int = 1, rows: tuple = (), stars: tuple = ()) -> list:
    return ["leaf", scale, [*rows], [], [*stars], [*cliques]]


RIGHT = [
    (TRIANGLE, [LEAF], 2),
    (TRIANGLE, [leaf(EVEN, ODD)], 2),
    # without cliques 3 is the best bound, as rows pay for both matches of each pair
    (TRIANGLE, [["leaf", 2, [2, 2, 2], [], []]], 3),
    (TRIANGLE, [leaf(scale=2, rows=(2, 2, 2))], 3),
    # one clique only, and pairs that are not listed pay for what it leaves
    (TRIANGLE, [leaf(ODD, rows=(1, 0, 1), stars=(0, 0, 0, 8, 0, 0, 9, 0, 0))], 3),
    # in halves and in thirds, which add up at equal couples
    (TRIANGLE, [leaf([2, *ODD[1:]], [2, *EVEN[1:]], scale=2)], 2),
    (TRIANGLE, [leaf(ODD, EVEN, ODD, EVEN, ODD, EVEN, scale=3)], 2),
    # what is left to the limit
    (TRIANGLE, [leaf([2, *ODD[1:]], EVEN)], 3),
    # a clique of no couples adds its dual, and cliques of dual 0 say nothing
    (TRIANGLE, [leaf(ODD, EVEN, [0])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [1])], 3),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, 1, 1], [0, 2, 3])], 2),
    (TRIANGLE, [leaf([10, *ODD[1:]], [10, *EVEN[1:]], [10**36 - 1], scale=10)], 10**35 + 2),
    (ALL, [leaf(ODD, EVEN, rows=(1, 1, 1))], 5),
    (LONE, [leaf([1, 0, 0])], 1),
    # couples without weight, of one row, and one that stands for itself twice
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 1, 0, 1, *ONE, *THREE])], 2),
    (WEIGHED, [leaf(ODD, EVEN, ROW)], 5),
    (WEIGHED, [leaf(ODD, EVEN, rows=(3,))], 5),
    (WEIGHED, [leaf(ODD, EVEN, [1, *ROW[1:]], rows=(2,))], 5),
    (WEIGHED, [["branch", 0, 0], leaf(ODD, EVEN, ROW), leaf(ODD, EVEN, ROW)], 5),
    # anything better would need a row that has no pair any more; the first would do as a leaf, too
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3,))[1:]], ["empty"]], 5),
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3, 1))[1:]], ["empty"]], 5),
]
WRONG = [
    # a dual too small, too large, negative, or no whole number
    *[(TRIANGLE, [leaf([x, *ODD[1:]], EVEN)], 2) for x in (0, 2, -1, 10**36, "1", 1.0, True, None, [1])],
    (TRIANGLE, [leaf(ODD, EVEN, [1])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [-1])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [-1])], 3),
    (TRIANGLE, [leaf([2, *ODD[1:]], EVEN, [-1])], 2),
    (TRIANGLE, [leaf(ODD)], 2),
    (TRIANGLE, [leaf()], 2),
    (TRIANGLE, [leaf([1, *ODD[1:]], [1, *EVEN[1:]], scale=2)], 2),
    (TRIANGLE, [leaf([10, *ODD[1:]], [10, *EVEN[1:]], [10**36], scale=10)], 10**35 + 2),
    # what a clique pays beyond a match is lost: no candidate gets it back
    (ALL, [leaf([3, *ODD[1:]], EVEN)], 4),
    (ALL._replace(unary=ALL.unary | {0: 2, 1: 2}), [leaf([3, *ODD[1:]], EVEN, rows=(2,))], 6),
    (WEIGHED, [leaf(ODD, EVEN, [2, *ROW[1:]])], 5),
    (WEIGHED, [leaf(ODD, EVEN, [2, *ROW[1:], 8, 8])], 5),
    (WEIGHED, [leaf(ODD, EVEN, [3, 0, 0], [3, 1, 1])], 5),
    # couples that do not compete
    *[(TRIANGLE, [leaf(ODD, EVEN, [0, *one, *other])], 2) for one, other in ((ONE, TWO), (SIX, ONE), (TWO, THREE))],
    (TRIANGLE, [leaf([1, *ONE, *TWO, *THREE, *FOUR, *FIVE, *SIX])], 1),
    (TRIANGLE, [leaf([1, *ONE, *ONE, *THREE, *FIVE], EVEN)], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, 0, 0])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, *ONE])], 2),
    (TRIANGLE, [leaf(ODD, EVEN, [0, 0, 0, 8, 8])], 2),
    # the larger number first, pairs out of range, and one number too few or too many
    (TRIANGLE, [leaf([1, 8, 0, *THREE, *FIVE], EVEN)], 2),
    *[(TRIANGLE, [leaf(ODD, EVEN, [0, *couple])], 2) for couple in ([0, 18], [18, 18], [-1, 0], [-1, -1], [0, 10**40])],
    *[(TRIANGLE, [leaf(ODD, EVEN, [0, *couple])], 2) for couple in ([0], [0, 8, 1], ["0", 8], [[0], 8], [0.0, 8])],
    (TRIANGLE, [leaf(ODD[:-1], EVEN)], 2),
    # what is no list, and what is no clique
    *[
        (TRIANGLE, [[*LEAF[:5], cliques]], 2)
        for cliques in (0, None, {}, "", [1], [[]], [ODD, EVEN, []], ODD, [[ODD, EVEN]])
    ],
    # nodes with too many entries, and of kinds that have no cliques
    (TRIANGLE, [[*LEAF, []]], 2),
    *[
        (LONE, [["cover"], [kind, 1, [1], [], [], []], ["empty"]][:more], 1)
        for kind, more in (("full", 2), ("fullfix", 3))
    ],
    (LONE, [["cliques", 1, [1], [], [], []]], 1),
    (TRIANGLE, [["empty", []]], 2),
    # fixes that forbid nothing, or too much
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3,))[1:]], ["empty"]], 4),
    (WEIGHED, [["fix", *leaf(ODD, EVEN, rows=(3, 1))[1:]], ["empty"]], 4),
    (WEIGHED, [["fix", *leaf(ODD, EVEN, [1], rows=(3, 1))[1:]], ["empty"]], 5),
]
BY_HAND = [(*case, True) for case in RIGHT] + [(*case, False) for case in WRONG]
