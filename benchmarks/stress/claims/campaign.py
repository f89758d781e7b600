"""A campaign against ``reduce --back`` (see :mod:`benchmarks.stress.campaigns`).

    python -m benchmarks.stress.claims.campaign --seed 1 --shard 0/2 --state FILE
    python -m benchmarks.stress.claims.campaign --report FILE...

A case asks for an answer to a map, a row or a certificate that somebody has changed, or taken from elsewhere.
What the program then calls an answer is held to brute force on the instance that the map holds
(:mod:`.definitions`): the solution has to be worth what is said, and what is called proved has to be
so. Otherwise it is refused in a line of its own. Nothing else may come out, and the exit code says which of these it
is: 0 settled, 1 open or a proof refused, 2 no map or no answer of this pair.
"""

import json
import pickle
import random
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from benchmarks.stress.campaigns import Campaign, Kind, Outcome, Verdict, lasting_folder
from benchmarks.stress.claims.definitions import Asked, asked, is_settled, wrong_answer
from benchmarks.stress.exact.campaign import change, mutated, places
from smatchproof.base.errors import InputError, UsageError
from smatchproof.lab.reductions.maps import write_map
from smatchproof.lab.reductions.registry import SOURCES, SourceText, reduce
from smatchproof.public import Top
from tests.commands.running import run

BATCH = 1_000
"""The number of cases that are made of the same originals, two of each source."""
TOPS = ("const", "concept", "none")
OTHER_SETTINGS = (("--duplicates", "product"), ("--convention", "paper"), ("--node-limit", 1))


# ---- instances


def _formula(rng: random.Random) -> str:
    n, m = rng.randint(0, 3), rng.randint(0, 4)
    clauses = [
        [rng.choice((-1, 1)) * rng.randint(1, n) for _ in range(rng.randint(0, 3) if n else 0)] for _ in range(m)
    ]
    return "\n".join([f"p cnf {n} {m}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]) + "\n"


def _graph(rng: random.Random, most: int, directed: bool = False) -> str:
    """An edge list of degree 3 at most, with isolated vertices and, if it is directed, loops.

    It is empty or has an edge: where every line is a single word, another format may be meant, and it is refused.
    """
    size = rng.randint(most - 3, most)
    names = rng.sample(["a", "b", "c", "d", "e", "f"], size + (size == 1))
    couples = [(a, b) for a in names for b in names if directed or a < b]
    lines, degree = [*names], dict.fromkeys(names, 0)
    for a, b in rng.sample(couples, k=rng.randint(-(-len(couples) // 3), len(couples))):
        if directed or max(degree[a], degree[b]) < 3:
            lines.append(f"{a} {b}")
            degree[a], degree[b] = degree[a] + 1, degree[b] + 1
    return "\n".join(lines) + "\n"


def _packing(rng: random.Random) -> str:
    bins, capacity = rng.randint(1, 3), rng.randint(1, 4)
    items, rest = [], bins * capacity
    while rest:
        items.append(min(rest, rng.randint(1, capacity)))
        rest -= items[-1]
    return f"{bins} {capacity}\n{' '.join(map(str, items))}\n"


def _strings(rng: random.Random) -> str:
    letters = rng.choices("ab", k=rng.randint(1, 6))
    return "".join(letters) + "\n" + "".join(rng.sample(letters, len(letters))) + "\n"


def _matrices(rng: random.Random, most: int) -> str:
    size = rng.randint(0, 4)
    rows = [" ".join(str(rng.randint(0, most)) for _ in range(size)) for _ in range(2 * size)]
    return "\n".join([str(size), *rows]) + "\n"


def _instance(source: str, rng: random.Random) -> tuple[list[str], dict[str, Any]]:
    """Texts of files, and options."""
    flags = sorted({*SOURCES[source].options} - {"size", "graph_format"})
    options = {name: True for name in flags if rng.random() < 0.4}
    directed = options.get("directed", False)
    match source:
        case "sat" | "sat-clique" | "max-sat":
            return [_formula(rng)], options
        case "clique" | "clique-subgraph":
            return [_graph(rng, 5)], {"size": rng.randint(0, 4)}
        case "subgraph" | "acyclic-subgraph" | "common-subgraph" | "ged":
            return [_graph(rng, 3, directed), _graph(rng, 4, directed)], options
        case "packing" | "packing-degree-3":
            return [_packing(rng)], options
        case "common-partition":
            return [_strings(rng)], options
        case "max-qap" | "qap":
            return [_matrices(rng, 1 if source == "max-qap" else 4)], options
    return [_graph(rng, 5, directed)], options


# ---- originals


@dataclass(frozen=True)
class Original:
    """The map of an instance, and what was scored of its pair: rows and certificates by their settings."""

    source: str
    map: str
    folder: Path
    scored: tuple[str | int, ...]

    @cached_property
    def answers(self) -> list[str]:
        """A row and a certificate of the pair; then those under other settings, which may be refused."""
        found = []
        for settings in ((), random.Random(self.map).choice(OTHER_SETTINGS)):
            options = [*self.scored, *settings, "--certificates", "proof", "--format", "jsonl"]
            row = run("score", "left.amr", "right.amr", *options, cwd=self.folder).stdout
            proof = self.folder / "proof"
            found += [row, proof.read_text(encoding="utf-8") if proof.exists() else ""]
        return [answer for answer in found if answer.strip()]

    @cached_property
    def certificates(self) -> list[bytes]:
        """The certificates, pickled."""
        return [pickle.dumps(json.loads(answer)) for answer in self.answers if '"proof"' in answer]


@lru_cache(maxsize=4 * len(SOURCES))
def original(source: str, seed: int, batch: int, number: int) -> Original:
    """One of the originals of a batch."""
    rng = random.Random(f"{seed}/{source}/{batch}/{number}")
    texts, options = _instance(source, rng)
    top = rng.choice(TOPS)
    folder = lasting_folder()
    files = [f"file{at}" for at in range(len(texts))]
    for name, text in zip(files, texts, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    words = [word for name, value in options.items() for word in (f"--{name}", value)[: 1 if value is True else 2]]
    done = run("reduce", source, *files, *words, "--top", top, "-o", "left.amr", "right.amr", cwd=folder)
    assert done.returncode == 0, done.stderr
    text = (folder / "left.map.json").read_text(encoding="utf-8")
    weighed = ("--map", "left.map.json") if '"weights"' in text else ()
    return Original(source, text, folder, (*weighed, *(() if weighed else ("--top", top))))


# ---- changes


@dataclass
class Case:
    """Return the bytes of a map and of an answer to it, made of originals."""

    rng: random.Random
    made: Original
    others: Sequence[Callable[[], Original]]
    map: bytes = b""
    answer: bytes = b""

    def other(self) -> Original:
        """Another instance, of the same source or of any."""
        return self.rng.choice(self.others)()


def as_it_is(case: Case) -> None:
    """A row or a certificate of the pair, under these settings or others."""


def of_another(case: Case) -> None:
    """A row or a certificate of another pair; some say that they are of this one."""
    answer = json.loads(case.rng.choice(case.other().answers))
    if case.rng.random() < 0.5:
        answer["sha256"] = json.loads(case.map)["sha256"]
    case.answer = json.dumps(answer).encode()


def invented(case: Case) -> None:
    """A row of any alignment and any bound."""
    rng, question = case.rng, json.loads(case.map)
    left, right = (
        [name.split()[1] for name in question["gadgets"] if name.startswith(side)] for side in ("left", "right")
    )
    pairs = min(len(left), len(right), rng.choice((0, 1, 2, 99)))
    row: dict[str, Any] = {"alignment": [*zip(rng.sample(left, pairs), rng.sample(right, pairs), strict=True)]}
    true = json.loads(case.made.answers[0])
    near = [*question["optimum"].values(), true.get("matched", 0)]
    row["upper_bound"] = rng.choice(
        (0, 1, 10**18, 2**63, -1, "0", 1.5, None, True, *(n + d for n in near for d in (-1, 0, 1)))
    )
    row["sha256"] = rng.choice((question["sha256"], question["sha256"], "0" * 64, None))
    if rng.random() < 0.3:
        row["alignment"] = true.get("alignment", [])
    if rng.random() < 0.3:
        row |= {"status": "optimal", "f1": 1.0, "matched": row["upper_bound"], "signature": true.get("signature")}
    case.answer = json.dumps({key: value for key, value in row.items() if rng.random() < 0.9}).encode()


def changed_row(case: Case) -> None:
    """A row with other numbers, other types, or with variables exchanged."""
    rng = case.rng
    row = json.loads(case.made.answers[0])
    if row.get("alignment") and rng.random() < 0.5:
        one, other = (rng.choice(row["alignment"]) for _ in range(2))
        side = rng.randrange(2)
        one[side], other[side] = other[side], one[side]
    for _ in range(rng.randint(0, 2)):
        holder, key = rng.choice([*places(row)])
        change(holder, key, rng)
    case.answer = json.dumps(row).encode()


def changed_certificate(case: Case) -> None:
    """A certificate with changes, in most cases hashed again, in some with the hash that is wanted."""
    pool = [*case.made.certificates, *case.other().certificates]
    if not case.made.certificates:
        return
    mutant = mutated(case.rng.choice(case.made.certificates), pool, case.rng)
    if case.rng.random() < 0.2:
        mutant["sha256"] = json.loads(case.map)["sha256"]
    case.answer = json.dumps(mutant).encode()


def changed_bytes(case: Case) -> None:
    """A map or an answer that is cut off, or has bytes exchanged, taken away, doubled or put in."""
    name = case.rng.choice(("map", "answer"))
    setattr(case, name, _damaged(getattr(case, name), case.rng))


def _damaged(data: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 3, 40))
        inserted = rng.choice(
            (b"", b"\0", b"\xff", b"[" * 3000, b"9" * 30, b'"', b",", b"\n", b"-", b"NaN", data[at : at + size])
        )
        way = rng.randrange(4)
        if way == 0:
            data = data[:at]
        elif way == 1:
            data = data[:at] + inserted + data[at:]
        elif way == 2:
            data = data[:at] + data[at + size :]
        else:
            data = data[:at] + inserted[:40] + data[at + len(inserted[:40]) :]
    return data


def changed_map(case: Case) -> None:
    """A map with other values anywhere: relation, options, files, gadgets, weights, hash."""
    question = json.loads(case.map)
    part = case.rng.choice((question, question, question["optimum"], question["files"], question["options"]))
    for _ in range(case.rng.choice((1, 1, 2))):
        if everywhere := [*places(part)]:
            change(*case.rng.choice(everywhere), case.rng)
    case.map = json.dumps(question, indent=1).encode()


def of_another_instance(case: Case) -> None:
    """A map that follows from other files or options, with the answer to the first one; some rows say its hash."""
    question, rng = json.loads(case.map), case.rng
    for file in question["files"]:
        numbers = [*re.finditer(r"\b\d\b", file["text"])] or [*re.finditer(r"\b[a-f]\b", file["text"])]
        if numbers and rng.random() < 0.7:
            at = rng.choice(numbers).start()
            new = rng.choice("0123456" if file["text"][at].isdigit() else "abcdef")
            file["text"] = file["text"][:at] + new + file["text"][at + 1 :]
    if rng.random() < 0.5:
        question["top"] = rng.choice(TOPS)
    if question["options"] and rng.random() < 0.5:
        key = rng.choice([*question["options"]])
        question["options"][key] = rng.randint(0, 4) if key == "size" else True
    texts = tuple(SourceText(**file) for file in question["files"])
    try:
        stored = reduce(question["source"], texts, question["options"], Top(question["top"]))
    except (InputError, UsageError):
        case.map = json.dumps(question, indent=1).encode()
        return
    case.map = write_map(stored).encode()
    if rng.random() < 0.5:
        answer = json.loads(case.answer)
        case.answer = json.dumps(answer | {"sha256": json.loads(case.map)["sha256"]}).encode()


WAYS = (
    as_it_is,
    of_another,
    invented,
    changed_row,
    changed_certificate,
    changed_bytes,
    changed_map,
    of_another_instance,
)


# ---- the judge


def case(number: int, seed: int) -> Outcome:
    """The outcome of a case: source and way in turn."""
    names = [*SOURCES]
    source, way = names[number % len(names)], WAYS[number // len(names) % len(WAYS)]
    rng, batch = random.Random(f"{seed}/back/{number}"), number // BATCH
    others = [lambda: original(source, seed, batch, 1)] * 3 + [lambda: original(rng.choice(names), seed, batch, 0)]
    made = original(source, seed, batch, 0)
    attempt = Case(rng, made, others, made.map.encode(), rng.choice(made.answers).encode())
    way(attempt)
    folder = made.folder
    (folder / "map.json").write_bytes(attempt.map)
    (folder / "answer.jsonl").write_bytes(attempt.answer)
    done = run("reduce", "--back", "map.json", "answer.jsonl", cwd=folder)
    name = f"{source}, {way.__name__.replace('_', ' ')}"
    if why := _wrong(attempt.map, done.returncode, done.stdout, done.stderr):
        given = f"{attempt.map!r} {attempt.answer!r}"
        return Outcome(name, Verdict.WRONG, f"{why}: {done} of {given}")
    return Outcome(name, Verdict.TRUE if done.stdout else Verdict.REFUSED)


def _wrong(map_: bytes, code: int, said: str, errors: str) -> str | None:
    """Return the fault of an exit code and of the printed text, if there is one."""
    if code not in (0, 1, 2):
        return f"exit code {code}"
    if not said:
        first = errors.split("\n")[0]
        if not first.startswith({1: "refused: ", 2: "error: "}.get(code, "nothing: ")) or "Traceback" in errors:
            return "no refusal"
        return f"an error of {len(first)} signs" if len(first) > 300 else None
    if errors or said.count("\n") != 1:
        return "more than a line is said"
    if (code == 0) != is_settled(said) or code == 2:
        return f"exit code {code} of this answer"
    question = json.loads(map_)
    texts = tuple(file["text"] for file in question["files"])
    options = {key: value for key, value in question["options"].items() if value is not None}
    return wrong_answer(_asked(question["source"], texts, tuple(sorted(options.items()))), said.rstrip("\n"))


@lru_cache(maxsize=4 * len(SOURCES))
def _asked(source: str, texts: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> Asked:
    chosen: Mapping[str, Any] = dict(options)
    return asked(source, texts, chosen)


CAMPAIGN = Campaign(
    "benchmarks.stress.claims.campaign",
    "Claims around certificates, attacked",
    "Each case changes what the program has written, or disturbs it, and asks it again: it has to refuse, or what it "
    "then says has to be true.",
    (Kind("reductions", f"{__name__}:case", 20_000),),
)


if __name__ == "__main__":
    sys.exit(CAMPAIGN.main(sys.argv[1:]))
