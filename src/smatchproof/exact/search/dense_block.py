"""Problems like quadratic assignment, where all pairs are candidates and most have matches, and their symmetries.

Some optimum of such a problem aligns every variable. The relaxation is much stronger where it says so: the x of a line
add up to 1, the y of a slot to its candidate's x, matches of no weight among them. It is then the first level of the
reformulation-linearization technique (RLT-1; Adams & Johnson 1994).

A block is square, and each of its pairs can earn something: its lines are then those that
:class:`~smatchproof.problem.proof.Cover` requires. Without that its bounds would prove nothing to the checker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from smatchproof.base.record import Record
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.lp_proof import LpProof
from smatchproof.exact.core.node_program import NodeBound
from smatchproof.exact.search.limits import LARGEST_DENSE, is_dense
from smatchproof.exact.search.proof_tree import Evidence, Store
from smatchproof.problem.number_table import flattened
from smatchproof.problem.proof import Duals, Symmetry

Permutation = tuple[int, ...]

NONE = -1
"""No candidate, no line, no column."""

MOST_SYMMETRIES, MOST_TRIALS = 2000, 100_000
"""The most automorphisms listed for a side, and the most trials for them. Any subset of them may be used."""


class DenseBlock(Record):
    """The dense part of a problem, which is a problem of its own, and the *settled* pairs, which compete with none.

    * `size`: n. All pairs of n rows and n columns are candidates, i * n + j. `unary` has n² numbers: the earnings of
      each candidate alone and with the settled pairs. All couples of candidates are matches, also those of weight 0;
      `weight` is the table of their weights, n² by n².
    * `numbers`: the number of each pair as a candidate of the problem; `rows`, `columns`: those of its lines.
    * `settled`: the other candidates of the problem; `constant`: the worth of these.
    * `outside`: for each pair its own earnings, and the settled candidates that it matches with, with the weights.
    """

    problem: Candidates
    size: int
    unary: list[int]
    weight: list[int]
    numbers: list[int]
    rows: list[int]
    columns: list[int]
    settled: list[int]
    constant: int
    outside: list[tuple[int, tuple[tuple[int, int], ...]]]

    @classmethod
    def of(cls, problem: Candidates) -> DenseBlock | None:
        """Return the block of a problem, or ``None`` if there is none.

        Takes memory in proportion to the problem and to the fourth power of the block's columns, which are few.
        """
        # most problems are too large, which is seen before anything is counted
        if problem.candidates > LARGEST_DENSE**2 + problem.rows:  # the cells of a block, and a settled pair in each row
            return None
        pairs = problem.pairs()
        row_sizes, column_sizes = Counter(i for i, _ in pairs), Counter(j for _, j in pairs)
        # it competes with none: as no weight is negative, some optimum contains it
        is_settled = [row_sizes[i] == 1 == column_sizes[j] for i, j in pairs]
        numbers = sorted((p for p in range(len(pairs)) if not is_settled[p]), key=pairs.__getitem__)
        rows, columns = ([*dict.fromkeys(sorted(pairs[p][side] for p in numbers))] for side in (0, 1))
        size = len(rows)
        is_whole = len(columns) == size and len(numbers) == size**2 and all(map(problem.promise, numbers))
        if not is_whole or not is_dense(size, size, size**2, problem.halves // 2):
            return None
        place = {p: k for k, p in enumerate(numbers)}
        unary, weight, constant = [0] * size**2, [0] * size**4, 0
        alone, outside = [0] * size**2, [list[tuple[int, int]]() for _ in range(size**2)]
        for p, earned in enumerate(problem.earnings()):
            if is_settled[p]:
                constant += earned
            else:
                unary[place[p]] = alone[place[p]] = earned
        for p, q, w in problem.matches():
            if is_settled[p] and is_settled[q]:
                constant += w
            elif is_settled[p] or is_settled[q]:
                # the settled end is in the alignment anyway, so that the other end earns the match alone
                settled, other = (p, place[q]) if is_settled[p] else (q, place[p])
                unary[other] += w
                outside[other].append((settled, w))
            else:
                weight[place[p] * size**2 + place[q]] = weight[place[q] * size**2 + place[p]] = w
        return cls(
            problem,
            size,
            unary,
            weight,
            numbers,
            rows,
            columns,
            [p for p in range(len(pairs)) if is_settled[p]],
            constant,
            [(earned, tuple(sorted(others))) for earned, others in zip(alone, outside, strict=True)],
        )

    def candidates(self) -> Candidates:
        """The block as a problem of its own."""
        n = self.size
        # couples of no weight as well: RLT-1 ties the y of every couple to the x of both ends
        problem = Candidates(n, n, n * n, (n * (n - 1)) ** 2)
        pairs = [divmod(p, n) for p in range(n * n)]
        problem.fill(flattened(pairs), flattened(self.unary), flattened([*self._couples()]))
        return problem

    def _couples(self) -> Iterator[tuple[int, int, int]]:
        """All couples of candidates of two rows and two columns, and their weights."""
        n = self.size
        for i, k in combinations(range(n), 2):
            for j in range(n):
                for m in range(n):
                    if j != m:
                        p, q = i * n + j, k * n + m
                        yield p, q, self.weight[p * n * n + q]

    def whole(self, columns: list[int | None]) -> list[int | None]:
        """The columns of all rows of the problem, from the columns of the block's rows."""
        result: list[int | None] = [None] * self.problem.rows
        for row, column in map(self.problem.place, self.settled):
            result[row] = column
        for row, place in zip(self.rows, columns, strict=True):
            result[row] = None if place is None else self.columns[place]
        return result

    def symmetries(self) -> tuple[list[Permutation], list[Permutation]]:
        """Automorphisms: the permutations of the rows, and those of the columns, that change no weight.

        Each is verified by the weights themselves. The lists need not be complete.
        """
        n = self.size
        by_row = [range(i * n, i * n + n) for i in range(n)]
        by_column = [range(j, n * n, n) for j in range(n)]
        return _automorphisms(self._colours(by_row)), _automorphisms(self._colours(by_column))

    def _colours(self, lines: list[range]) -> list[list[int]]:
        """A number for each couple of lines; it is equal where all weights between their candidates are equal."""
        names: dict[tuple[object, ...], int] = {}
        return [[names.setdefault(self._look(one, other), len(names)) for other in lines] for one in lines]

    def _look(self, one: range, other: range) -> tuple[object, ...]:
        """The earnings of a line's candidates, or the weights of their matches with those of another line."""
        if one == other:
            return tuple(self.outside[p] for p in one)
        return tuple(self.weight[p * self.size**2 + q] for p in one for q in other)


class BlockProof:
    """The proof about a block, written as a proof about the whole problem."""

    def __init__(self, block: DenseBlock, candidates: Candidates, scale: int, store: Store) -> None:
        self.block, self.candidates, self.scale, self.store = block, candidates, scale, store
        problem = block.problem
        self.numbers = block.numbers
        pairs, lines = problem.numbers_in_proofs()
        self.pairs = [pairs[p] for p in self.numbers]
        self.lines = [lines[i] for i in block.rows] + [lines[problem.rows + j] for j in block.columns]
        row_of = {p: lines[problem.place(p)[0]] for p in block.settled}
        # a pair pays for its matches with settled ones; of two settled ones the later one pays
        self.outside = [[(row_of[p], scale * weight) for p, weight in others] for _, others in block.outside]
        self.duals = [0] * (problem.rows + problem.columns)
        self.stars = {pairs[p]: [0] * len(self.duals) for p in block.settled}
        self._settle(row_of, pairs)

    def _settle(self, row_of: dict[int, int], pairs: list[int]) -> None:
        """Set the duals of settled candidates, which are in each alignment of the node."""
        problem = self.block.problem
        earnings = problem.earnings()
        for p, row in row_of.items():
            self.duals[row] += self.scale * earnings[p]
        for p, q, weight in problem.matches():
            if p in row_of and q in row_of:
                self.duals[row_of[q]] += self.scale * weight
                self.stars[pairs[q]][row_of[p]] = self.scale * weight

    def evidence(self, proved: NodeBound, forced: Sequence[int]) -> Evidence:
        """The duals of a node in full, with these candidates of the block forced."""
        problem = self.block.problem
        duals, stars = [*self.duals], list[int]()
        lines, of_block = LpProof(proved).full_duals(self.candidates, forced, self.lines, len(duals))
        for line, dual in zip(self.lines, lines, strict=True):
            duals[line] += dual
        for p, star in of_block.items():
            for line, dual in self.outside[p]:
                star[line] = dual
            stars.append(self.pairs[p])
            stars += star
        for pair, star in self.stars.items():
            stars += pair, *star
        first = problem.columns if problem.is_turned else problem.rows
        return Evidence.of(Duals(self.scale, duals[:first], duals[first:], stars), self.store, in_full=True)

    def number(self, p: int) -> int:
        """The number of a pair of the block in the problem before it was turned."""
        return self.block.problem.original_number(self.numbers[p])

    def symmetry(self, side: int, permutation: Permutation) -> Symmetry:
        """A permutation of rows (side 0) or of columns as a node of the proof; all other lines stay in place."""
        problem, lines = self.block.problem, (self.block.rows, self.block.columns)[side]
        images = [[*range(problem.rows)], [*range(problem.columns)]]
        for line, image in zip(lines, permutation, strict=True):
            images[side][line] = lines[image]
        rows, columns = map(tuple, reversed(images) if problem.is_turned else images)
        return Symmetry(rows, columns)


def _automorphisms(colour: list[list[int]]) -> list[Permutation]:
    """Permutations that keep the colours of all couples: exchanges of two lines, and those that a search finds."""
    size = len(colour)
    # exchanges first: the search below may meet its limit before it finds any
    found = [swap for swap in _exchanges(size) if _keeps(colour, swap)]
    trials = 0
    stack: list[Permutation] = [()]
    while stack and len(found) < MOST_SYMMETRIES and trials < MOST_TRIALS:
        images = stack.pop()
        trials += 1
        if len(images) == size:
            found.append(images)
        else:
            stack += [(*images, image) for image in reversed(range(size)) if _fits(colour, images, image)]
    return found


def _keeps(colour: list[list[int]], images: Permutation) -> bool:
    return all(_fits(colour, images[:line], image) for line, image in enumerate(images))


def _fits(colour: list[list[int]], images: Permutation, image: int) -> bool:
    """Test whether the line after those whose images are known may have this one."""
    line = len(images)
    own, other = colour[line], colour[image]
    if own[line] != other[image] or image in images:
        return False
    # a couple has a colour each way round, since the weights of two lines need not be symmetric
    return all(own[k] == other[at] and colour[k][line] == colour[at][image] for k, at in enumerate(images))


def _exchanges(size: int) -> Iterator[Permutation]:
    for one in range(size):
        for other in range(one):
            swap = [*range(size)]
            swap[one], swap[other] = other, one
            yield tuple(swap)


def representatives(lines: list[int], permutations: list[Permutation]) -> list[Permutation | None]:
    """For each line ``None`` if it has to be searched, or else a permutation that takes an earlier line to it."""
    reached: dict[int, Permutation] = {}
    found = []
    for line in lines:
        found.append(reached.get(line))
        if found[-1] is None:
            # one step is enough in a group; where its list was cut short, more lines are looked at, never fewer
            reached = {each[line]: each for each in permutations} | reached
    return found


def orbits_of(permutations: list[Permutation]) -> list[int]:
    """The least line that a permutation makes of each line: the same one for symmetric lines, if all are listed."""
    return [*map(min, zip(*permutations, strict=True))]
