"""Documents whose search is cut short: by limits of time, nodes or memory, and by signals at random moments.

A document is several sentences of the samples merged into one graph, the same ones on both sides. ``score`` runs in a
process of its own, forked from this one, so that nothing is loaded anew. Each pair that it prints has to hold the
optimum in its interval, with an alignment worth what it says; every certificate has to be one of exactly this pair and
its interval. A search that is interrupted inside Python must leave nothing behind that makes the next one wrong.
"""

import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from unittest.mock import patch

from benchmarks.documents import merged
from benchmarks.stress.campaigns import HANGING, Outcome, Verdict, wrong_if
from benchmarks.stress.claims.judge import wrong_certificate, wrong_claim
from benchmarks.stress.exact.campaign import as_documents
from benchmarks.stress.exact.oracle import Asked
from smatchproof.cli import main
from smatchproof.conventions.conventions import CONVENTIONS, Convention, Top, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import exact
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams

SAMPLES = Path(__file__).parents[3] / "smatchproof" / "samples"
SIZES = (1, 2, 3, 4, 4, 5, 6, 7, 8, 10)
"""Sentences of a document: ten have some 130 variables; the optimum of a larger one may take ten seconds."""
LONGEST = 10
"""Seconds of the processor that a command may take."""
SIGNALS = {"interrupted": signal.SIGINT, "terminated": signal.SIGTERM}
WAYS = ("time limit", "node limit", "memory limit", *SIGNALS, "interrupted inside")
ENDS = (0, 130, 143, -signal.SIGINT, -signal.SIGTERM)
"""Exit codes: done, or ended by a signal, which may come before anybody handles it."""


def case(number: int, seed: int) -> Outcome:
    """Cut the search of one to three documents short, and judge what is said of them."""
    rng, way = random.Random(f"{seed}/document/{number}"), WAYS[number % len(WAYS)]
    rule = convention(rng.choice([*CONVENTIONS]), top=rng.choice([*Top]), duplicates=rng.choice([*Duplicates]))
    pairs = [document(rng) for _ in range(rng.randint(1, 3))]
    with ExitStack() as stack:
        for name, changed in (as_documents(rng) if rng.random() < 0.4 else {}).items():
            stack.enter_context(patch(name, changed))
        if way == "interrupted inside":
            return wrong_if(way, interrupted_inside(pairs[0], rule, rng))
        found = cut_short(pairs, rule, way, rng)
    return found if isinstance(found, Outcome) else judged(pairs, rule, way, *found)


@cache
def sentences() -> list[tuple[Graph, Graph]]:
    """The pairs of the samples."""
    texts = ((SAMPLES / f"annotator-{side}.amr").read_text(encoding="utf-8").split("\n\n") for side in "ab")
    both = ([parse_graph(block) for block in text if "::id" in block] for text in texts)
    return [*zip(*both, strict=True)]


def document(rng: random.Random) -> tuple[Graph, Graph]:
    """Some sentences merged, now and then one twice."""
    chosen = [rng.choice(sentences()) for _ in range(rng.choice(SIZES))]
    left, right = (merged([*graphs]) for graphs in zip(*chosen, strict=True))
    return left, right


def asked_of(pair: tuple[Graph, Graph], rule: Convention) -> Asked:
    """The question that a pair asks."""
    left, right = (rule.triples(graph) for graph in pair)
    return Asked(left, right, rule.duplicates, None)


def interrupted_inside(pair: tuple[Graph, Graph], rule: Convention, rng: random.Random) -> str | None:
    """What is wrong with the answer to a question that was interrupted before, in the same process."""
    asked = asked_of(pair, rule)
    problem = build_problem(asked.left, asked.right, asked.rule)
    interrupted(lambda: exact(problem, SolveParams(proof=True)), rng.choice((0.001, 0.01, 0.1)) * rng.random())
    solution = exact(problem, SolveParams(proof=True))
    alignment = {i: j for i, j in enumerate(solution.mapping) if j is not None}
    return wrong_claim(asked, alignment, solution.matched, solution.upper_bound) or (
        None if solution.matched == solution.upper_bound else f"open without a limit: {solution}"
    )


def interrupted(work: Callable[[], object], seconds: float) -> None:
    """Let an interruption end some work after so long, unless it has ended."""
    working = True

    def interrupt(*_: object) -> None:
        nonlocal working
        if working:
            working = False
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
        work()
        working = False
    except KeyboardInterrupt:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ---- the program in a process


def cut_short(
    pairs: list[tuple[Graph, Graph]], rule: Convention, way: str, rng: random.Random
) -> Outcome | tuple[str, str, str]:
    """What ``score`` prints, says and certifies when it is cut short; or what is wrong with its end."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, graphs in zip(("left", "right"), zip(*pairs, strict=True), strict=True):
            (folder / f"{name}.amr").write_text("\n\n".join(map(write_graph, graphs)) + "\n", encoding="utf-8")
        for name in ("stdout", "stderr"):
            (folder / name).touch()
        words = ["score", "left.amr", "right.amr", "--format", "jsonl", "--certificates", "proofs.jsonl"]
        words += ["--convention", rule.name, "--top", rule.top, "--duplicates", rule.duplicates]
        words += ["--jobs", rng.choice(("1", "1", "2"))]
        limits = {
            "time limit": ("--time-limit", str(rng.choice((1e-9, 0.003, 0.03, 0.3)))),
            "node limit": ("--node-limit", str(rng.randint(1, 4))),
            "memory limit": ("--memory-limit", str(rng.randint(1, 8))),
        }
        after = rng.choice((0.01, 0.1, 1.0)) * rng.random() if way in SIGNALS else None
        code = ended([*words, *limits.get(way, ())], folder, SIGNALS.get(way), after)
        said = (folder / "stderr").read_text(encoding="utf-8")
        if code not in ENDS[: 1 if after is None else None] or "Traceback" in said:
            return Outcome(way, Verdict.WRONG, f"exit {code}: {' '.join(words)}: {said[-500:]}")
        proofs = folder / "proofs.jsonl"
        certificates = proofs.read_text(encoding="utf-8") if proofs.exists() else ""
        strange = {path.name for path in folder.iterdir()} - {
            *("left.amr", "right.amr", "stdout", "stderr", "proofs.jsonl")
        }
        if strange or (code and certificates.count("\n") not in (0, len(pairs))):  # a signal may come after the file
            return Outcome(way, Verdict.WRONG, f"exit {code}, and there is {strange or 'a part of the certificates'}")
        return (folder / "stdout").read_text(encoding="utf-8"), certificates, f"exit {code}, {said}"


def ended(words: list[str], folder: Path, number: int | None, after: float | None) -> int | None:
    """The exit code of a command in a process of its own that gets a signal after so long; ``None`` if it hangs.

    It is that of SIGXCPU where the command takes too long.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS.values())
    process = os.fork()
    if not process:
        _run(words, folder)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if number is not None and after is not None:
        time.sleep(after)
        os.kill(process, number)
    deadline = time.monotonic() + HANGING
    while time.monotonic() < deadline:
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return None


def _run(words: list[str], folder: Path) -> None:
    """Run a command in the process that was just forked, and end it."""
    code = 70
    try:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
            signal.signal(each, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST + 5))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS.values())
        os.chdir(folder)
        for stream, name in enumerate((os.devnull, "stdout", "stderr")):
            os.dup2(os.open(name, os.O_RDWR), stream)
        sys.stdin, *streams = (os.fdopen(os.dup(at), "rw"[at > 0], encoding="utf-8") for at in range(3))
        sys.stdout, sys.stderr = streams
        code = main(words)
        sys.stdout.flush()
    except BaseException:  # the interpreter would print it
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def judged(pairs: list[tuple[Graph, Graph]], rule: Convention, way: str, rows: str, proofs: str, end: str) -> Outcome:
    """The outcome of what was printed of the documents."""
    lines = [json.loads(line) for line in rows.splitlines()]
    certificates = {json.loads(line)["id"]: line for line in proofs.splitlines()}
    is_whole = end.startswith("exit 0")  # an interrupted run says that it has written no certificate
    if is_whole and len(lines) != len(pairs):
        return Outcome(way, Verdict.WRONG, f"{len(lines)} rows of {len(pairs)} pairs")
    if is_whole and (strange := certificates.keys() - {line["id"] for line in lines}):
        return Outcome(way, Verdict.WRONG, f"certificates of {strange}, which have no rows")
    for line in lines:
        asked = asked_of(pairs[int(line["id"]) - 1], rule)
        places = [{name: at for at, name in enumerate(graph.variables)} for graph in (asked.left, asked.right)]
        alignment = {places[0][left]: places[1][right] for left, right in line["alignment"]}
        why = wrong_claim(asked, alignment, line["matched"], line["upper_bound"])
        is_closed = line["matched"] == line["upper_bound"]
        is_certified = is_closed and (line["id"] in certificates or not is_whole)
        if not why and (line["status"] == "certified") != is_certified:
            why = f"called {line['status']}, certificates of {sorted(certificates)}"
        if not why and line["id"] in certificates:
            why = wrong_certificate(certificates[line["id"]], asked, line["matched"], line["upper_bound"])
        if why:
            about = {name: value for name, value in line.items() if name != "alignment"}
            return Outcome(way, Verdict.WRONG, f"{why}: {about}; {end}")
    return Outcome(way)
