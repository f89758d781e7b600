"""Documents: sentences of a corpus merged into one graph, as whole processes."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.common import Corpora, corpus, run, score, sentences, table
from smatchproof.exact import checker
from smatchproof.graphs.graph import Edge
from smatchproof.public import Graph, write_graph

SIZES = {"para dev main": (20, 50, 100, 200), "lpp": (40, 160, 400)}
SECONDS = 580
"""The time limit of a document, whose proof is checked when it is over."""
SHORT, TURNS = 20, 3
"""What takes fewer seconds than this is measured so many times."""
WHOLE_BOOK, WHOLE_BOOK_SECONDS = ("lpp", 1562), 1200
"""All sentences of both releases as one document, with its own time limit."""
RAISED = ("--line", str(2**30), "--weights", str(10**8), "--work", str(10**12))
"""The limits of the checker for its certificate."""


def merged(graphs: list[Graph]) -> Graph:
    """One document of several sentences, under ``multi-sentence``."""
    variables, concepts = ["m"], ["multi-sentence"]
    edges = []
    for number, graph in enumerate(graphs, 1):
        names = {variable: f"s{number}_{variable}" for variable in graph.variables}
        edges.append(Edge(0, f"snt{number}", names[graph.variables[0]]))
        edges += [Edge(len(variables) + e.source, e.role, names.get(e.target, e.target)) for e in graph.edges]
        variables += names.values()
        concepts += graph.concepts
    return Graph(tuple(variables), tuple(concepts), tuple(edges))


def documents() -> str:
    """The documents one after the other, each in a process of its own."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, sizes in SIZES.items():
            rows += [_measured(pair, size) for size, pair in _written(name, sizes, Path(folder))]
    header = ["corpus", "sentences", "variables", "seconds", "matched", "upper bound", "interval", "status"]
    return f"Whole processes; medians of {TURNS} where one takes less than {SHORT} s.\n\n{table(header, rows)}"


def whole_book() -> str:
    """All sentences of the Little Prince that two releases share, as one document, its certificate and the checks."""
    name, size = WHOLE_BOOK
    with tempfile.TemporaryDirectory() as folder:
        [(_, pair)] = _written(name, (size,), Path(folder))
        certificates = Path(folder) / "book.jsonl"
        options = "--time-limit", str(WHOLE_BOOK_SECONDS), "--format", "jsonl", "--certificates", str(certificates)
        solved = run(score(pair, *options))
        checked = run([sys.executable, checker.__file__, *RAISED, str(certificates)])
        found = json.loads(solved.said.splitlines()[0])
        bytes_ = certificates.stat().st_size
    row = [name, size, found["matched"], found["upper_bound"], found["status"], bytes_]
    row += [each for ran in (solved, checked) for each in (ran.seconds, ran.of_processors, ran.megabytes * 1024 / 1e6)]
    header = ["corpus", "sentences", "matched", "upper bound", "status", "bytes of the certificate"]
    columns = ["seconds", "of processors", "GB at most"]
    header += [f"{part}: {each}" for part in ("solved and checked", "checked again") for each in columns]
    return f"`checker.py {' '.join(RAISED)}`: {checked.said.strip()}\n\n{table(header, [row])}"


def _written(name: str, sizes: tuple[int, ...], folder: Path) -> list[tuple[int, Corpora]]:
    """Files of documents of so many sentences."""
    graphs = sentences(corpus(name))
    written = []
    for size in sizes:
        left_copy, right_copy = (folder / f"{name.split()[0]}-{size}-{side}.amr" for side in ("left", "right"))
        for file, side in zip((left_copy, right_copy), zip(*graphs[:size], strict=True), strict=True):
            file.write_text(write_graph(merged(list(side))) + "\n", encoding="utf-8")
        written.append((size, (name, left_copy, right_copy)))
    return written


def _measured(pair: Corpora, size: int) -> list[object]:
    turns = [_scored(pair, SECONDS)]
    while turns[0][0] < SHORT and len(turns) < TURNS:
        turns.append(_scored(pair, SECONDS))
    seconds, row = statistics.median(each for each, _ in turns), turns[0][1]
    matched, bound = row["matched"], row["upper_bound"]
    interval = f"{100 * (bound - matched) / matched:.2f}%"
    variables = pair[1].read_text(encoding="utf-8").count(" / ")
    return [pair[0], size, variables, seconds, matched, bound, interval, row["status"]]


def _scored(pair: Corpora, limit: int) -> tuple[float, dict[str, Any]]:
    """The seconds of a whole process, and what it says of the document."""
    ended = run(score(pair, "--time-limit", str(limit), "--format", "jsonl"))
    return ended.seconds, json.loads(ended.said.splitlines()[0])
