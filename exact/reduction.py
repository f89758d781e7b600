"""Making a problem smaller without losing its optimum: pairs that some optimum contains, and independent parts.

Both serve the tree search, whose time grows exponentially with what it is given. They leave no trace that a checker
could follow, so a search that has to leave a proof does without them.
"""

from __future__ import annotations

from collections import defaultdict

from alignment import AlignmentProblem, Pair


def persistent(problem: AlignmentProblem) -> list[int]:
    """Candidates that one optimal alignment contains, all together. Found greedily; there may be more.

    A candidate p is persistent if it alone earns at least as much as any two candidates that compete with it, one for
    its row and one for its column, could earn with whatever partners: an optimum without p can then take p in their
    place. Once p is taken, its matches are unary weight for their other ends, and the rule may hold for others.

    Quadratic in the worst case, about linear on AMR pairs.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 3, (0, 1): 1, (1, 1): 1}, {})
    >>> persistent(problem)
    [0, 2]
    """
    state = _Competition(problem)
    taken = []
    waiting = list(range(len(problem.candidates)))
    while waiting:
        p = waiting.pop()
        if p in state.alive and state.unary[p] >= state.most_of_competitors(p):
            taken.append(p)
            waiting.extend(state.take(p))
    return sorted(taken)


class _Competition:
    """The candidates that are alive, and what each earns with the ones taken so far."""

    def __init__(self, problem: AlignmentProblem) -> None:
        self.candidates = problem.candidates
        self.alive = set(range(len(problem.candidates)))
        self.unary = list(problem.unary)
        self.partners: list[dict[int, int]] = [{} for _ in problem.candidates]
        for p, q, weight in problem.matches:
            self.partners[p][q] = self.partners[q][p] = weight
        self.lines: tuple[dict[int, set[int]], dict[int, set[int]]] = (defaultdict(set), defaultdict(set))
        for p, pair in enumerate(problem.candidates):
            for side in (0, 1):
                self.lines[side][pair[side]].add(p)

    def most_of_competitors(self, p: int) -> int:
        """What the best competitor in the row and the best one in the column could earn, together."""
        return sum(
            max((self._most(q) for q in self.lines[side][self.candidates[p][side]] - {p}), default=0) for side in (0, 1)
        )

    def _most(self, p: int) -> int:
        """What p earns at most: of its matches with one row, an alignment has one."""
        best: dict[int, int] = {}
        for q, weight in self.partners[p].items():
            if q in self.alive:
                row = self.candidates[q][0]
                best[row] = max(best.get(row, 0), weight)
        return self.unary[p] + sum(best.values())

    def take(self, p: int) -> set[int]:
        """Take p; return the candidates for which the rule may now hold."""
        pair = self.candidates[p]
        closed = self.lines[0][pair[0]] | self.lines[1][pair[1]]
        self.alive -= closed
        touched = {q for q in self.partners[p] if q in self.alive}
        for q in touched:
            self.unary[q] += self.partners[p][q]
        for q in closed:
            for side in (0, 1):
                line = self.lines[side][self.candidates[q][side]]
                line.discard(q)
                touched |= line
            touched |= {other for other in self.partners[q] if other in self.alive}
        for q in list(touched):
            for side in (0, 1):
                touched |= self.lines[side][self.candidates[q][side]]
        return touched & self.alive


def without(problem: AlignmentProblem, taken: list[int]) -> AlignmentProblem:
    """What is left of a problem when these candidates are taken: an alignment of it adds its value to theirs.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 3, (0, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> without(problem, [0])
    AlignmentProblem(left_size=2, right_size=2, candidates=((1, 1),), unary=(1,), matches=())
    """
    is_taken = set(taken)
    rows = {problem.candidates[p][0] for p in taken}
    columns = {problem.candidates[p][1] for p in taken}
    alive = {p for p, (row, column) in enumerate(problem.candidates) if row not in rows and column not in columns}
    unary: dict[Pair, int] = defaultdict(int)
    for p in alive:
        unary[problem.candidates[p]] = problem.unary[p]
    matches: dict[tuple[Pair, Pair], int] = {}
    for p, q, weight in problem.matches:
        if p in alive and q in alive:
            matches[problem.candidates[p], problem.candidates[q]] = weight
        elif p in alive and q in is_taken:
            unary[problem.candidates[p]] += weight
        elif q in alive and p in is_taken:
            unary[problem.candidates[q]] += weight
    return AlignmentProblem.from_weights(problem.left_size, problem.right_size, unary, matches)


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
            root[p] = root[root[p]]
            p = root[p]
        return p

    first: dict[tuple[int, int], int] = {}
    for p, pair in enumerate(problem.candidates):
        for side in (0, 1):
            root[find(p)] = find(first.setdefault((side, pair[side]), p))
    for p, q, _ in problem.matches:
        root[find(p)] = find(q)
    unary: dict[int, dict[Pair, int]] = defaultdict(dict)
    matches: dict[int, dict[tuple[Pair, Pair], int]] = defaultdict(dict)
    for p, pair in enumerate(problem.candidates):
        unary[find(p)][pair] = problem.unary[p]
    for p, q, weight in problem.matches:
        matches[find(p)][problem.candidates[p], problem.candidates[q]] = weight
    return [
        AlignmentProblem.from_weights(problem.left_size, problem.right_size, unary[part], matches[part])
        for part in unary
    ]
