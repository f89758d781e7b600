"""Making a problem smaller without losing its optimum: pairs that some optimum contains, symmetric variables,
independent parts.

All serve the tree search, whose time grows exponentially with what it is given. They leave no trace that a checker
could follow, so a search that has to leave a proof does without them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from smatchproof.exact.search.parts import restricted
from smatchproof.problem.problem import AlignmentProblem, Pair

LARGEST_TABLE = 40_000
"""Problems with more rows times columns are not for the tree search, whose assignments are dense."""
LARGEST_DENSE = 32
"""Of more columns the linear programs of dense problems take too long."""


def persistent(problem: AlignmentProblem) -> list[int]:
    """Candidates that one optimal alignment contains, all together. Found greedily; there may be more.

    A candidate p is persistent if it alone earns at least as much as any two candidates that compete with it, one for
    its row and one for its column, could earn with whatever partners: an optimum without p can then take p in their
    place. Once p is taken, its matches are unary weight for their other ends, and the rule may hold for others.

    Each round is linear in the problem; there are few.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 3, (0, 1): 1, (1, 1): 1}, {})
    >>> persistent(problem)
    [0, 2]
    """
    number = {pair: p for p, pair in enumerate(problem.candidates)}
    taken: list[int] = []
    rest = problem
    while found := _beyond_competition(rest):
        taken += [number[rest.candidates[p]] for p in found]
        rest = without(rest, found)
    return sorted(taken)


def _beyond_competition(problem: AlignmentProblem) -> list[int]:
    """Candidates to which the rule applies now. Taking some of them does not spoil it for the others."""
    most = _most(problem)
    lines: tuple[dict[int, list[int]], dict[int, list[int]]] = (defaultdict(list), defaultdict(list))
    for p in sorted(range(len(most)), key=most.__getitem__, reverse=True):
        for side in (0, 1):
            # two are enough: the best rival of the first is the second, and that of all others the first
            if len(line := lines[side][problem.candidates[p][side]]) < 2:
                line.append(p)
    found = []
    used: tuple[set[int], set[int]] = (set(), set())
    for p, pair in enumerate(problem.candidates):
        rivals = [next((q for q in lines[side][pair[side]] if q != p), None) for side in (0, 1)]
        # an optimum without p loses these two at most when it takes p, and p earns as much alone
        competition = sum(most[q] for q in rivals if q is not None)
        # two to which the rule applies in one line are a tie: either will do, and there is room for one
        if problem.unary[p] >= competition and not any(pair[side] in used[side] for side in (0, 1)):
            found.append(p)
            for side in (0, 1):
                used[side].add(pair[side])
    return found


def _most(problem: AlignmentProblem) -> list[int]:
    """What each candidate earns at most: of its matches with one row, an alignment has one."""
    best: list[dict[int, int]] = [{} for _ in problem.candidates]
    for p, q, weight in problem.matches:
        for one, other in ((p, q), (q, p)):
            # columns are not looked at: where that counts too much, fewer candidates are taken, none in error
            row = problem.candidates[other][0]
            best[one][row] = max(best[one].get(row, 0), weight)
    return [unary + sum(matches.values()) for unary, matches in zip(problem.unary, best, strict=True)]


def without(problem: AlignmentProblem, taken: list[int]) -> AlignmentProblem:
    """What is left of a problem when these candidates are taken: an alignment of it adds its value to theirs.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 3, (0, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> without(problem, [0])
    AlignmentProblem(left_size=2, right_size=2, candidates=((1, 1),), unary=(1,), matches=())
    """
    # ends that are taken or shut out gain, too, in vain: they are not kept
    is_taken, pairs = set(taken), problem.candidates
    rows, columns = ({pairs[p][side] for p in taken} for side in (0, 1))
    unary = list(problem.unary)
    for p, q, weight in problem.matches:
        for one, other in ((p, q), (q, p)):
            if one in is_taken:
                unary[other] += weight
    return _keep(
        problem, [p for p, (row, column) in enumerate(pairs) if row not in rows and column not in columns], unary
    )


def without_symmetry(problem: AlignmentProblem) -> AlignmentProblem:
    """The problem without candidates that only repeat, in another order of twins, what others offer.

    Two left variables are twins if they have the same candidate columns with the same weights and the same matches,
    so that exchanging them changes nothing; right variables likewise. Of the alignments that differ in the order of
    twins one is enough: the one in which earlier twins take smaller columns, and unaligned ones come last. In it the
    twin number t, from 0, takes none of the t smallest columns. Linear, but for sorting.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(i, j): 1 for i in (0, 1) for j in (0, 1)}, {})
    >>> without_symmetry(problem).candidates
    ((0, 0), (0, 1), (1, 1))
    """
    for side in (0, 1):
        dropped: set[Pair] = set()
        for twins in _twins(problem, side):
            # the columns of the first are those of all, or they would be no twins
            columns = sorted(pair[1 - side] for pair in problem.candidates if pair[side] == twins[0])
            for number, twin in enumerate(twins):
                smallest = columns[:number]
                dropped |= {(twin, column) if side == 0 else (column, twin) for column in smallest}
        # before the other side is looked at: its twins have to be twins in what is left
        if dropped:
            alive = [p for p, pair in enumerate(problem.candidates) if pair not in dropped]
            problem = _keep(problem, alive, problem.unary)
    return problem


def _twins(problem: AlignmentProblem, side: int) -> list[list[int]]:
    """Classes of two and more variables of one side that can be exchanged; no match joins two of them."""
    looks: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for pair, unary in zip(problem.candidates, problem.unary, strict=True):
        # two numbers for what it earns alone, more for each match: the two kinds cannot be mistaken
        looks[pair[side]].append((pair[1 - side], unary))
    for p, q, weight in problem.matches:
        for one, other in ((p, q), (q, p)):
            # a look names the other variable of a match: of two that a match joins neither could name itself
            pair = problem.candidates[one]
            looks[pair[side]].append((pair[1 - side], *problem.candidates[other], weight))
    classes: dict[tuple[tuple[int, ...], ...], list[int]] = defaultdict(list)
    for variable, look in sorted(looks.items()):
        classes[tuple(sorted(look))].append(variable)
    return [variables for variables in classes.values() if len(variables) > 1]


def _keep(problem: AlignmentProblem, alive: list[int], unary: Sequence[int]) -> AlignmentProblem:
    """The part with these candidates, as far as they earn anything."""
    # no value changes without those that earn nothing now, and lists get shorter
    part = restricted(replace(problem, unary=unary), alive)
    earning = [p for p, weight in enumerate(part.unary) if weight]
    return restricted(part, sorted({*earning, *chain.from_iterable(match[:2] for match in part.matches)}))


def components(problem: AlignmentProblem) -> list[AlignmentProblem]:
    """The independent parts of a problem, each over the same variables: the optimum is the sum of theirs.

    Two candidates belong together if they share a variable or a match. Linear but for a tiny factor.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {})
    >>> [part.candidates for part in components(problem)]
    [((0, 0),), ((1, 1),)]
    """
    root = list(range(len(problem.candidates)))

    def find(p: int) -> int:
        while root[p] != p:
            root[p] = root[root[p]]  # halves the path: nearly linear, without recursion
            p = root[p]
        return p

    first: dict[tuple[int, int], int] = {}
    for p, pair in enumerate(problem.candidates):
        for side in (0, 1):
            root[find(p)] = find(first.setdefault((side, pair[side]), p))
    for p, q, _ in problem.matches:
        root[find(p)] = find(q)
    members: dict[int, list[int]] = defaultdict(list)
    matches: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for p in range(len(root)):
        members[find(p)].append(p)
    for match in problem.matches:
        matches[find(match[0])].append(match)
    # each part with its own matches: to go through all of them for each would be quadratic
    return [restricted(replace(problem, matches=matches[part]), members[part]) for part in members]


def is_dense(rows: int, columns: int, candidates: int, matches: int) -> bool:
    """Whether a problem of these sizes is like quadratic assignment, with at most :data:`LARGEST_DENSE` columns.

    There are nearly as many rows, nearly all pairs are candidates, and a third of their couples have a match. With
    fewer matches (31 % in esc16c) the smaller linear program solves sooner, with more (39 % in nug15) the stronger one.

    >>> is_dense(18, 18, 324, 25_000), is_dense(40, 40, 1600, 3600)
    (True, False)
    """
    is_square = 2 < rows <= columns <= LARGEST_DENSE and 5 * rows >= 4 * columns
    couples = rows * (rows - 1) * columns * (columns - 1) // 2
    return is_square and 5 * candidates >= 4 * rows * columns and 20 * matches >= 7 * couples
