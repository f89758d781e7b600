"""The page of the library: the families with what is known of each instance, and the open ones as a challenge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from benchmarks.common import table
from benchmarks.library.records import CLIMBER, INSTANCES, InstanceRecord

LIBRARY = Path(__file__).parent
"""The folder with the records."""
PAGE = "README.md"
ABOUT = {
    "natural": "sentences that people or parsers wrote, on which S+4R misses",
    "reified": "the same with relations as nodes: many variables with the same few concepts",
    "documents": "sentences joined to documents: hundreds of variables, many of the same concept",
    "random": "unrelated digraphs by degree, labels and concepts, across the sizes where proofs end",
    "copies": "digraphs and their copies in hidden order, some arcs of which were rewired",
    "traps": "pairs with a known optimum that hill-climbing misses",
    "adversarial": "small graphs that an evolutionary search has found to mislead S+4R most",
    "symmetric": "circulant graphs, all of whose nodes look the same",
    "assignment": "quadratic assignment: QAPLIB, and random flows on grids",
    "subgraphs": "subgraph isomorphism with yes and no, cliques, common subgraphs",
    "satisfaction": "MAX-SAT and MAX-CUT",
}
"""What makes the families hard."""

_HEAD = """\
# A library of hard pairs

{count} pairs of graphs whose best alignment is hard to find or hard to prove: {statuses}.
All are under the convention `smatch`. They are made from a generator and a seed, or from public data by name, and the
SHA-256 of the question (both lists of triples and the convention, as in certificates) says whether it is the same pair.

| command | what it does |
| --- | --- |
| `make library` | solves every pair again: certified ones have to be so again, open ones get `LIMIT=60` seconds |
| `python -m benchmarks.library check NAME...` | the same of some instances or families |
| `python -m benchmarks.library solve --limit S NAME...` | solves instances, and keeps the best of them and this page |
| `python -m benchmarks.library solve NAME --add FAMILY SOURCE` | adds an instance: a call of `sources.py` |
| `python -m benchmarks.library write NAME LEFT RIGHT` | writes the two graphs, for `score` and other programs |

This page is written from `{lines}`. *Best* is attained, and nothing is worth more than *bound*. An instance is
**certified** if the checker has accepted a proof that best is optimal, **searched** if best meets the bound but no
certificate says so (the search ended, but its proof is over the size limit), and **open** otherwise; then the bound is
certified where `{lines}` has the size of a certificate. *Climbing* is what hill-climbing from five starts (`{climber}`)
finds. *Seconds* are those of the clock for `python -m benchmarks.library solve --limit L NAME`, with the L of the last
column, when the instance was last solved, maybe by an earlier version; on hard pairs it uses all processors. Instances
from real data are skipped, with the reason, where the data is not on the machine.

## Without a certificate: a challenge

Open ones want a better alignment, a lower bound, or a proof; searched ones a proof that is short enough to be checked.

{challenge}
"""


def page(records: Mapping[str, InstanceRecord]) -> str:
    """The page in Markdown."""
    number = Counter(record.status for record in records.values())
    statuses = ", ".join(f"{number[status]} {status}" for status in ("certified", "searched", "open"))
    opened = [(name, record) for name, record in records.items() if record.status != "certified"]
    rows = [[name, record.status, record.best, record.bound, record.bound - record.best] for name, record in opened]
    challenge = table(["instance", "status", "best", "bound", "gap"], rows) if rows else "All are certified."
    families = dict.fromkeys(record.family for record in records.values())
    head = _HEAD.format(count=len(records), statuses=statuses, challenge=challenge, climber=CLIMBER, lines=INSTANCES)
    return "\n\n".join([head.strip("\n"), *(_section(family, records) for family in families)]) + "\n"


def _section(family: str, records: Mapping[str, InstanceRecord]) -> str:
    rows: list[list[object]] = []
    for record in records.values():
        if record.family == family:
            climbing = "" if record.climbing is None else record.climbing
            variables, triples = (
                " x ".join(f"{each:,}" for each in pair) for pair in (record.variables, record.triples)
            )
            row = [record.name, f"`{record.source}`", variables, triples, record.best, record.bound, record.status]
            rows.append([*row, climbing, record.seconds, "none" if record.limit is None else f"{record.limit:g}"])
    header = ["instance", "source", "variables", "triples", "best", "bound", "status", "climbing", "seconds", "limit"]
    about = ABOUT[family]
    return f"## {family.capitalize()}\n\n{about[0].upper()}{about[1:]}.\n\n{table(header, rows)}"
