"""Folders of ``compare -o``, changed by somebody who knows how they are made.

``verify`` has to refuse a folder if any value of a row or of ``table.json`` does not follow from question, corpora and
certificates. The rows and the table that it accepts are compared with what ``compare`` writes for the same corpora, and
the certificates of plain Smatch are held to the judge.
"""

import gzip
import hashlib
import json
import random
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.stress.campaigns import Outcome, Verdict, ended, lasting_folder
from benchmarks.stress.claims.judge import wrong_certificate, wrong_claim
from benchmarks.stress.exact.campaign import change, places
from benchmarks.stress.exact.oracle import Asked
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.reading import parse_graph
from tests.commands.running import run

SAMPLES = Path(__file__).parents[3] / "src" / "smatchproof" / "samples"
OPTIONS = (
    "--metric smatch --metric sembleu --samples 9",
    "--method S --duplicates product --percent --decimals 1 --samples 9 --baseline c.amr",
    "--metric graded-smatch --similarities similarity.tsv --graded attributes --samples 9",
    "--convention paper --fine-grained --samples 9 --clusters \\d",
)
"""The originals: the options of a comparison of two systems on four sentences of the samples."""
VALUES: dict[str, tuple[Any, ...]] = {
    "convention": ("smatch", "smatchpp-amr", "paper", "none"),
    "top": ("const", "concept", "none"),
    "duplicates": ("set", "multiset", "product"),
    "method": ("exact", "S", "ILS", "x"),
    "metric": ([], ["sembleu"], ["smatch", "smatch"], ["x"]),
    "baseline": (0, 1, 2, 10**9, -1),
    "samples": (1, 10, 10**8, -1, None),
    "clusters": ("\\d", "(", "", None),
    "systems": ([], None),
    "reference": ({}, "ref.amr"),
}
"""Values of the question that decide its table."""


@cache
def original(number: int) -> tuple[Path, dict[str, Any]]:
    """A folder with corpora and with a folder ``bundle`` for those options; and the values in this one."""
    folder = lasting_folder()
    texts = [(SAMPLES / f"annotator-{side}.amr").read_text(encoding="utf-8") for side in "ab"]
    left, right = ([block for block in text.split("\n\n") if "::id" in block][:4] for text in texts)
    third = [block.replace(":ARG1", ":ARG2").replace(" / t", " / u") for block in left]
    for name, blocks in (("ref", left), ("b", right), ("c", third)):
        (folder / f"{name}.amr").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    shutil.copy(SAMPLES / "similarity.tsv", folder)
    assert not (said := compared(folder, number)), said
    values = values_of(folder / "bundle")
    assert not (why := wrong_rows(folder, values)), why
    return folder, values


def compared(folder: Path, number: int, into: str = "bundle") -> str:
    """Write a folder of comparison; returns what the program says if it fails."""
    done = ended(run("compare", "ref.amr", "b.amr", "c.amr", *OPTIONS[number].split(), "-o", into, cwd=folder))
    return done.stderr if done.returncode else ""


def values_of(bundle: Path) -> dict[str, Any]:
    """The values that are verified, by file; of a file of lines those of each."""
    files = [bundle / "question.json", bundle / "table.json", *bundle.glob("rows/*"), *bundle.glob("certificates/*")]
    found = {path.relative_to(bundle).as_posix(): path.read_bytes() for path in files if path.is_file()}
    return {
        name: [*map(json.loads, gzip.decompress(content).splitlines())] if "/" in name else json.loads(content)
        for name, content in found.items()
    }


def wrong_rows(folder: Path, values: dict[str, Any]) -> str | None:
    """What the judge finds wrong in the rows of plain Smatch and in their certificates."""
    question = values["question.json"]
    rule = convention(question["convention"] or "smatch", top=question["top"], duplicates=question["duplicates"])
    texts = {path.stem: path.read_text(encoding="utf-8").split("\n\n") for path in folder.glob("*.amr")}
    for name in ("b", "c"):
        certificates = {each["id"]: each for each in values.get(f"certificates/{name}.smatch.jsonl.gz", ())}
        for row, *pair in zip(values.get(f"rows/{name}.smatch.jsonl.gz", ()), texts[name], texts["ref"], strict=False):
            left, right = (rule.triples(parse_graph(text)) for text in pair)
            asked = Asked(left, right, Duplicates(rule.duplicates), None)
            numbers = [{variable: at for at, variable in enumerate(graph.variables)} for graph in (left, right)]
            alignment = {numbers[0][one]: numbers[1][other] for one, other in row["alignment"]}
            claim = row["matched"], row["bound"]
            why = wrong_claim(asked, alignment, *claim)
            if not why and row["id"] in certificates:
                why = wrong_certificate(json.dumps(certificates[row["id"]]), asked, *claim)
            if why:
                return f"{name}, {row['id']}: {why}"
    return None


@dataclass
class Case:
    """A copy of an original that may be changed."""

    rng: random.Random
    folder: Path
    values: dict[str, Any]

    def put(self, name: str, value: Any) -> None:
        """Write the value of a file that is verified."""
        text = "".join(json.dumps(each) + "\n" for each in value) if "/" in name else json.dumps(value)
        content = gzip.compress(text.encode()) if "/" in name else text.encode()
        (self.folder / "bundle" / name).write_bytes(content)


def case(number: int, seed: int) -> Outcome:
    """Change a folder in one of the ways, and verify it."""
    at, way = number % len(OPTIONS), [*WAYS][number // len(OPTIONS) % len(WAYS)]
    folder, values = original(at)
    with tempfile.TemporaryDirectory() as temporary:
        copied = Path(shutil.copytree(folder, Path(temporary, "case")))
        WAYS[way](Case(random.Random(f"{seed}/bundle/{number}"), copied, json.loads(json.dumps(values))))
        done = ended(run("verify", "bundle", cwd=copied))
        text = f"original {at}: exit {done.returncode}, {done.stderr.strip()[-500:]}"
        if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
            return Outcome(way, Verdict.WRONG, text)
        if done.returncode:
            return Outcome(way, Verdict.WRONG if way == "nothing" else Verdict.REFUSED, text)
        if way == "corpus":
            if said := compared(copied, at, "anew"):
                return Outcome(way, Verdict.WRONG, f"{text}; accepted, and cannot be compared: {said}")
            values = values_of(copied / "anew")
        found = values_of(copied / "bundle")
        claims = [name for name in values if name.startswith(("table.json", "rows/"))]
        wrong = [name for name in claims if not same(values[name], found.get(name))]
        if way.startswith("rows"):
            wrong += filter(None, [wrong_rows(copied, found)])
        return Outcome(way, Verdict.WRONG, f"accepted: {wrong}; {text}") if wrong else Outcome(way)


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are the same, numbers that are not whole within a billionth."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= 1e-9
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def table(some: Case) -> None:
    """Any value of the table, or two of them exchanged."""
    value = some.values["table.json"]
    change(*some.rng.choice([*places(value)]), some.rng)
    some.put("table.json", value)


def lines(some: Case) -> None:
    """Rows and certificates: changed anywhere, in another order, twice, left out, of other pairs and other systems."""
    rng = some.rng
    names = [name for name, value in some.values.items() if "/" in name and value]
    name, other = rng.choice(names), rng.choice(names)
    records = some.values[name]
    one, two, way = rng.choice(records), rng.choice(records), rng.randrange(8)
    if way == 0:
        records = rng.choice((records[1:], records[:-1], [*records, one], records[::-1], some.values[other], []))
    elif way == 1:
        key = rng.choice([*one])
        one[key], two[key] = two.get(key), one[key]
    elif way == 2 and one.get("alignment"):
        couples = one["alignment"]
        one["alignment"] = rng.choice((couples[1:], couples[:-1], couples[::-1], [*couples, couples[0]], []))
    elif way == 3 and "status" in one:
        one["status"] = rng.choice(("certified", "searched", "bounded", "heuristic", None))
    elif way == 4 and "score" in one:
        one["score"] = rng.choice((one["score"] + 1e-6, one["score"] - 1e-6, 1.0, 0, float("nan"), 10**400))
    else:
        change(*rng.choice([*places(records)]), rng)
    some.put(name, records)


def question(some: Case) -> None:
    """What decides the table."""
    value, name = some.values["question.json"], some.rng.choice([*VALUES])
    value[name] = some.rng.choice(VALUES[name])
    some.put("question.json", value)


def corpus(some: Case) -> None:
    """A corpus is another one, and the question has its hash."""
    rng, name = some.rng, some.rng.choice(("ref.amr", "b.amr", "c.amr"))
    path = some.folder / name
    text = path.read_text(encoding="utf-8")
    match = rng.choice([*re.finditer(r"[a-z]+-\d+|ARG\d|/ [a-z]+", text)])
    blocks = text.strip().split("\n\n")
    changed = text[: match.end() - 1] + rng.choice("0123456789x") + text[match.end() :]
    other = (changed, changed, "\n\n".join(blocks[::-1]) + "\n", text + "\n", "\n\n".join(blocks[:-1]) + "\n")
    path.write_text(rng.choice(other), encoding="utf-8")
    value = some.values["question.json"]
    for file in (value["reference"], *value["systems"]):
        if file["path"].endswith(f"/{name}"):
            file["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    some.put("question.json", value)


WAYS: dict[str, Callable[[Case], None]] = {
    "nothing": lambda some: None,
    "table": table,
    "rows and certificates": lines,
    "table again": table,
    "rows and certificates again": lines,
    "question": question,
    "corpus": corpus,
}
