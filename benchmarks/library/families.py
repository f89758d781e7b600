"""The families of the library and their instances."""

from __future__ import annotations

from benchmarks.library import sources
from benchmarks.library.instance import Family, Instance, called

_EDGES = {
    (2, 1, 1): (24, 30, 40, 48, 56),
    (3, 1, 1): (12, 16, 20, 24, 28, 32, 36, 40, 44, 56),
    (3, 2, 1): (24, 40, 44, 48),
    (3, 1, 3): (28, 40, 44, 48),
    (3, 3, 5): (40, 56, 72),
    (4, 1, 1): (12, 16, 20, 24, 28, 36),
    (4, 2, 3): (24, 32, 36, 40),
}
"""Total degree, labels and concepts of random digraphs with edges both ways, and their numbers of nodes."""

_ARCS = {
    (3, 1, 1): (16, 24, 32, 40, 44, 48, 64),
    (3, 1, 3): (56,),
    (4, 1, 1): (24, 28),
    (4, 2, 3): (40,),
}
"""The same of those with arcs one way."""

_QAPLIB = (
    *("chr12a", "chr12b", "chr15a", "esc16a", "esc16b", "esc16c", "esc16e", "esc16f", "esc16g", "esc16h", "esc16i"),
    *("esc16j", "esc32e", "had12", "had14", "had16", "had18", "lipa20a", "nug12", "nug14", "nug15", "nug16b", "scr12"),
    *("scr15", "tai10a"),
)


def _natural() -> tuple[Instance, ...]:
    chosen = {"para dev main": (80, 190, 218, 284, 313, 418), "sick dev main": (482, 501)}
    real = [(corpus, position) for corpus, positions in chosen.items() for position in positions]
    return (
        *(called(f"{corpus} {number}", sources.sentence_pair, corpus, number) for corpus, number in real),
        *(called(f"annotators {n}", sources.annotators, variables=n, noise=1.0, seed=n) for n in (40, 80, 120)),
    )


def _reified() -> tuple[Instance, ...]:
    chosen = {"para dev reify": (44, 142, 171, 208, 280, 361), "sts dev reify": (629, 764, 858, 882, 1067, 1268)}
    real = [(corpus, position) for corpus, positions in chosen.items() for position in positions]
    return tuple(called(f"{corpus} {number}", sources.sentence_pair, corpus, number) for corpus, number in real)


def _documents() -> tuple[Instance, ...]:
    chosen = {"lpp": (10, 40, 80), "para dev main": (5, 10, 20, 30)}
    return tuple(
        called(f"{corpus} 1-{number}", sources.document, corpus, number)
        for corpus, numbers in chosen.items()
        for number in numbers
    )


def _random() -> tuple[Instance, ...]:
    return tuple(
        called(
            f"{name} {'-'.join(map(str, kind))} n{nodes}",
            sources.random_digraphs,
            nodes,
            *kind,
            seed=1,
            undirected=name == "edges",
        )
        for name, classes in (("edges", _EDGES), ("arcs", _ARCS))
        for kind, sizes in classes.items()
        for nodes in sizes
    )


def _copies() -> tuple[Instance, ...]:
    shares = {24: (1.0, 0.9, 0.7, 0.5), 40: (1.0, 0.9, 0.8, 0.6), 48: (0.6,), 64: (0.8, 0.6), 80: (1.0, 0.9)}
    return tuple(
        called(f"copy n{nodes} {overlap:.0%}", sources.hidden_copy, nodes, 3, 1, 1, overlap, seed=1)
        for nodes, overlaps in shares.items()
        for overlap in overlaps
    )


def _traps() -> tuple[Instance, ...]:
    chosen: dict[str, tuple[dict[str, float], ...]] = {
        "decoys": ({"size": 8}, {"size": 16}),
        "bundle": ({"size": 16}, {"size": 30}),
        "tournament": ({"hidden": 8}, {"hidden": 12}),
        "ring": ({"size": 16}, {"size": 40}),
        "circle": ({"persons": 12}, {"persons": 30}),
        "names": ({"persons": 12}, {"persons": 30}),
        "digraph": ({"size": 24}, {"size": 40, "density": 0.1}),
        "chains": ({"chains": 8}, {"chains": 12, "length": 5}),
        "arms": ({"arm": 12}, {"arm": 30, "labels": 3}),
    }
    return tuple(
        called(
            f"{family} {' '.join(f'{key}={value}' for key, value in values.items())}", sources.trap, family, **values
        )
        for family, choices in chosen.items()
        for values in choices
    )


def _symmetric() -> tuple[Instance, ...]:
    chosen = (
        (10, (1, 3), (1, 2)),
        (12, (1, 3), (1, 2)),
        (14, (1, 3), (1, 2)),
        (16, (1, 3), (1, 2)),
        (20, (1, 3), (1, 2)),
        (12, (1, 4), (2, 3)),
    )
    return tuple(
        called(f"circulants n{n} {_jumps(left)} {_jumps(right)}", sources.circulants, n, left, right)
        for n, left, right in chosen
    )


def _jumps(jumps: tuple[int, ...]) -> str:
    return "-".join(map(str, jumps))


def _adversarial() -> tuple[Instance, ...]:
    return tuple(
        called(f"adversary v{variables} s{seed}", sources.adversary, variables, seed=seed)
        for variables, seed in ((8, 1), (8, 2), (12, 3), (12, 4), (16, 5))
    )


def _assignment() -> tuple[Instance, ...]:
    return (
        *(called(f"qaplib {name}", sources.qaplib, name) for name in _QAPLIB),
        *(called(f"grid n{n}", sources.random_assignment, n, 4, 0.4, seed=n) for n in (8, 9, 10, 12, 15, 20)),
    )


def _subgraphs() -> tuple[Instance, ...]:
    planted = ((6, 20), (10, 30), (14, 40), (18, 50))
    free = ((5, 15), (6, 20), (8, 24), (8, 30))
    return (
        *(called(f"planted {p} in {h}", sources.random_subgraph, p, h, 4.0, True, seed=p) for p, h in planted),
        *(called(f"free {p} in {h}", sources.random_subgraph, p, h, 3.0, False, seed=p) for p, h in free),
        *(
            called(f"clique {k} in {n}", sources.random_clique, n, 0.5, k, seed=n)
            for n, k in ((12, 5), (16, 6), (20, 7))
        ),
        *(called(f"common n{n}", sources.random_common_subgraph, n, 3.0, seed=n) for n in (10, 14, 18)),
    )


def _satisfaction() -> tuple[Instance, ...]:
    formulas = ((10, 60), (15, 80), (20, 91), (20, 130), (30, 140), (40, 180))
    return (
        *(called(f"max-sat {v} of {c}", sources.random_max_sat, v, c, seed=c) for v, c in formulas),
        *(
            called(f"max-cut n{n} d{d}", sources.random_max_cut, n, d, seed=n)
            for n, d in ((10, 4), (14, 4), (18, 4), (24, 4), (16, 6))
        ),
    )


FAMILIES = (
    Family("natural", "sentences that people or parsers wrote, on which S+4R misses", _natural()),
    Family("reified", "the same with relations as nodes: many variables with the same few concepts", _reified()),
    Family("documents", "sentences joined to documents: hundreds of variables, many of the same concept", _documents()),
    Family("random", "unrelated digraphs by degree, labels and concepts, across the sizes where proofs end", _random()),
    Family("copies", "digraphs and their copies in hidden order, some arcs of which were rewired", _copies()),
    Family("traps", "pairs with a known optimum that hill-climbing misses", _traps()),
    Family("adversarial", "small graphs that an evolutionary search has found to mislead S+4R most", _adversarial()),
    Family("symmetric", "circulant graphs, all of whose nodes look the same", _symmetric()),
    Family("assignment", "quadratic assignment: QAPLIB, and random flows on grids", _assignment()),
    Family("subgraphs", "subgraph isomorphism with yes and no, cliques, common subgraphs", _subgraphs()),
    Family("satisfaction", "MAX-SAT and MAX-CUT", _satisfaction()),
)
