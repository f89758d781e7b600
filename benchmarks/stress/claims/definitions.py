"""The source problems by their definitions: what a text asks, all possible solutions, and what each is worth.

Nothing of the package is used. The readers take well-formed texts only, and everything in them counts: an edge that is
written twice is there twice. Instances have to be small.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, pairwise, permutations, product
from typing import Any


@dataclass(frozen=True)
class Asked:
    """A question: its possible solutions, what one is worth, and how a described one is read.

    `worth` is ``None`` for what is no solution. Where `goal` is ``yes``, the worth is True or nothing, otherwise a
    number, and the ``most`` or the ``least`` is wanted.
    """

    goal: str
    solutions: Iterable[Any]
    worth: Callable[[Any], int | None]
    read: Callable[[str], Any]

    @cached_property
    def answer(self) -> int | None:
        """The best that a solution is worth; ``None`` where there is none."""
        values = [value for value in map(self.worth, self.solutions) if value is not None]
        return (min if self.goal == "least" else max)(values, default=None)


def wrong_answer(asked: Asked, said: str) -> str | None:
    """Return the fault of a line of answer, if there is one."""
    if said.startswith("not settled: "):
        return None
    if asked.goal == "yes":
        return _wrong_decision(asked, said)
    said = re.sub(r"\bedit distance (\d+)", r"\1 edit distance", said)
    found = re.fullmatch(r"(-?[\d,]+) [a-z0-9/ ]+?(, [^:]*| \([^)]*\))?(?:: (.*))?", said)
    if not found:
        return "no answer"
    value, claim, solution = int(found[1].replace(",", "")), found[2] or "", found[3] or ""
    if asked.worth(asked.read(solution)) != value:
        return f"the solution is not worth {value}"
    if claim == f", proved to be the {asked.goal}":
        return None if value == asked.answer else f"{value} is called the {asked.goal}, it is {asked.answer}"
    if bound := re.fullmatch(rf" \(not settled: at {asked.goal} (-?[\d,]+) [a-z ]+\)", claim):
        best = asked.answer
        assert best is not None
        end = int(bound[1].replace(",", ""))
        holds = best <= end if asked.goal == "most" else best >= end
        return None if holds else f"{bound[1]} is called a bound of {best}"
    return f"unknown claim {claim}" if claim else None


def _wrong_decision(asked: Asked, said: str) -> str | None:
    begin, _, rest = said.partition(": ")
    if re.search(r"\b(not|no|cannot)\b", begin):
        return None if asked.answer is None else "there is a solution"
    return None if asked.worth(asked.read(rest)) else "this is no solution"


def is_settled(said: str) -> bool:
    """Test whether a line of answer settles the question: then the exit code is 0, otherwise 1."""
    if re.match(r"-?\d|edit distance \d", said):
        return bool(re.match(r"[-a-z0-9,/ ]+, proved to be the", said))
    return not said.startswith("not settled")


def asked(source: str, texts: Sequence[str], options: Mapping[str, Any]) -> Asked:
    """The question that files ask of a source of ``reduce``."""
    return QUESTIONS[source](*texts, **options)


# ---- formulas


def _formula(text: str) -> tuple[int, list[list[int]]]:
    """The number of variables, and the clauses."""
    lines = [line.split() for line in text.split("%")[0].splitlines() if line.strip() and not line.startswith("c")]
    numbers = [int(word) for words in lines[1:] for word in words]
    clauses: list[list[int]] = [[]]
    for number in numbers:
        if number:
            clauses[-1].append(number)
        else:
            clauses.append([])
    return int(lines[0][2]), clauses[:-1]


def _satisfiability(text: str, maximum: bool) -> Asked:
    variables, clauses = _formula(text)

    def worth(values: tuple[bool, ...]) -> int | None:
        number = sum(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        if len(values) != variables:
            return None
        return number if maximum else (number == len(clauses) or None)

    def read(words: str) -> tuple[bool, ...]:
        if words == "no variables":
            return ()
        named = [re.fullmatch(r"x(\d+) = (true|false)", word) for word in words.split(", ")]
        assert [word and int(word[1]) for word in named] == [*range(1, len(named) + 1)]
        return tuple(word is not None and word[2] == "true" for word in named)

    goal = "most" if maximum else "yes"
    return Asked(goal, [*product((False, True), repeat=variables)], worth, read)


# ---- graphs


def _graph(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The vertices and the edges of a list, as they stand there."""
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    vertices = [*dict.fromkeys(chain.from_iterable(lines))]
    return vertices, [(words[0], words[1]) for words in lines if len(words) == 2]


def _arcs(edges: Iterable[tuple[str, str]], directed: bool) -> set[tuple[str, str]]:
    return {arc for a, b in edges for arc in ((a, b), (a, b) if directed else (b, a))}


def _names(words: str) -> tuple[str, ...]:
    inside = words.removeprefix("{").removesuffix("}")
    return tuple(inside.split(", ")) if inside else ()


def _subsets(vertices: Sequence[str]) -> list[tuple[str, ...]]:
    return [*chain.from_iterable(combinations(vertices, size) for size in range(len(vertices) + 1))]


def _set_of(vertices: Sequence[str], chosen: Sequence[str]) -> bool:
    return len({*chosen}) == len(chosen) and {*chosen} <= {*vertices}


def _clique(text: str, size: int) -> Asked:
    vertices, edges = _graph(text)
    joined = _arcs(edges, directed=False)

    def worth(chosen: tuple[str, ...]) -> int | None:
        all_joined = all(couple in joined for couple in combinations(chosen, 2))
        return (all_joined and len(chosen) == size and _set_of(vertices, chosen)) or None

    return Asked("yes", _subsets(vertices), worth, _names)


def _independent_set(text: str) -> Asked:
    vertices, edges = _graph(text)

    def worth(chosen: tuple[str, ...]) -> int | None:
        free = _set_of(vertices, chosen) and not any(a in chosen and b in chosen for a, b in edges)
        return len(chosen) if free else None

    return Asked("most", _subsets(vertices), worth, _names)


def _max_cut(text: str) -> Asked:
    vertices, edges = _graph(text)

    def worth(sides: tuple[tuple[str, ...], tuple[str, ...]]) -> int | None:
        side, other = sides
        if sorted((*side, *other)) != sorted(vertices):
            return None
        return sum((a in side) != (b in side) for a, b in edges)

    def read(words: str) -> tuple[tuple[str, ...], ...]:
        return tuple(map(_names, words.split(" | ")))

    cuts = [(side, tuple(vertex for vertex in vertices if vertex not in side)) for side in _subsets(vertices)]
    return Asked("most", cuts, worth, read)


def _hamiltonian_cycle(text: str, directed: bool = False) -> Asked:
    vertices, edges = _graph(text)
    arcs = _arcs(edges, directed)

    def worth(order: tuple[str, ...]) -> int | None:
        around = zip(order, (*order[1:], *order[:1]), strict=True)
        is_cycle = sorted(order) == sorted(vertices) and all(arc in arcs for arc in around)
        return (is_cycle and len(order) >= (1 if directed else 3)) or None

    def read(words: str) -> tuple[str, ...]:
        order = re.split("[–→]", words)
        return tuple(order[:-1]) if order[0] == order[-1] else ()

    return Asked("yes", [*permutations(vertices)], worth, read)


def _map(words: str) -> dict[str, str]:
    couples = [word.split(" → ") for word in words.split(", ") if word]
    images = dict(couples)
    assert len(images) == len(couples)
    return images


def _subgraph(pattern: str, host: str, directed: bool = False, induced: bool = False) -> Asked:
    (vertices, edges), (places, other_edges) = _graph(pattern), _graph(host)
    arcs, there = _arcs(edges, directed), _arcs(other_edges, directed)

    def worth(images: dict[str, str]) -> int | None:
        if {*images} != {*vertices} or not _set_of(places, [*images.values()]):
            return None
        couples = product(vertices, repeat=2)
        fits = all(
            (images[a], images[b]) in there if (a, b) in arcs else not induced or (images[a], images[b]) not in there
            for a, b in couples
        )
        return fits or None

    embeddings = permutations(places, len(vertices))
    return Asked("yes", [dict(zip(vertices, images, strict=True)) for images in embeddings], worth, _map)


def _common_subgraph(left: str, right: str) -> Asked:
    (vertices, edges), (places, other_edges) = _graph(left), _graph(right)
    there = Counter(frozenset(edge) for edge in other_edges)

    def worth(images: dict[str, str]) -> int | None:
        if not {*images} <= {*vertices} or not _set_of(places, [*images.values()]):
            return None
        wanted = Counter(frozenset((images.get(a), images.get(b))) for a, b in edges)
        return sum(min(number, there[edge]) for edge, number in wanted.items())

    pad = [*places, *([None] * len(vertices))]
    images = {*permutations(pad, len(vertices))}
    maps = [{a: b for a, b in zip(vertices, each, strict=True) if b is not None} for each in images]
    return Asked("most", maps, worth, _map)


def _labelled(text: str, directed: bool) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """The labels of the nodes and of the edges, of undirected ones in both directions."""
    lines = [line.split() for line in text.splitlines()]
    if not text.startswith("t #"):
        nodes, pairs = _graph(text)
        lines = [["v", node, ""] for node in nodes] + [["e", a, b, ""] for a, b in pairs]
    edges = {(words[1], words[2]): "".join(words[3:]) for words in lines if words[:1] == ["e"]}
    back = {} if directed else {(b, a): label for (a, b), label in edges.items()}
    return {words[1]: "".join(words[2:]) for words in lines if words[:1] == ["v"]}, edges | back


def _edit_distance(left: str, right: str, directed: bool = False) -> Asked:
    """Where each edit costs 1, and nothing is paid for what stays as it is."""
    (nodes, edges), (others, other_edges) = _labelled(left, directed), _labelled(right, directed)

    def worth(images: dict[str, str]) -> int | None:
        if not {*images} <= {*nodes} or not _set_of([*others], [*images.values()]):
            return None
        cost = len(nodes) + len(others) - sum(1 + (nodes[a] == others[b]) for a, b in images.items())
        kept = [(label, other_edges.get((images.get(a, ""), images.get(b, "")))) for (a, b), label in edges.items()]
        saved = [1 + (label == other) for label, other in kept if other is not None]
        if directed:
            return cost + len(edges) + len(other_edges) - sum(saved)
        once = [len({frozenset(edge) for edge in each}) for each in (edges, other_edges)]
        loops = [
            1 + (label == other_edges[images[a], images[a]])
            for (a, b), label in edges.items()
            if a == b and a in images and (images[a], images[a]) in other_edges
        ]
        return cost + sum(once) - (sum(saved) + sum(loops)) // 2

    pad = [*others, *([None] * len(nodes))]
    images = {*permutations(pad, len(nodes))}
    maps = [{a: b for a, b in zip(nodes, each, strict=True) if b is not None} for each in images]
    return Asked("least", maps, worth, lambda words: _map(next((p for p in words.split("; ") if " → " in p), "")))


# ---- numbers and strings


def _numbers(text: str) -> list[int]:
    return [int(word) for line in text.splitlines() for word in line.partition("#")[0].replace(",", " ").split()]


def _packing(text: str) -> Asked:
    bins, capacity, *items = _numbers(text)

    def worth(contents: tuple[tuple[int, ...], ...]) -> int | None:
        everything = sorted(chain.from_iterable(contents)) == sorted(items)
        return (everything and len(contents) == bins and all(sum(each) == capacity for each in contents)) or None

    def read(words: str) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(map(int, each.split(" + "))) for each in words.split(" | ") if each)

    def packed(places: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        pairs = [*zip(items, places, strict=True)]
        return tuple(tuple(item for item, place in pairs if place == number) for number in range(bins))

    return Asked("yes", [*map(packed, product(range(bins), repeat=len(items)))], worth, read)


def _common_partition(text: str) -> Asked:
    lines = [line.split() for line in text.splitlines() if line.strip()]
    words = any(len(line) > 1 for line in lines)
    left, right = lines if words else map(list, (lines[0][0], lines[1][0]))
    glue = "" if all(len(letter) == 1 for letter in left) else " "

    def worth(pieces: tuple[tuple[str, ...], ...]) -> int | None:
        fits = any([*chain.from_iterable(order)] == right for order in permutations(pieces))
        return len(left) - len(pieces) if fits and [*chain.from_iterable(pieces)] == left else None

    def read(said: str) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(piece.split() if glue else piece) for piece in said.split(" | ") if piece)

    cuts = product((False, True), repeat=max(0, len(left) - 1))
    return Asked("most", [_pieces(left, cut) for cut in cuts], worth, read)


def _pieces(letters: Sequence[str], cuts: Sequence[bool]) -> tuple[tuple[str, ...], ...]:
    """The letters, cut where `cuts` says so, between one letter and the next."""
    ends = [0, *(at for at, cut in enumerate(cuts, 1) if cut), len(letters)]
    return tuple(tuple(letters[a:b]) for a, b in pairwise(ends) if a < b)


def _assignment(text: str, goal: str) -> Asked:
    size, *entries = _numbers(text)
    assert len(entries) == 2 * size * size
    first, second = entries[: size * size], entries[size * size :]

    def worth(images: tuple[int, ...]) -> int | None:
        if sorted(images) != [*range(size)]:
            return None
        couples = product(range(size), repeat=2)
        return sum(first[i * size + k] * second[images[i] * size + images[k]] for i, k in couples)

    def read(words: str) -> tuple[int, ...]:
        images = {int(i): int(j) for i, j in _map(words).items()}
        return tuple(images[i] - 1 for i in sorted(images)) if {*images} == {*range(1, size + 1)} else (-1,)

    return Asked(goal, [*permutations(range(size))], worth, read)


QUESTIONS: dict[str, Callable[..., Asked]] = {
    "sat": lambda text: _satisfiability(text, maximum=False),
    "sat-clique": lambda text: _satisfiability(text, maximum=False),
    "max-sat": lambda text: _satisfiability(text, maximum=True),
    "clique": _clique,
    "clique-subgraph": _clique,
    "subgraph": _subgraph,
    "acyclic-subgraph": _subgraph,
    "common-subgraph": _common_subgraph,
    "max-cut": _max_cut,
    "independent-set": _independent_set,
    "hamiltonian-cycle": _hamiltonian_cycle,
    "packing": _packing,
    "packing-degree-3": _packing,
    "common-partition": _common_partition,
    "max-qap": lambda text, **_: _assignment(text, "most"),
    "qap": lambda text, **_: _assignment(text, "least"),
    "ged": _edit_distance,
}
