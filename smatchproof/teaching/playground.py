"""What the playground asks: a pair, or a source problem or a trap that becomes one; solved, proved, drawn, climbed.

The page runs this very module in the browser. It takes nothing but penman.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from smatchproof.alignment import (
    VERSION,
    Block,
    GraphPair,
    InputError,
    SolveParams,
    Top,
    UsageError,
    write_graph,
)
from smatchproof.exact import checker
from smatchproof.generators import TRAPS
from smatchproof.reductions.answers import Evidence, answer
from smatchproof.reductions.problems.graphs import SimpleGraph
from smatchproof.reductions.reduction import ToSmatch
from smatchproof.reductions.registry import SOURCES, SourceText, reduce
from smatchproof.reports.drawing import LINE, Drawing, box, text, text_width
from smatchproof.reports.graph_drawing import graph_drawing
from smatchproof.reports.lesson import lesson
from smatchproof.reports.outline_drawing import outline_drawing
from smatchproof.reports.pair_drawing import pair_drawing
from smatchproof.scoring.climbs import climbs
from smatchproof.scoring.comparison import Claim, ClaimStatus, claim
from smatchproof.scoring.settings import ScoreSettings

DRAWN_WITH_ARCS, DRAWN, CLIMBED, SECONDS = 16, 60, 80, 30.0
"""The most variables that are drawn with arcs, drawn at all, and climbed; the most seconds of a search."""

EXAMPLES: dict[str, str] = {
    "sat": "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n",
    "max-sat": "p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n",
    "clique": "a b\nb c\nc a\nc d\nd e\n",
    "max-cut": "a b\nb c\nc d\nd a\na c\n",
    "independent-set": "a b\nb c\nc a\nb d\n",
    "hamiltonian-cycle": "a b\nb c\nc d\nd a\na c\n",
    "packing": "2 6\n1 5 2 4\n",
    "max-qap": "3\n\n0 1 0\n0 0 1\n1 1 0\n\n0 1 1\n1 0 0\n0 0 0\n",
}
"""The source problems of the playground, each with a small instance."""
PAPER = (
    "(x / want-01\n    :ARG0 (y / boy)\n    :ARG1 (z / go-01 :ARG0 y))",
    "(a / want-01\n    :ARG0 (b / boy)\n    :ARG1 (c / football))",
)
"""The example of Cai & Knight (2013), Section 2."""


def choices() -> str:
    """What can be asked for, as JSON: the example pair, source problems with examples, traps with parameters.

    >>> sorted(json.loads(choices()))
    ['pair', 'sources', 'traps', 'version']
    """
    sources = [
        {"name": name, "summary": SOURCES[name].summary, "files": SOURCES[name].files, "example": example,
         "size": 3 if "size" in SOURCES[name].options else None}
        for name, example in EXAMPLES.items()
    ]  # fmt: skip
    traps = [
        {"name": name, "summary": family.summary, "parameters": _parameters(name)} for name, family in TRAPS.items()
    ]
    return json.dumps({"version": VERSION, "pair": PAPER, "sources": sources, "traps": traps})


_SMALL = {"circle": "persons=4", "decoys": "size=4", "bundle": "size=4", "ring": "size=8"}


def _parameters(name: str) -> str:
    """Parameters of a trap that is small enough to be drawn."""
    if name in _SMALL:
        return _SMALL[name]
    return " ".join(f"{each.name}={each.default}" for each in TRAPS[name].parameters if each.default is not None)


def solve(request: str) -> str:
    """Solve what a page asks for, as JSON to JSON; what is wrong with the input comes back as ``error``.

    A request has a ``kind``: ``pair`` with the texts ``left`` and ``right``; ``trap`` with a ``name`` and
    ``parameters`` such as ``size=4``; or a name of :data:`EXAMPLES` with a ``text``, and for ``clique`` a ``size``.

    >>> found = json.loads(solve(json.dumps({"kind": "pair", "left": PAPER[0], "right": PAPER[1], "top": "none"})))
    >>> found["matched"], found["status"], sorted(found["found"])[-1]
    (4, 'certified', 4)
    >>> json.loads(solve(json.dumps({"kind": "pair", "left": "(a / ", "right": "(b / c)"})))["error"].splitlines()[0]
    "left:1:5: the graph ends before its parentheses are closed; add ')'"
    """
    try:
        asked = json.loads(request)
        if not isinstance(asked, dict):
            raise UsageError("expected a request, an object with a kind")
        pair, reduction, told = _question(asked)
        return json.dumps(_solved(pair, reduction) | told)
    except (InputError, UsageError, ValueError) as error:
        return json.dumps({"error": str(error)})


def _question(asked: Mapping[str, Any]) -> tuple[GraphPair, ToSmatch[Any, Any] | None, dict[str, Any]]:
    """The pair that is asked for, the reduction that made it, and what is known beforehand."""
    kind = _text(asked, "kind")
    if kind == "pair":
        graphs = [Block.of_text(_text(asked, side), side).parse() for side in ("left", "right")]
        return GraphPair(graphs[0], graphs[1], Top(asked.get("top", "none"))), None, {}
    if kind == "trap":
        name = _text(asked, "name")
        if name not in TRAPS:
            raise UsageError(f"unknown trap {name!r}; choose {', '.join(TRAPS)}")
        trap = TRAPS[name].make(**_numbers(str(asked.get("parameters", ""))))
        return trap.pair, None, {"known": f"{trap.optimum} triples are the optimum: {trap.why_optimal}."}
    if kind not in EXAMPLES:
        raise UsageError(f"unknown kind {kind!r}; choose pair, trap, {', '.join(EXAMPLES)}")
    options = {"size": int(str(asked.get("size", "")))} if "size" in SOURCES[kind].options else {}
    reduction = reduce(kind, [SourceText("the text", _text(asked, "text"))], options)
    return reduction.target, reduction, {}


def _text(asked: Mapping[str, Any], name: str) -> str:
    """A member of a request that has to be a text."""
    value = asked.get(name)
    if not isinstance(value, str):
        raise UsageError(f"expected a text as the {name} of the request, found {value!r}")
    return value


def _numbers(parameters: str) -> dict[str, int | float]:
    """Parameters of a trap, as a user writes them."""
    values: dict[str, int | float] = {}
    for part in parameters.split():
        name, _, value = part.partition("=")
        try:
            values[name] = float(value) if "." in value else int(value)
        except ValueError:
            raise UsageError(f"expected NAME=NUMBER, found {part!r}") from None
    return values


def _solved(pair: GraphPair, reduction: ToSmatch[Any, Any] | None) -> dict[str, Any]:
    """The answer to a pair, and of the source problem that it comes from."""
    settings = ScoreSettings(pair.convention, params=SolveParams(time_limit=SECONDS), certificates=True)
    claimed = claim(pair.left, pair.right, settings, "playground")
    comparison = claimed.comparison
    counts, steps = comparison.counts, lesson(claimed)
    largest = max(len(comparison.left.variables), len(comparison.right.variables))
    found = steps.found if steps else ()
    if not steps and comparison.problem is not None and largest <= CLIMBED:
        found = climbs(comparison.problem).found
    score = counts.score
    return {
        "left": write_graph(pair.left),
        "right": write_graph(pair.right),
        "matched": counts.matched,
        "upper_bound": counts.upper_bound,
        "sizes": [counts.left_triples, counts.right_triples],
        "score": [score.precision, score.recall, score.f1],
        "status": str(comparison.status),
        "drawing": _shown(_drawing(claimed, largest)),
        "source": _shown(_source_drawing(reduction, dict(comparison.alignment))),
        "answer": _answer(claimed, reduction),
        "found": found,
        "climbs": _shown(climbs_drawing(found, counts.matched)) if found else None,
        "summary": steps.summary if steps else "",
        "climb": [{"caption": words, **_shown(drawing)} for drawing, words in steps.climb] if steps else [],
        "proof": [{"caption": words, **_shown(drawing)} for drawing, words in steps.proof] if steps else [],
        "certificate": claimed.certificate,
        "alignment": comparison.alignment,
    }


def _shown(drawing: Drawing | None) -> dict[str, str]:
    return {"svg": drawing.svg if drawing else "", "description": drawing.description if drawing else ""}


def _drawing(claimed: Claim, largest: int) -> Drawing | None:
    comparison = claimed.comparison
    graphs, mapping = (comparison.left, comparison.right), comparison.solution.mapping
    if largest <= DRAWN_WITH_ARCS:
        return pair_drawing(*graphs, mapping, comparison.duplicates)
    return outline_drawing(*graphs, [("alignment", mapping)], comparison.duplicates) if largest <= DRAWN else None


def _source_drawing(reduction: ToSmatch[Any, Any] | None, alignment: dict[str, str]) -> Drawing | None:
    """The graph of the source problem, with the solution that the alignment gives."""
    graph = getattr(getattr(reduction, "source", None), "graph", None)
    if reduction is None or not isinstance(graph, SimpleGraph) or len(graph) > DRAWN:
        return None
    found = reduction.backward(alignment) or ()
    vertices = dict(enumerate(graph.vertices))
    if reduction.name == "hamiltonian-cycle":
        tour = list(found)
        return graph_drawing(vertices, graph.edges, chosen_edges=list(zip(tour, tour[1:] + tour[:1], strict=True)))
    return graph_drawing(vertices, graph.edges, chosen=found)


def _answer(claimed: Claim, reduction: ToSmatch[Any, Any] | None) -> str:
    if reduction is None:
        return ""
    comparison = claimed.comparison
    proved = comparison.status in (ClaimStatus.CERTIFIED, ClaimStatus.BOUNDED)
    evidence = Evidence.CHECKED if proved else Evidence.CLAIMED
    return str(answer(reduction, dict(comparison.alignment), comparison.counts.upper_bound, evidence))


def climbs_drawing(found: tuple[int, ...], optimum: int) -> Drawing:
    """How many climbs found how much, a bar for each value, and the optimum.

    >>> climbs_drawing((3, 4, 4), 4).description
    'Climbs from 3 random starts: 2 match 4, the optimum; 1 matches 3.'
    """
    counted = sorted(Counter(found).items(), reverse=True)
    elements, parts = [], []
    for row, (value, number) in enumerate(counted):
        y, is_best = 14 + (LINE + 6) * row, value == optimum
        colour = "matched" if is_best else "missed"
        elements.append(text((60, y), str(value), colour, anchor="end", bold=is_best))
        elements.append(box((70, y - 8), 14.0 * number, 16, colour=colour, dashed=not is_best, thick=1.6))
        elements.append(text((78 + 14.0 * number, y), f"{number} of {len(found)}", "soft"))
        parts.append(f"{number} match{'es' * (number == 1)} {value}{', the optimum' * is_best}")
    if not counted or counted[0][0] < optimum:
        y = 14 + (LINE + 6) * len(counted)
        elements.append(text((60, y), str(optimum), "matched", anchor="end", bold=True))
        elements.append(text((70, y), "the optimum: found by none", "matched"))
    words = f"Climbs from {len(found)} random starts: {'; '.join(parts)}."
    width = 78 + 14.0 * max([0, *Counter(found).values()]) + text_width("20 of 20 triples")
    return Drawing(max(width, 300), 30 + (LINE + 6) * len(counted), tuple(elements), words)


def check_certificate(certificate: str) -> str:
    """What ``python checker.py FILE`` prints of a certificate: the checker as it stands, as a script runs it.

    >>> check_certificate("{}").split(":")[:2]
    ['line 1', ' refused']
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.jsonl"
        path.write_text(certificate.rstrip("\n") + "\n", encoding="utf-8")
        said = io.StringIO()
        with redirect_stdout(said):
            checker.main([str(path)])
    return said.getvalue()
