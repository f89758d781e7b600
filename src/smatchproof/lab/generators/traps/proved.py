"""Traps with a theorem: where a climb by moves and swaps gets stuck, and how probable that is.

The climber is that of ``smatch.py`` (Cai and Knight, 2013): one smart start from the concepts and some random starts,
in which each left variable takes a free candidate at random; then always the best move or swap that gains something.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial, isqrt, perm

from smatchproof.base.errors import UsageError
from smatchproof.lab.generators.traps.copies import COPY, copied, own_copies, self_comparison, turned
from smatchproof.lab.generators.traps.trap import Trap, TrapFamily, TrapParameter
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment


@TrapFamily.of(
    "decoys",
    "two graphs: better partners that look worse than decoys until several of them are found together",
    TrapParameter("size", "how many variables have a hidden partner", 4, 12),
    TrapParameter(
        "decoys", "how many decoys there are, at least as many; by default size squared", 1, None,
        derived=lambda size, **_: size**2,
    ),
    TrapParameter("shared", "how many attributes they share with each decoy", 0, 0),
    # those of the larger graph, or the steps of computing the chance, whichever is more
    triples=lambda size, decoys, shared: 2 + (2 + shared) * (size + decoys) + size * size,
)  # fmt: skip
def decoys(size: int, decoys: int, shared: int) -> Trap:
    """Two different graphs; found over optimum goes to 0 as `size` grows.

    Left: n boys below the root, and one relation between any two of them, each with a role of its own. Right: n girls
    between whom the same relations hold, and P boys, the decoys, who are in no relation. Boys and decoys share U - 1
    attributes. The roles below the two roots differ.

    *Optimum.* A boy can gain something from two partners only: from a decoy U (the concept and the attributes), or
    from the girl of his own number, because a role names both numbers, and then a relation for each other boy that
    is with his own girl. The roots give 2, concept and TOP, and nothing else matches them. So with f boys at their
    girls and the others at decoys, 2 + C(f, 2) + U (n - f) triples match. That is convex in f, hence greatest at an
    end: at f = 0 it is 2 + U n, at f = n it is 2 + C(n, 2), and the latter is greater from n = 2U + 2 on.

    *Stuck.* The smart start looks at concepts: f = 0. From f boys at their girls, moving one more there gains f - U,
    moving one back U - f + 1, and a swap gains nothing. So a climb from f <= U goes down to f = 0 and ends at 2 + U n,
    one from f > U ends at the optimum. A random start has f > U with probability at most C(n, U+1) / (P - n + 2)^(U+1):
    each boy finds at least P - n + 1 decoys free, and his girl is one choice more.
    """
    worth = shared + 1
    if size < 2 * worth + 2:
        raise UsageError(f"with {shared} shared attributes the decoys are no trap for less than {2 * worth + 2} boys")
    if decoys < size:
        raise UsageError(f"{size} boys need as many decoys, not {decoys}")
    pair, girls = _among_decoys(size, decoys, shared)
    return Trap(
        pair,
        2 + comb(size, 2),
        {"r": "r", **girls},
        "2 + C(f, 2) + U (n - f) triples match when f of n boys are at the girls with their relations and the others "
        f"at decoys, who are worth U = {worth} each; that is convex in f and greatest at f = n",
        2 + size * worth,
        _few_aligned_right(size, decoys, worth),
    )


def _among_decoys(size: int, decoys: int, shared: int) -> tuple[GraphPair, dict[str, str]]:
    """The graphs, and the girl of each boy."""
    left, right = GraphBuilder(), GraphBuilder()
    left.variable("r", "group")
    right.variable("r", "group")
    boys = [left.variable(f"x{number}", "boy") for number in range(1, size + 1)]
    girls = [right.variable(f"t{number}", "girl") for number in range(1, size + 1)]
    others = [right.variable(f"y{number}", "boy") for number in range(1, decoys + 1)]
    for builder, role, members in ((left, "member", boys), (right, "part", girls + others)):
        for member in members:
            builder.relation(role, "r", member)
    for builder, tied in ((left, boys), (right, girls)):
        for i, j in combinations(range(size), 2):
            builder.relation(f"r{i + 1}-{j + 1}", tied[i], tied[j])
    for builder, alike in ((left, boys), (right, others)):
        for each in alike:
            for trait in range(1, shared + 1):
                builder.attribute(f"trait{trait}", each, "+")
    return GraphPair(left.build(), right.build()), dict(zip(boys, girls, strict=True))


def _few_aligned_right(size: int, decoys: int, most: int) -> float:
    """The probability that a random start takes at most that many boys to their girls."""
    chances = [1.0, *[0.0] * size]
    for boy in range(size):
        # Of those before him, the ones who are not with their girls have a decoy each.
        home = [1 / (decoys - boy + found + 1) if found <= boy else 0.0 for found in range(size + 1)]
        moved = [0.0, *[chance * to_girl for chance, to_girl in zip(chances, home, strict=True)][:-1]]
        stayed = [chance * (1 - to_girl) for chance, to_girl in zip(chances, home, strict=True)]
        chances = [one + other for one, other in zip(stayed, moved, strict=True)]
    return sum(chances[: most + 1])


@TrapFamily.of(
    "bundle",
    "a graph and its copy: many relations between two variables, neither of which can be found alone",
    TrapParameter("size", "how many variables each of the two hides among", 2, 16),
    TrapParameter(
        "relations", "how many relations are between the two; by default size squared", 1, None,
        derived=lambda size, **_: size**2,
    ),
    triples=lambda size, relations: 4 * size + 2 + relations,
    couples=lambda size, relations: 2 * size**2,
)  # fmt: skip
def bundle(size: int, relations: int) -> Trap:
    """A graph against its copy: the optimal F1 is 1, and the F1 that climbing finds goes to 0 as `size` grows.

    q boys and q girls below the root, and K relations from one boy to one girl, each with a role of its own. Boys can
    be aligned with boys only and girls with girls, so every start is two permutations and matches all 4q + 2 triples
    that are not among the K, and these too if both the boy and the girl are right. From a start where neither is,
    one swap can put right only one of them, which gains nothing: stuck. Where one is right, a swap gains K. The smart
    start is made to miss both; a random one misses both with probability (1 - 1/q)^2.
    """

    def write(suffix: str, turn: int) -> Graph:
        builder = GraphBuilder()
        root = builder.variable("r" + suffix, "group")
        for concept in ("boy", "girl"):
            for number in turned(size, turn):
                member = builder.variable(f"{concept[0]}{number}{suffix}", concept)
                builder.relation(f"{concept}s", root, member)
        for number in range(1, relations + 1):
            builder.relation(f"r{number}", "b0" + suffix, "g0" + suffix)
        return builder.build()

    pair = copied(write, own_copies(["b0", "g0"]), range(1, size))
    return self_comparison(pair, 4 * size + 2, (1 - 1 / size) ** 2)


@TrapFamily.of(
    "tournament",
    "a graph and its copy: relations among a few variables, hidden among many that look the same",
    TrapParameter("hidden", "how many variables have relations with each other", 2, 12),
    TrapParameter(
        "size", "how many variables there are in all; by default hidden to the power 3/2", 2, None,
        derived=lambda hidden, **_: isqrt(hidden**3 - 1) + 1,
    ),
    triples=lambda hidden, size: 2 * size + 2 + comb(hidden, 2),
    couples=lambda hidden, size: size**2 + hidden**3,
)  # fmt: skip
def tournament(hidden: int, size: int) -> Trap:
    """A graph against its copy without parallel relations: the optimal F1 is 1, and the F1 of climbing goes to 0.

    N boys below the root, and between any two of h of them one relation with a role of its own. Every start is a
    permutation and matches the 2N + 2 other triples. A relation matches only if both its ends are right, so it takes
    two right boys to see anything: a climb gets stuck at 2N + 2 exactly when its start has no hidden boy right and no
    two of them exchanged (one swap would put both right). The number of permutations without such fixed points and
    exchanges follows by inclusion and exclusion: of j fixed points and k exchanges there are h! / (j! k! 2^k
    (h-j-2k)!) choices, and each leaves (N-j-2k)! permutations of the rest.
    """
    if size <= hidden:
        raise UsageError(f"{hidden} variables hide among more than {hidden}, not {size}")

    def write(suffix: str, turn: int) -> Graph:
        builder = GraphBuilder()
        root = builder.variable("r" + suffix, "group")
        for number in turned(size, turn):
            builder.relation("member", root, builder.variable(f"b{number}{suffix}", "boy"))
        for i, j in combinations(range(hidden), 2):
            builder.relation(f"r{i + 1}-{j + 1}", f"b{i}{suffix}", f"b{j}{suffix}")
        return builder.build()

    hiding = {f"b{number}" for number in range(hidden)}

    def revealed(alignment: NamedAlignment) -> int:
        found = 0
        for name in hiding:
            other = alignment[name].removesuffix(COPY)
            found += other == name or (other in hiding and alignment[other] == name + COPY)
        return found

    pair = copied(write, revealed, [*range(hidden, size), *range(1, hidden)])
    return self_comparison(pair, 2 * size + 2, _none_revealed(hidden, size))


def _none_revealed(hidden: int, size: int) -> float:
    """The part of all permutations of `size` things without a fixed or exchanged one among the hidden ones."""
    total = 0
    for fixed in range(hidden + 1):
        for exchanged in range((hidden - fixed) // 2 + 1):
            used = fixed + 2 * exchanged
            ways = perm(hidden, used) // (factorial(fixed) * factorial(exchanged) * 2**exchanged)
            total += (-1) ** (fixed + exchanged) * ways * factorial(size - used)
    return total / factorial(size)
