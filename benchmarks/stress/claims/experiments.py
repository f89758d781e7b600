"""Folders of ``experiment run``, changed; then tables, report and ``--resume`` are asked for.

Such a folder holds no certificates: its rows state what was certified when they were measured. So what contradicts
itself, the other rows or the graphs that are stored has to be refused; what rows alone state falsely has to stand
beside the words that it rests on them. What the page draws of stored pairs has to be worth what it says, by brute
force; rows that a resumed run makes have to hold the optimum, and its table has to say what the rows say.
"""

import csv
import json
import random
import re
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from benchmarks.stress.campaigns import Outcome, Verdict, ended, lasting_folder
from benchmarks.stress.claims.judge import best
from benchmarks.stress.exact.campaign import change, places
from benchmarks.stress.exact.oracle import Asked, value
from smatchproof.conventions.conventions import Convention
from smatchproof.experiments.experiment import Experiment, all_pairs, read_experiment
from smatchproof.experiments.folder import PAIRS, ROWS, SPECIFICATION, TABLE
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.reports.tables.experiment_tables import RESTS_ON
from tests.commands.running import run

PLANS = (
    """
methods = ["Base", "S", "exact"]
seeds = "0-1"
[[sources]]
kind = "trap"
name = "circles"
family = "circle"
parameters = { persons = [4, 6, 8] }
[[sources]]
kind = "graphs"
number = 4
variables = "4-8"
""",
    """
methods = ["R", "S"]
duplicates = "product"
optimum_time_limit = 1e-9
[[sources]]
kind = "graphs"
name = "open"
number = 3
variables = "5-9"
[[sources]]
kind = "trap"
family = "ring"
parameters = { size = [8, 16] }
""",
)
COMMANDS = ("table2", "gaps", "table1", "resume", "table2", "gaps --by-size", "report", "resume", "growth", "figure1")
"""In turn; a report takes longest."""


@dataclass(frozen=True)
class Original:
    """A folder with a plan and what was run of it, ``out``; the optimum of each pair."""

    folder: Path
    experiment: Experiment
    optima: dict[tuple[str, str], int]


@cache
def original(number: int) -> Original:
    """The original of that number, run once in a process and held to the judge."""
    folder = lasting_folder()
    (folder / "plan.toml").write_text(PLANS[number])
    done = run("experiment", "run", "plan.toml", "-o", "out", "--jobs", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    experiment = read_experiment(PLANS[number], "plan.toml")
    rule = experiment.plan.convention
    optima = {(pair.source, pair.id): best(asked_of(pair.left, pair.right, rule)) for pair in all_pairs(experiment)}
    made = Original(folder, experiment, optima)
    assert not (why := false_rows(made, rows_of(folder / "out"))), why
    return made


def asked_of(left: Graph, right: Graph, rule: Convention) -> Asked:
    """The question that a pair asks."""
    return Asked(rule.triples(left), rule.triples(right), rule.duplicates, None)


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """The rows of a folder, as JSON; a last one that is cut off is left out."""
    lines = (folder / ROWS).read_text(encoding="utf-8", errors="replace").splitlines()
    found = []
    for line in lines:
        with suppress(ValueError, RecursionError):
            found.append(json.loads(line))
    return found


def false_rows(made: Original, rows: list[dict[str, Any]]) -> str | None:
    """Which row states an interval without the optimum, if one does."""
    for row in rows:
        optimum = made.optima.get((row["source"], row["pair"]))
        if optimum is None:
            return f"there is no pair {row['pair']} of {row['source']}"
        if not (max(row["matched"], row["optimum"]) <= optimum <= row["bound"]):
            return (
                f"{row['pair']}: {optimum} is not from {row['optimum']} to {row['bound']}, or {row['matched']} is more"
            )
    return None


# ---- a case


@dataclass
class Case:
    """A copy of an original that may be changed."""

    rng: random.Random
    made: Original
    folder: Path

    @property
    def out(self) -> Path:
        """The folder of the run."""
        return self.folder / "out"

    def change_lines(self, name: str, changed: Callable[[list[Any]], list[Any]]) -> None:
        """Change the objects of a file of JSON lines."""
        records = [json.loads(line) for line in (self.out / name).read_text(encoding="utf-8").splitlines()]
        lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in changed(records)]
        (self.out / name).write_text("".join(lines), encoding="utf-8")


def ready(number: int) -> None:
    """Make the original of a case."""
    original(number // len(TURNS) % len(PLANS))


def case(number: int, seed: int) -> Outcome:
    """Change a folder in one of the ways, and ask for something."""
    way, rng = TURNS[number % len(TURNS)], random.Random(f"{seed}/experiment/{number}")
    made = original(number // len(TURNS) % len(PLANS))
    command = COMMANDS[rng.randrange(len(COMMANDS))]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "case")
        shutil.copytree(made.folder, folder)
        some = Case(rng, made, folder)
        WAYS[way](some)
        before = rows_of(some.out) if (some.out / ROWS).is_file() else []
        if command == "resume":
            words = ["run", "plan.toml", "-o", "out", "--resume", "--jobs", "1"]
        else:
            words = [command.split()[0], "out", *command.split()[1:]]
        done = ended(run("experiment", *words, cwd=folder))
        text = f"{' '.join(words)}: exit {done.returncode}, {done.stderr.strip()[-500:]}"
        if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
            return Outcome(way, Verdict.WRONG, text)
        if done.returncode:
            return Outcome(way, Verdict.REFUSED)
        why = wrong_resumed(some, before) if command == "resume" else wrong_words(some, command, done.stdout)
        return Outcome(way, Verdict.WRONG, f"{why}; {text}") if why else Outcome(way)


def wrong_resumed(some: Case, before: list[dict[str, Any]]) -> str | None:
    """What is wrong after a run was resumed, if anything is: new rows have to be true, the table has to be the rows."""
    rows = rows_of(some.out)
    numbers = some.made.experiment.plan.rows * len(some.made.optima)
    if len(rows) != numbers:
        return f"{len(rows)} rows, not {numbers}"
    kept = [json.dumps(row) for row in before]
    if why := false_rows(some.made, [row for row in rows if json.dumps(row) not in kept]):
        return f"a new row is false: {why}"
    with (some.out / TABLE).open(newline="", encoding="utf-8") as file:
        table = [*csv.DictReader(file)]
    columns = ("source", "pair", "method", "seed", "matched", "optimum", "bound", "proved", "sha256")
    if [[line[name] for name in columns] for line in table] != [[str(row[name]) for name in columns] for row in rows]:
        return f"{TABLE} is not what the rows say"
    return wrong_stored(some)


def wrong_words(some: Case, command: str, printed: str) -> str | None:
    """What is wrong with what was made of the rows, if anything is."""
    page = (some.out / "report.html").read_text(encoding="utf-8") if command == "report" else printed
    if RESTS_ON not in unescape(page):
        return "it does not say what it rests on"
    if match := re.search(r"\b(?:nan|inf|None)\b", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)):
        return f"it prints {match.group()}"
    if command != "report":
        return None
    lost = some.made.experiment.plan.rows * len(some.made.optima) - len(rows_of(some.out))
    if lost > 0 and "The experiment is not finished" not in page:
        return f"{lost} rows are lost, and it is called finished"
    return wrong_stored(some, page)


def wrong_stored(some: Case, page: str | None = None) -> str | None:
    """What is wrong with the stored pairs and with what the page says of them, if anything is."""
    path, rule = some.out / PAIRS, some.made.experiment.plan.convention
    if not path.exists():
        return None
    graphs = {(pair.source, pair.id): (pair.left, pair.right) for pair in all_pairs(some.made.experiment)}
    for record in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        pair = record["source"], record["pair"]
        drawn = asked_of(parse_graph(record["left"]), parse_graph(record["right"]), rule)
        if drawn != asked_of(*graphs[pair], rule):
            return f"{pair} is drawn with other graphs"
        worth = {name: _value(drawn, couples) for name, couples in {**record["found"], "": record["optimal"]}.items()}
        for name in record["found"] if page is not None else ():
            words = f"{re.escape(name)} matches {worth[name]} instead of {worth['']}"
            if worth[name] < worth[""] and not re.search(words, unescape(page or "")):
                return f"the page does not say that {words}"
    return None


def _value(asked: Asked, couples: list[tuple[str, str]]) -> int:
    numbers = [{name: at for at, name in enumerate(graph.variables)} for graph in (asked.left, asked.right)]
    return value(asked, {numbers[0][left]: numbers[1][right] for left, right in couples})


# ---- ways to change a folder


def nothing(some: Case) -> None:
    """Nothing changes."""


def number(some: Case) -> None:
    """A number or a name of a row, and perhaps of all rows of its pair."""
    rng = some.rng
    name = rng.choice(("matched", "optimum", "bound", "proved", "left_triples", "sha256", "seed", "trace", "seconds",
                       "status", "pair", "source", "method", "signature", "left_variables", "cluster"))  # fmt: skip

    def changed(rows: list[Any]) -> list[Any]:
        row = rng.choice(rows)
        all_of_pair = rng.random() < 0.4
        if name == "trace" and row["trace"]:
            change(*rng.choice([*places(row["trace"])]), rng)
            return rows
        old, another = row[name], rng.choice(rows)[name]
        values = (another, 0, -1, 10**30, True, "x") if rng.random() < 0.5 else (old + 1, old - 1) \
            if isinstance(old, int) else (another,)  # fmt: skip
        new = rng.choice(values)
        for each in rows:
            if each is row or (all_of_pair and (each["source"], each["pair"]) == (row["source"], row["pair"])):
                each[name] = new
        return rows

    some.change_lines(ROWS, changed)


def lie(some: Case) -> None:
    """All rows of a pair agree on another optimum or bound, and call it proved."""
    rng = some.rng

    def changed(rows: list[Any]) -> list[Any]:
        chosen = rng.choice(rows)
        more = rng.choice((-3, -2, -1, 1, 2, 5))
        for row in rows:
            if (row["source"], row["pair"]) == (chosen["source"], chosen["pair"]):
                row["optimum"] = row["bound"] = max(0, chosen["optimum"] + more)
                row["matched"] = min(row["matched"], row["optimum"])
                row["trace"] = [moment for moment in row["trace"] if moment[2] <= row["matched"]]
                row["proved"] = True
        return rows

    some.change_lines(ROWS, changed)


def anywhere(some: Case) -> None:
    """Any place of some rows."""

    def changed(rows: list[Any]) -> list[Any]:
        for _ in range(some.rng.randint(1, 3)):
            change(*some.rng.choice([*places(some.rng.choice(rows))]), some.rng)
        return rows

    some.change_lines(ROWS, changed)


def order(some: Case) -> None:
    """Rows twice, lost, exchanged, cut off."""
    rng = some.rng
    path = some.out / ROWS
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    one, other = (rng.randrange(len(lines)) for _ in range(2))
    ways = (
        lambda: [*lines, lines[one]],
        lambda: lines[:one] + lines[one + 1 :],
        lambda: lines[:one],
        lambda: [*lines[:-1], lines[-1][: rng.randrange(len(lines[-1]))]],
        lambda: [*lines[:one], lines[other], *lines[one + 1 :]],
        lambda: [
            *lines[:one],
            rng.choice(("\n", "{}\n", "\0\n", "x" * 10**6 + "\n", "[" * 10**5 + "\n")),
            *lines[one:],
        ],
        lambda: rng.sample(lines, len(lines)),
    )
    path.write_text("".join(rng.choice(ways)()), encoding="utf-8")


def table(some: Case) -> None:
    """The table of the rows: other numbers, lost rows, none; now and then the rows end early, too."""
    rng = some.rng
    path = some.out / TABLE
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    match = rng.choice([*re.finditer(r"\d+", text)])
    ways = (text[: match.start()] + "7" + text[match.end() :], "".join(lines[:-2]), "", "\0" * 100, '"' * 10**6, text)
    path.write_text(rng.choice(ways), encoding="utf-8")
    if rng.random() < 0.5:
        order(some)


def stored(some: Case) -> None:
    """The stored pairs: other graphs, other alignments, other methods; now and then the rows agree with them."""
    rng = some.rng
    if not (some.out / PAIRS).read_text(encoding="utf-8"):
        return

    def changed(records: list[Any]) -> list[Any]:
        one, other, way = rng.choice(records), rng.choice(records), rng.randrange(6)
        if way == 0:
            one["left"], one["right"] = other["left"], other["right"]
        elif way == 1:
            one["left"] = re.sub(r"/ \w+", "/ other", one["left"], count=1)
        elif way == 2:
            one["optimal"] = rng.choice([*one["found"].values(), one["optimal"][1:]])
        elif way == 3:
            name = rng.choice([*one["found"]])
            one["found"][rng.choice((name, "S", "<b>", "exact"))] = rng.choice(
                (one["optimal"], [], one["found"][name][1:])
            )
        elif way == 4:
            return rng.choice(([*records, one], records[1:], [], records[::-1]))
        else:
            change(*rng.choice([*places(one)]), rng)
        return records

    some.change_lines(PAIRS, changed)


def plan(some: Case) -> None:
    """What the folder says of the experiment, or the plan itself."""
    rng = some.rng
    path = rng.choice((some.out / SPECIFICATION, some.folder / "plan.toml"))
    text = path.read_text(encoding="utf-8")
    match = rng.choice([*re.finditer(r"\d+|\w+", text)])
    ways = (text[: match.start()] + rng.choice(("7", "x", "")) + text[match.end() :], "", text + "\n", "[" * 10**5)
    path.write_text(rng.choice(ways), encoding="utf-8")


WAYS: dict[str, Callable[[Case], None]] = {
    "nothing": nothing,
    "value of rows": number,
    "consistent lie": lie,
    "anywhere in rows": anywhere,
    "order of rows": order,
    "table": table,
    "stored pairs": stored,
    "experiment": plan,
}
SHARES = (1, 9, 6, 8, 5, 3, 6, 2)
"""The cases of forty that are of each way."""
TURNS = tuple(random.Random(0).sample([way for way, share in zip(WAYS, SHARES, strict=True) for _ in range(share)], 40))
