"""Requests of the playground: a pair, or a source problem or a trap that becomes one; solved, proved, drawn, climbed.

Exercises and students' reductions are judged. The page runs this very module in the browser. It takes nothing but
penman.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
import tomllib
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from html import escape
from importlib import resources
from pathlib import Path
from traceback import extract_tb
from types import FunctionType
from typing import Any

from smatchproof.base.errors import SmatchproofError, UsageError, quoted, setting
from smatchproof.base.limits import LARGEST_CLIQUE, whole_number
from smatchproof.base.user_code import error_line
from smatchproof.base.version import VERSION
from smatchproof.lab.generators import TRAPS
from smatchproof.lab.generators.parameters import read_values
from smatchproof.lab.reductions.answers import answer
from smatchproof.lab.reductions.pictures import pictures
from smatchproof.lab.reductions.reduction import ToSmatch
from smatchproof.lab.reductions.registry import SOURCES, SourceText, reduce
from smatchproof.lab.teaching import judges
from smatchproof.lab.teaching.exercises import EXERCISES, check
from smatchproof.lab.teaching.plain_problems import PROBLEMS
from smatchproof.lab.teaching.reduction_judge import judge
from smatchproof.public import (
    Block,
    Claim,
    GraphPair,
    ScoreSettings,
    SolveParams,
    Top,
    checker,
    claim,
    climbs,
    write_graph,
)
from smatchproof.reports.drawings.drawing import LINE, Drawing, box, text, text_width
from smatchproof.reports.drawings.lesson import lesson
from smatchproof.reports.drawings.pair_drawing import pair_drawing

DRAWN, CLIMBED, CLIMBED_AT_ONCE = 60, 80, 30
"""The most variables that are drawn, climbed, and climbed in the shortest search: 20 climbs of
60 variables take 4 seconds in a browser."""

_OFFERED = tomllib.loads(
    resources.files("smatchproof.lab.teaching").joinpath("playground.toml").read_text(encoding="utf-8")
)
EXAMPLES: dict[str, dict[str, str]] = _OFFERED["examples"]
"""The source problems of the playground, each with the texts of a small instance."""
_SHORTEST = min(map(int, _OFFERED["seconds"]))
PAPER: list[str] = _OFFERED["paper"]
"""The example of Cai & Knight (2013), Section 2."""


def small_parameters(name: str) -> str:
    """Parameters of a trap that is small enough to be drawn, climbed and proved step by step.

    >>> small_parameters("circle"), small_parameters("names")
    ('persons=4', 'persons=8')
    """
    if name in _OFFERED["traps"]:
        return str(_OFFERED["traps"][name])
    return " ".join(f"{each.name}={each.default}" for each in TRAPS[name].parameters if each.default is not None)


def choices() -> str:
    """List the questions as JSON: the example pair, source problems with examples, traps with parameters.

    Each question has the members that its requests share, and its fields, which are the other members: of a form, and
    of a link that holds a request.

    >>> found = json.loads(choices())
    >>> sorted(found), [field["name"] for field in found["questions"][0]["fields"]]
    (['questions', 'version'], ['left', 'right', 'top', 'seconds'])
    """
    pair = [_field(side, f"{side} graph", graph, 5) for side, graph in zip(("left", "right"), PAPER, strict=True)]
    tops = _field("top", "TOP triple", Top.CONST, options=[[*each] for each in _OFFERED["tops"].items()])
    seconds = _field("seconds", "search for", options=[[*each] for each in _OFFERED["seconds"].items()])
    questions = [_asked({"kind": "pair"}, "a pair of AMRs", "", "in PENMAN notation", [*pair, tops, seconds])]
    for name in EXAMPLES:
        about = f"{SOURCES[name].reduction.summary}; {SOURCES[name].files}"
        fields = [*_source_fields(name), seconds]
        questions.append(_asked({"kind": name}, name, "a problem, reduced to Smatch", about, fields))
    for name, family in TRAPS.items():
        fields = [_field("parameters", "parameters", small_parameters(name)), seconds]
        asked = {"kind": "trap", "name": name}
        questions.append(_asked(asked, name, "a trap for hill-climbing", family.summary, fields))
    return json.dumps({"version": VERSION, "questions": [*questions, *_judged_questions()]})


def _source_fields(name: str) -> list[dict[str, Any]]:
    """The texts of a source problem, and its options."""
    source, texts = SOURCES[name], EXAMPLES[name]
    fields = [_field(each, source.files if each == "text" else each, text, 8) for each, text in texts.items()]
    if "size" in source.options:
        fields.append(_field("size", "size k", "3"))
    flags = sorted({*source.options} - {"size", "graph_format"})
    return [*fields, *(_field(flag, flag, options=[["no", "no"], ["yes", "yes"]]) for flag in flags)]


def _judged_questions() -> list[dict[str, Any]]:
    """The questions whose answers are Python: they run when the reader says so, and not before."""
    forms = [[name, name, f"an instance: {problem.form}"] for name, problem in PROBLEMS.items()]
    example = _OFFERED["reduction"]
    sides = [_field(side, f"{side} problem", example[side], options=forms) for side in ("source", "target")]
    fields = [*sides, _field("function", "the function, in Python", example["function"], 10)]
    about = "a function from instances of one problem to instances of another, with the same answer"
    judged = [_asked({"kind": "judge"}, "judge a reduction", "a task for you", about, fields, runs=True)]
    for number, exercise in EXERCISES.items():
        request, label = {"kind": "exercise", "number": str(number)}, f"exercise {number} ({exercise.level})"
        fields = [_field("answer", "your answer, as Python or as a text", "", 6)]
        asked = _asked(request, label, "a task for you", exercise.text.strip(), fields, runs=True)
        judged.append(asked | {"hints": exercise.hints})
    return judged


def _asked(
    request: dict[str, str], label: str, group: str, about: str, fields: list[dict[str, Any]], *, runs: bool = False
) -> dict[str, Any]:
    """A question that the page offers; `runs` if its fields hold Python that is run."""
    return {"request": request, "label": label, "group": group, "about": about, "fields": fields, "runs": runs}


def _field(
    name: str, label: str, value: str = "", rows: int = 0, options: list[list[str]] | None = None
) -> dict[str, Any]:
    """A field of a form: of one line, of several rows, or with options to choose from, by default the first.

    An option is a value, its words, and, if there is more to say of it, a note.
    """
    value = value or (options[0][0] if options else "")
    return {"name": name, "label": label, "value": value, "rows": rows, "options": options or []}


def solve(request: str) -> str:
    """Solve the request of a page, from JSON to JSON; an error of the input comes back as ``error``.

    A request has a ``kind``: ``pair`` with the texts ``left`` and ``right`` and a ``top`` (``const`` if there is none);
    ``trap`` with a ``name`` and ``parameters`` such as ``size=4``; or a name of :data:`EXAMPLES` with its texts and
    options. They may have ``seconds`` for the search. A ``judge`` has a ``source``, a ``target`` and a ``function``, an
    ``exercise`` a ``number`` and an ``answer``: programs, which run here.

    >>> found = json.loads(solve(json.dumps({"kind": "pair", "left": PAPER[0], "right": PAPER[1], "top": "none"})))
    >>> found["matched"], found["status"], sorted(found["found"])[-1]
    (4, 'certified', 4)
    >>> json.loads(solve(json.dumps({"kind": "pair", "left": "(a / ", "right": "(b / c)"})))["error"].splitlines()[0]
    "left:1:5: the graph ends before its parentheses are closed; add ')'"
    """
    try:
        asked = json.loads(request)
        if asked["kind"] in ("judge", "exercise"):
            return json.dumps(_judged(asked))
        pair, reduction, told = _question(asked)
        return json.dumps(_solved(pair, reduction, float(asked.get("seconds", _SHORTEST))) | told)
    except KeyError as error:
        return json.dumps({"error": f"the page offers no {error}; choose a question above"})
    except (SmatchproofError, ValueError) as error:
        return json.dumps({"error": str(error)})
    except (MemoryError, RecursionError):
        return json.dumps({"error": "this is too large to be solved here; run smatchproof itself"})


def _judged(asked: Mapping[str, str]) -> dict[str, Any]:
    """The judgement of a student's function or answer, in a line and as HTML."""
    if asked["kind"] == "judge":
        judgement = judge(written_function(asked["function"]), asked["source"], asked["target"])
        return {"said": f"{judgement.verdict}: {judgement.words}", "judged": judgement._repr_html_()}
    verdict = str(check(int(asked["number"]), written_answer(asked["answer"])))
    return {"said": verdict, "judged": f"<pre>{escape(verdict)}</pre>"}


def _question(asked: Mapping[str, str]) -> tuple[GraphPair, ToSmatch[Any, Any] | None, dict[str, Any]]:
    """The requested pair, the reduction that made it, and the facts that are known before it is solved."""
    kind = asked["kind"]
    if kind == "pair":
        graphs = [Block.of_text(asked[side], side).parse() for side in ("left", "right")]
        return GraphPair(graphs[0], graphs[1], setting(Top, "top", asked.get("top", Top.CONST))), None, {}
    if kind == "trap":
        trap = TRAPS[asked["name"]].make(**read_values(asked.get("parameters", "").split()))
        return trap.pair, None, {"known": f"{trap.optimum} triples are the optimum: {trap.why_optimal}."}
    texts = [SourceText(f"the {name}", asked[name]) for name in EXAMPLES[kind]]
    options: dict[str, Any] = {
        option: asked.get(option) == "yes" for option in {*SOURCES[kind].options} - {"size", "graph_format"}
    }
    if "size" in SOURCES[kind].options:
        options["size"] = _size(asked.get("size", ""))
    reduction = reduce(kind, [text for text in texts if text.text.strip() or len(texts) == 1], options).reduction
    return reduction.target, reduction, {}


def _size(text: str) -> int:
    """The size of a clique, as a user writes it."""
    kind = whole_number(0, LARGEST_CLIQUE)
    try:
        return kind.parse(text.strip())
    except ValueError:
        raise UsageError(f"expected {kind.expected} as the size k, found {quoted(text)}") from None


def _solved(pair: GraphPair, reduction: ToSmatch[Any, Any] | None, seconds: float) -> dict[str, Any]:
    """The answer to a pair, and of the source problem that it comes from."""
    settings = ScoreSettings(pair.convention, params=SolveParams(time_limit=seconds), certificates=True)
    claimed = claim(pair.left, pair.right, settings, "playground")
    comparison = claimed.comparison
    counts, steps = comparison.counts, lesson(claimed)
    largest = max(len(comparison.left.variables), len(comparison.right.variables))
    found = steps.found if steps else ()
    if not steps and largest <= (CLIMBED if seconds > _SHORTEST else CLIMBED_AT_ONCE):
        found = climbs(comparison.problem or pair.problem()).found
    score = counts.score
    return {
        "left": write_graph(pair.left),
        "right": write_graph(pair.right),
        "matched": counts.matched,
        "upper_bound": counts.upper_bound,
        "sizes": [counts.left_triples, counts.right_triples],
        "score": [score.precision, score.recall, score.f1],
        "status": str(comparison.status),
        "counted": f"Counted as by smatchproof score --top {pair.top}{', its default' * (pair.top is Top.CONST)}"
        f"{', with weights of triples' * (pair.weights is not None)}.",
        "drawing": _shown(_drawing(claimed, largest)),
        "source": _source_drawings(reduction, dict(comparison.alignment)),
        "answer": _answer(claimed, reduction),
        "found": found,
        "climbs": _shown(climbs_drawing(found, counts.matched)) if found else None,
        "summary": steps.summary if steps else "",
        "climb": [{"caption": words, **_shown(drawing)} for drawing, words in steps.climb] if steps else [],
        "proof": [{"caption": words, "svg": table} for table, words in steps.proof] if steps else [],
        "certificate": None if claimed.certificate is None else str(claimed.certificate),
        "alignment": comparison.alignment,
    }


def _shown(drawing: Drawing | None) -> dict[str, str]:
    return {"svg": drawing.svg if drawing else "", "description": drawing.description if drawing else ""}


def _drawing(claimed: Claim, largest: int) -> Drawing | None:
    comparison = claimed.comparison
    graphs, mapping = (comparison.left, comparison.right), comparison.solution.mapping
    return pair_drawing(*graphs, mapping, comparison.duplicates) if largest <= DRAWN else None


def _source_drawings(reduction: ToSmatch[Any, Any] | None, alignment: dict[str, str]) -> dict[str, str]:
    """The pictures of the source problem, with the solution that the alignment gives."""
    drawn = [] if reduction is None else pictures(reduction.source, reduction.backward(alignment))
    parts = [_shown(drawing) for drawing, _ in drawn]
    return {name: "".join(part[name] for part in parts) for name in _shown(None)}


def _answer(claimed: Claim, reduction: ToSmatch[Any, Any] | None) -> str:
    if reduction is None:
        return ""
    comparison = claimed.comparison
    return str(answer(reduction, dict(comparison.alignment), comparison.certified_counts.upper_bound))


def climbs_drawing(found: tuple[int, ...], optimum: int) -> Drawing:
    """Draw the values that the climbs found, a bar for each value, and the optimum.

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
    missed = f" None finds the optimum, {optimum}." * (not counted or counted[0][0] < optimum)
    if missed:
        y = 14 + (LINE + 6) * len(counted)
        elements.append(text((60, y), str(optimum), "matched", anchor="end", bold=True))
        elements.append(text((70, y), "the optimum: found by none", "matched"))
    words = f"Climbs from {len(found)} random starts: {'; '.join(parts)}.{missed}"
    width = 78 + 14.0 * max([0, *Counter(found).values()]) + text_width("20 of 20 triples")
    return Drawing(max(width, 300), 30 + (LINE + 6) * len(counted), tuple(elements), words)


def check_certificate(certificate: str) -> str:
    """Check a certificate as ``python checker.py FILE`` does: the checker as it stands, as a script runs it.

    >>> check_certificate("{}").split(":")[:2]
    ['line 1', ' refused']
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.jsonl"
        path.write_bytes((certificate.rstrip("\n") + "\n").encode("utf-8", "surrogatepass"))
        said = io.StringIO()
        with redirect_stdout(said):
            checker.main([str(path)])
    return said.getvalue()


# ---- Python that students write as a text; it runs in this very process

_PROGRAM = re.compile(r"^(async )?def |^(answer|from|import)\b", re.MULTILINE)
_CERTIFICATE = '{"format"'
_STUDENT = "student"


def written_answer(text: str) -> Any:
    r"""The answer that a text is: the value of an expression, that of a program, or a text as it stands.

    Some names of the notebook are known. Raises :class:`UsageError` if a program fails.

    >>> written_answer("20 * 19"), written_answer("FTF"), written_answer("answer = [1]\nanswer.append(2)")
    (380, 'FTF', [1, 2])
    """
    text = text.strip()
    if text.startswith(_CERTIFICATE) or (text.isidentifier() and text not in ("None", "True", "False")):
        return text
    if _PROGRAM.search(text):
        names = _run(text)
        return names["answer"] if "answer" in names else _last_function(names)
    try:
        return eval(text, _names())
    except Exception:  # words are not Python, and the judge says what is expected
        return text or None


def written_function(text: str) -> FunctionType:
    """The function that a program defines last. Raises :class:`UsageError` if it fails or defines none."""
    return _last_function(_run(text))


def _last_function(names: dict[str, Any]) -> FunctionType:
    functions = [value for value in names.values() if isinstance(value, FunctionType) and value.__module__ == _STUDENT]
    if not functions:
        raise UsageError("expected a function, such as def reduce(vertices, edges):")
    return functions[-1]


def _names() -> dict[str, Any]:
    return {"__name__": _STUDENT, "judges": judges, "TRAPS": TRAPS, "Fraction": Fraction}


def _run(text: str) -> dict[str, Any]:
    """The names that a program has defined. Raises :class:`UsageError` if it fails."""
    names = _names()
    try:
        exec(compile(text, _STUDENT, "exec"), names)
    except (Exception, SystemExit) as error:
        places = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == _STUDENT]
        line = getattr(error, "lineno", None) or (places or [None])[-1]
        raise UsageError(f"{f'line {line}: ' if line else ''}{error_line(error)}") from None
    return names
