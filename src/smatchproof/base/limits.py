"""The largest numbers that options and files may ask for: larger ones are refused before memory is used."""

from __future__ import annotations

import re

LARGEST_SEED = 2**31 - 1
"""The solvers behind the ILP methods take no other seeds."""
MOST_SEEDS = 100_000
"""Seeds of an experiment."""
MOST_JOBS = 1_000
"""Processes of one command."""
MOST_SECONDS = 1_000_000
"""Seconds of a time limit: 11 days. A wait for another program takes no longer limits."""
LARGEST_MEMORY = 10**9
"""Megabytes of a memory limit."""
LARGEST_NODE_LIMIT = 2**31 - 1
"""Nodes of a search tree: the solvers behind the ILP methods take no larger limits."""
LARGEST_PROOF_LIMIT = 10**9
"""Integers of a proof: its certificate has some twelve bytes for each."""
MOST_GRAPHS = 10_000_000
"""Graphs, or pairs of graphs, that one command or source makes; they are made one by one, so memory is no limit."""
MOST_VARIABLES = 100_000
"""Variables of a random graph."""
MOST_NODES = 2_000
"""Nodes of a random digraph. Every couple of nodes is listed: four million at most."""
MOST_LABELS = 1_000_000
"""Labels or concepts to choose from."""
LARGEST_DEGREE = float(MOST_NODES)
MOST_TRAPS = 10_000
"""Traps of one source of an experiment."""
MOST_RUNS = 10_000
"""Runs of a method on a pair, in an audit."""
MOST_SAMPLES = 1_000_000
"""Exchanges of the tests between two systems."""
MOST_DECIMALS = 12
"""Decimals of a printed score: counts of a million triples give no more that mean anything."""
MOST_EVALUATIONS = 10_000_000
"""Evaluations of an adversary."""
MOST_ADVERSARY_VARIABLES = 1_000
"""Variables of an adversary's graph: it is scored at every evaluation."""
LARGEST_CLIQUE = 1_000
"""Vertices of a wanted clique. Every couple of them is an edge of the pattern: half a million at most."""

LARGEST_DENOMINATOR = 10**9
"""The largest denominator of similarities. Solvers add up weights times scales: these stay far below 64 bits."""
LARGEST_COUNT = 2**63 - 1
"""The most triples that can be asked for, and the most copies that a weight stands for."""
MOST_ELEMENTS = 1_000_000
"""Variables and clauses of a formula, or units in bins: each becomes a part of a graph."""

_WHOLE = re.compile(r"[0-9]{1,19}")
_RANGE = re.compile(r"([0-9]{1,19})(?:-([0-9]{1,19}))?")


def whole_number(text: str, least: int, most: int) -> int | None:
    """The whole number that a text is, if it is in this range; ``None`` for any other text, of any length.

    >>> whole_number("12", 1, 20), whole_number("1" * 10**6, 1, 20), whole_number("-3", 0, 9)
    (12, None, None)
    """
    number = int(text) if _WHOLE.fullmatch(text) else -1
    return number if least <= number <= most else None


def number_range(text: str, least: int, most: int) -> range | None:
    """The range that a text such as ``5-30`` or ``7`` is, if all of it is from `least` to `most`; else ``None``.

    >>> number_range("5-30", 1, 100), number_range("7", 1, 100), number_range("1-99999999999999", 1, 100)
    (range(5, 31), range(7, 8), None)
    """
    found = _RANGE.fullmatch(text)
    if not found:
        return None
    low, high = int(found[1]), int(found[2] or found[1])
    return range(low, high + 1) if least <= low <= high <= most else None
