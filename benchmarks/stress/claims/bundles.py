"""Folders of ``compare -o``, changed by somebody who knows how they are made.

``verify`` has to refuse a folder if any value of a row or of ``table.json`` does not follow from question, corpora and
certificates. Nothing outside of the folder may change, whatever is in it: not when it is verified, and
not when ``compare -o`` writes into it. The originals themselves are held to the judge when they are made.
"""

import gzip
import hashlib
import json
import os
import random
import re
import resource
import shutil
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.stress.campaigns import Outcome, Verdict, ended, lasting_folder, wrong_if
from benchmarks.stress.claims.judge import wrong_certificate, wrong_claim
from benchmarks.stress.exact.campaign import change, places
from benchmarks.stress.exact.oracle import Asked
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.graphs.reading import parse_graph
from tests.commands.running import run

SAMPLES = Path(__file__).parents[3] / "smatchproof" / "samples"
QUESTION, TABLE = "question.json", "table.json"
EVIDENCE = ("rows/", "certificates/", QUESTION, TABLE)
"""How the names of the files begin that are verified; the others are renderings."""
MEMORY = 2 << 30
"""Bytes that a case may need beyond what the tests have: endless files end there, and not the machine."""
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")


# ---- originals


@dataclass(frozen=True)
class Recipe:
    """How an original is made: which sentences of the samples, which systems, and the options of ``compare``."""

    sentences: tuple[int, ...]
    options: str
    systems: tuple[str, ...] = ("b", "c")

    def words(self) -> list[str]:
        """The arguments of ``compare``."""
        return ["ref.amr", *(f"{name}.amr" for name in self.systems), *self.options.split(), "-o", "bundle"]


RECIPES = (
    Recipe((0, 1, 2, 4, 5), "--metric smatch --metric sembleu --samples 9"),
    Recipe((0, 2, 5), "--method S --duplicates product --percent --decimals 1 --samples 9 --baseline c.amr"),
    Recipe((0, 2, 5), "--metric graded-smatch --similarities similarity.tsv --graded attributes --samples 9"),
    Recipe((0, 2), "--convention paper --fine-grained --samples 9 --clusters \\d", ("b",)),
    Recipe((2, 4, 24), "--time-limit 60 --node-limit 1 --on-error empty --samples 9"),
)
TRIANGLES = tuple(
    "# ::id rings\n" + text
    for text in (
        "(a / n :r (b / n :r (c / n :r a)) :q (d / n :r (e / n :r (f / n :r d))))",
        "(a / n :r (b / n :r (c / n :r (d / n :r (e / n :r (f / n :r a))))) :q d)",
        "(a / n :r",
    )
)
"""A pair that the root does not decide, and a graph that cannot be read: what the last recipe counts as empty."""


@dataclass(frozen=True)
class Original:
    """A folder with corpora, and a folder ``bundle`` in it; the files of this one by name."""

    folder: Path
    recipe: Recipe
    files: dict[str, bytes]


@cache
def original(number: int) -> Original:
    """The original of that number, written once in a process and held to the judge."""
    recipe, folder = RECIPES[number], lasting_folder()
    texts = [(SAMPLES / f"annotator-{side}.amr").read_text(encoding="utf-8") for side in "ab"]
    left, right = ([block for block in text.split("\n\n") if "::id" in block] for text in texts)
    reference, one = ([*blocks, ring] for blocks, ring in zip((left, right), TRIANGLES, strict=False))
    another = [*(block.replace(":ARG1", ":ARG2").replace(" / t", " / u") for block in left), TRIANGLES[2]]
    for name, blocks in (("ref", reference), ("b", one), ("c", another)):
        text = "\n\n".join(blocks[at].strip() for at in recipe.sentences) + "\n"
        (folder / f"{name}.amr").write_text(text, encoding="utf-8")
    shutil.copy(SAMPLES / "similarity.tsv", folder)
    done = run("compare", *recipe.words(), cwd=folder)
    assert done.returncode == 0, done.stderr
    made = Original(folder, recipe, files_of(folder / "bundle"))
    assert not (why := wrong_rows(made)), why
    return made


def files_of(folder: Path) -> dict[str, bytes]:
    """The regular files below a folder, links not followed."""
    found = sorted(path for path in folder.rglob("*") if stat.S_ISREG(path.lstat().st_mode))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def wrong_rows(made: Original) -> str | None:
    """What the judge finds wrong in the rows of plain Smatch and in their certificates."""
    question = json.loads(made.files[QUESTION])
    rule = convention(question["convention"] or "smatch", top=question["top"], duplicates=question["duplicates"])
    texts = {path.stem: path.read_text(encoding="utf-8").split("\n\n") for path in made.folder.glob("*.amr")}
    for name in made.recipe.systems:
        if f"rows/{name}.smatch.jsonl.gz" not in made.files:
            continue
        certificates = {json.loads(line)["id"]: line for line in _lines(made.files, f"certificates/{name}.smatch")}
        rows = [json.loads(line) for line in _lines(made.files, f"rows/{name}.smatch")]
        for row, *pair in zip(rows, texts[name], texts["ref"], strict=True):
            left, right = (
                TripleGraph() if text.strip() == TRIANGLES[2] else rule.triples(parse_graph(text)) for text in pair
            )
            asked = Asked(left, right, Duplicates(rule.duplicates), None)
            numbers = [{variable: at for at, variable in enumerate(graph.variables)} for graph in (left, right)]
            alignment = {numbers[0][one]: numbers[1][other] for one, other in row["alignment"]}
            why = wrong_claim(asked, alignment, row["matched"], row["bound"])
            if not why and row["id"] in certificates:
                why = wrong_certificate(certificates[row["id"]].decode(), asked, row["matched"], row["bound"])
            if why:
                return f"{name}, {row['id']}: {why}"
    return None


def _lines(files: dict[str, bytes], name: str) -> list[bytes]:
    return gzip.decompress(files[f"{name}.jsonl.gz"]).splitlines()


# ---- a case


@dataclass
class Case:
    """A copy of an original that may be changed; `turn` counts the cases of its way."""

    rng: random.Random
    turn: int
    made: Original
    folder: Path

    @property
    def bundle(self) -> Path:
        """The folder that is verified."""
        return self.folder / "bundle"

    def put(self, name: str, content: bytes) -> None:
        """Write a file of the bundle, with the folders above it."""
        path = self.bundle / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def names(self, *beginnings: str) -> list[str]:
        """The files of the original whose names begin so."""
        return [name for name in self.made.files if name.startswith(beginnings)]

    def question(self, changed: Callable[[dict[str, Any]], None]) -> None:
        """Change the question."""
        record = json.loads((self.bundle / QUESTION).read_text(encoding="utf-8"))
        changed(record)
        self.put(QUESTION, (json.dumps(record, indent=2, ensure_ascii=False) + "\n").encode())


def ready(number: int) -> None:
    """Make the original of a case."""
    original(ROUNDS[number // len(TURNS) % len(ROUNDS)])


def case(number: int, seed: int) -> Outcome:
    """Change a bundle in one of the ways, and ask for it. The originals take turns in rounds of all ways."""
    round, at = divmod(number, len(TURNS))
    way, chosen = TURNS[at], ROUNDS[round % len(ROUNDS)]
    earlier = round // len(ROUNDS) * ROUNDS.count(chosen) + ROUNDS[: round % len(ROUNDS)].count(chosen)
    turn = earlier * TURNS.count(way) + TURNS[:at].count(way)
    made = original(chosen)
    rng = random.Random(f"{seed}/bundle/{number}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "case")
        shutil.copytree(made.folder, folder)
        (folder / "canary").mkdir()
        (folder / "canary" / "kept.html").write_text("kept")
        some = Case(rng, turn, made, folder)
        command = WAYS[way](some) or "verify"
        return asked(some, way, command)


def asked(some: Case, way: str, command: str) -> Outcome:
    """Run the command on the changed folder, and judge what it says."""
    inside = some.bundle if command == "compare" else None
    before = tree(some.folder, inside)
    with little_memory():
        words = some.made.recipe.words() if command == "compare" else ["bundle"]
        done = ended(run(command, *words, cwd=some.folder))
    text = (
        f"original {RECIPES.index(some.made.recipe)}, {command}: exit {done.returncode}, {done.stderr.strip()[-500:]}"
    )
    after = tree(some.folder, inside)
    if changed := [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]:
        return Outcome(way, Verdict.WRONG, f"{sorted(changed)} changed outside; {text}")
    if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
        return Outcome(way, Verdict.WRONG, text)
    if done.returncode:
        is_same = command == "verify" and unchanged(some)
        return Outcome(way, Verdict.WRONG, f"refused: {text}") if is_same else Outcome(way, Verdict.REFUSED)
    if command == "compare":
        again = run("verify", "bundle", cwd=some.folder)
        return wrong_if(way, f"what is written is refused: {again.stderr}" if again.returncode else None)
    return wrong_if(way, (why := false_folder(some)) and f"accepted: {why}; {text}")


def unchanged(some: Case) -> bool:
    """Tell whether nothing at all has changed. A folder that is elsewhere does not find its corpora beside it."""
    if some.bundle.is_symlink():
        return False
    corpora = files_of(some.made.folder)
    if any(corpora.get(name) != content for name, content in outside(some).items()):
        return False
    return evidence_of(files_of(some.bundle)) == evidence_of(some.made.files)


def outside(some: Case) -> dict[str, bytes]:
    """The corpora of the case."""
    found = files_of(some.folder).items()
    return {name: content for name, content in found if not name.startswith(("bundle/", "canary/"))}


def evidence_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files that are verified."""
    return {name: content for name, content in files.items() if name.startswith(EVIDENCE)}


def false_folder(some: Case) -> str | None:
    """What an accepted folder says that is not so, if anything is.

    A folder with a question or corpora of its own is compared with what the program writes for them into a new folder.
    """
    files = {name: path.read_bytes() for name in some.made.files if (path := some.bundle / name).is_file()}
    found, expected = values_of(files), values_of(some.made.files)
    question = found[QUESTION]
    corpora = {name: content for name, content in files_of(some.made.folder).items() if "/" not in name}
    is_as_before = question == expected[QUESTION] and outside(some) == corpora
    if not is_as_before:
        anew = written_anew(some, question)
        if isinstance(anew, str):
            return anew
        expected = values_of(anew)
    for name in (name for name in expected if name.startswith((TABLE, "rows/"))):
        if name not in found:
            return f"{name} is lost"
        if not same(expected[name], found[name]):
            return f"{name} differs from what the program writes"
    why = missing_proofs(found, expected)
    return why or (wrong_rows(Original(some.folder, some.made.recipe, files)) if is_as_before else None)


def values_of(files: dict[str, bytes]) -> dict[str, Any]:
    """The values in the files that are verified; of a file of lines those of each."""
    return {
        name: [*map(json.loads, gzip.decompress(content).splitlines())] if "/" in name else json.loads(content)
        for name, content in evidence_of(files).items()
    }


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are the same, numbers that are not whole within a billionth."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= 1e-9
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def missing_proofs(found: dict[str, Any], expected: dict[str, Any]) -> str | None:
    """Which certificates are there no more, whose pairs the rows call certified."""
    for name in (name for name in expected if name.startswith("certificates/")):
        ids = [[each["id"] for each in files[name] if isinstance(each, dict)] for files in (found, expected)]
        if ids[0] != ids[1]:
            return f"{name}: certificates of {ids[0]}, not of {ids[1]}"
    return None


NAMES = {"reference", "systems", "left_out"}
"""What no option of ``compare`` says, or its arguments."""


def written_anew(some: Case, question: dict[str, Any]) -> dict[str, bytes] | str:
    """The files of a new folder for that question; or why there is none."""
    before = json.loads(some.made.files[QUESTION])
    changed = {name for name in before if question.get(name) != before[name]} - NAMES
    places = [os.path.normpath(Path("bundle", each["path"])) for each in
              (question["reference"], *question["systems"])]  # fmt: skip
    words = some.made.recipe.options.split()
    for name in sorted(changed):
        option = f"--{name.replace('_', '-')}"
        if option in words:
            del words[words.index(option) : words.index(option) + (1 if name == "percent" else 2)]
        if name == "baseline":
            words += [option, places[1:][question[name]]]
        elif name in ("metric", "vectors", "similarities", "format", "fine_grained"):
            return f"no option makes {name} {question[name]}"
        elif question[name] not in (None, False, "", []):
            value = ",".join(question[name]) if name == "columns" else str(question[name])
            words += [option] if question[name] is True else [option, value]
    done = run("compare", *places, *words, "-o", "anew", cwd=some.folder)
    return files_of(some.folder / "anew") if done.returncode == 0 else f"nothing can be compared so: {done.stderr}"


def tree(folder: Path, inside: Path | None) -> dict[str, object]:
    """All that is in a folder but in the one `inside`, with kinds, contents and times of change."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        if inside is not None and (path == inside or inside in path.parents):
            continue
        about = path.lstat()
        times = about.st_mtime_ns if stat.S_ISREG(about.st_mode) else 0
        content = path.read_bytes() if stat.S_ISREG(about.st_mode) else None
        found[str(path.relative_to(folder))] = about.st_mode, times, content
    return found


@contextmanager
def little_memory() -> Iterator[None]:
    """Limit the memory that this process may take; where the system has no /proc, not."""
    status = Path("/proc/self/statm")
    if not status.exists():
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(status.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


# ---- ways to change a folder; each may name the command that is to be run instead of verify


def nothing(some: Case) -> None:
    """The list is made anew, and nothing else."""


@cache
def numbers_of(made: int) -> list[tuple[int, int]]:
    """The places of the numbers in the table of an original."""
    return [match.span() for match in NUMBER.finditer(original(made).files[TABLE].decode())]


def table_number(some: Case) -> None:
    """Every number of the table in turn: shifted in a digit, exchanged with another, replaced by 0 or a literal."""
    listed = numbers_of(RECIPES.index(some.made.recipe))
    at, way = some.turn // 3 % len(listed), some.turn % 3 if some.turn < 3 * len(listed) else 3
    begin, end = listed[at]
    text = some.made.files[TABLE].decode()
    number = text[begin:end]
    if way == 0:
        digits = [place for place, sign in enumerate(number) if sign.isdigit()]
        place = some.rng.choice(digits)
        other = str((int(number[place]) + some.rng.randint(1, 9)) % 10)
        changed = text[:begin] + number[:place] + other + number[place + 1 :] + text[end:]
    elif way == 1:
        changed = text[:begin] + "0" + text[end:]
    elif way == 2:
        start, stop = some.rng.choice(listed)
        (first, last), (low, high) = sorted([(begin, end), (start, stop)])
        changed = text
        if (first, last) != (low, high):
            changed = text[:first] + text[low:high] + text[last:low] + text[first:last] + text[high:]
    else:
        changed = text[:begin] + some.rng.choice(("0.5", "1e-9", ".5", "1", "NaN", number + "0")) + text[end:]
    some.put(TABLE, changed.encode())


def table_text(some: Case) -> None:
    """Signs and words of the table."""
    text = some.made.files[TABLE].decode()
    lines = text.splitlines(keepends=True)
    at, other = (some.rng.randrange(len(lines)) for _ in range(2))
    ways = (
        lambda: "".join(lines[:at] + lines[at + 1 :]),
        lambda: "".join([*lines[:at], lines[other], *lines[at + 1 :]]),
        lambda: text.replace("-", "+", 1),
        lambda: text.replace("smatch", "graded-smatch"),
        lambda: text + some.rng.choice(("\n", " ", "All are certified.\n")),
        lambda: text.replace('"b"', '"c"'),
        lambda: "",
    )
    some.put(TABLE, some.rng.choice(ways)().encode())


def _json_lines(some: Case, kind: str, changed: Callable[[list[Any]], list[Any]]) -> None:
    name = some.rng.choice(some.names(kind))
    records = [json.loads(line) for line in gzip.decompress(some.made.files[name]).splitlines()]
    lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in changed(records)]
    some.put(name, gzip.compress("".join(lines).encode(), mtime=0))


def row(some: Case) -> None:
    """A row: its score, counts, status, alignment; rows in another order, twice, or left out."""
    rng = some.rng

    def changed(rows: list[Any]) -> list[Any]:
        one, way = rng.choice(rows), rng.randrange(7)
        if way == 0:
            return rng.choice((rows[1:], rows[:-1], [*rows, one], rows[::-1]))
        if way == 1 and one.get("alignment"):
            couples = one["alignment"]
            one["alignment"] = rng.choice((couples[1:], couples[::-1], [*couples, couples[0]], couples[:-1], []))
        elif way == 2 and "status" in one:
            one["status"] = rng.choice(("certified", "searched", "bounded", "heuristic", "proved", None))
        elif way == 3:
            other = rng.choice(rows)
            name = rng.choice([*one])
            one[name], other[name] = other.get(name), one[name]
        elif way == 4:
            one["score"] = rng.choice((one["score"] + 1e-12, one["score"] - 1e-9, 1.0, 0, float("nan"), 10**400))
        else:
            change(*rng.choice([*places(one)]), rng)
        return rows

    _json_lines(some, "rows/", changed)


def certificate(some: Case) -> None:
    """Certificates: exchanged, left out, of other pairs, of other systems, changed anywhere."""
    rng = some.rng
    if rng.random() < 0.3:
        one, other = (rng.choice(some.names("certificates/")) for _ in range(2))
        some.put(one, rng.choice((some.made.files[other], gzip.compress(b""), b"", b"\x1f\x8b\x08")))
        return

    def changed(records: list[Any]) -> list[Any]:
        if not records:
            return [{}]
        one, other, way = rng.choice(records), rng.choice(records), rng.randrange(5)
        if way == 0:
            return rng.choice((records[1:], records[:-1], [*records, one], records[::-1]))
        if way == 1:
            one["id"], other["id"] = other["id"], one["id"]
        elif way == 2:
            name = rng.choice([*one])
            one[name] = other.get(name)
        else:
            change(*rng.choice([*places(one)]), rng)
        return records

    _json_lines(some, "certificates/", changed)


PATHS = (
    *("/dev/zero", "/dev/full", "/proc/self/mem", "/etc/passwd", "../fifo", "../link", "../canary/kept.html", ".."),
    *("", "-", "\0", "a" * 5000, "bundle", "table.json", "../ref.amr", "../c.amr", "http://127.0.0.1/x"),
)
VALUES: dict[str, tuple[Any, ...]] = {
    "samples": (1, 10, 99, 10**8, 10**18, 10**400, 0, -1, 1.5, None, True),
    "seed": (1, 10**30, -1, "0"),
    "clusters": ("\\d", "(", "(a+)+$", "", "x" * 10**5, "(x+x+)+y", None),
    "decimals": (0, 1, 3, 12, 13, 10**9, -1),
    "percent": (True, False, 1),
    "layout": ("long", "wide", "x"),
    "columns": ([], ["score"], ["wiki", "wiki"], ["x"], [""], "score"),
    "plus_minus": (True, False, 1),
    "rank": (True, False, 1),
    "hide_reference": (True, False, 1),
    "left_out": (None, [], [{"path": "../c.amr", "sha256": "0" * 64}], [{"path": "/dev/zero", "sha256": "0" * 64}]),
    "baseline": (0, 1, 2, 10**9, -1),
    "convention": ("smatch", "smatchpp-amr", "paper", "none", ""),
    "top": ("const", "concept", "none", ""),
    "duplicates": ("set", "multiset", "product", "x"),
    "method": ("exact", "S", "brute-force", "9999999R", "mine.py:f", "ILS", ""),
    "time_limit": (None, 1),
    "on_error": ("stop", "empty", "x"),
    "format": ("smatchproof-comparison 6", None),
}


def question(some: Case) -> None:
    """The question: every value, paths to what is endless or elsewhere, other metrics and names."""
    rng = some.rng
    os.mkfifo(some.folder / "fifo")
    (some.folder / "link").symlink_to("/dev/zero")

    def changed(record: dict[str, Any]) -> None:
        files = [record["reference"], *record["systems"]]
        if record["similarities"]:
            files.append(record["similarities"])
        way = rng.randrange(6)
        if way == 0:
            rng.choice(files)["path"] = rng.choice(PATHS)
        elif way == 1:
            one, other = rng.sample(files, 2)
            one["path"], one["sha256"] = other["path"], other["sha256"]
        elif way == 2:
            record["systems"] = rng.choice((record["systems"][::-1], record["systems"] * 2, [], record["systems"][1:]))
        elif way == 3:
            some_metric = rng.choice(("smatch", "sembleu", "graded-smatch", "mine.py:f", "x"))
            record["metric"] = rng.choice(([], record["metric"][::-1], [some_metric], record["metric"] * 2))
        else:
            name = rng.choice([*VALUES]) if rng.random() < 0.9 else rng.choice([*record])
            record[name] = rng.choice(VALUES.get(name, (None, [], {}, 0)))

    some.question(changed)


def corpus(some: Case) -> None:
    """A corpus is another one, of the same length where it can be, and the question has its hash."""
    rng = some.rng
    name = rng.choice(("ref.amr", "b.amr", "c.amr"))
    path = some.folder / name
    text = path.read_text(encoding="utf-8")
    match = rng.choice([*re.finditer(r"[a-z]+-\d+|ARG\d|/ [a-z]+", text)] or [*re.finditer(r"\w", text)])
    blocks = text.strip().split("\n\n")
    ways = (
        lambda: text[: match.end() - 1] + rng.choice("0123456789x") + text[match.end() :],
        lambda: "\n\n".join(blocks[::-1]) + "\n",
        lambda: "\n\n".join([*blocks[:-1], blocks[0]]) + "\n",
        lambda: text + "\n",
        lambda: text.replace("# ::id", "# ::ID"),
        lambda: "",
    )
    path.write_text(rng.choice(ways)(), encoding="utf-8")
    if rng.random() < 0.9:
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()

        def changed(record: dict[str, Any]) -> None:
            for file in (record["reference"], *record["systems"]):
                if file["path"].endswith(f"/{name}"):
                    file["sha256"] = sha256

        some.question(changed)


def no_file(some: Case) -> str | None:
    """Links, folders, pipes, sockets and devices in place of files and folders; for verify, or for a comparison."""
    rng = some.rng
    is_written = some.turn % 6 == 0
    folders = {name.partition("/")[0] for name in some.made.files if "/" in name} | ({""} if not is_written else set())
    path = some.bundle / rng.choice([*some.made.files, *sorted(folders)])
    away = some.folder / "canary" / path.name
    way = rng.randrange(3) if path.is_dir() else rng.randrange(8)
    if way == 0:  # the same files, elsewhere
        path.rename(away)
        path.symlink_to(away)
    elif way == 1:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        path.symlink_to(rng.choice((some.folder / "canary", Path(path.name), Path("/nowhere"), some.folder)))
    elif path.is_dir():
        shutil.rmtree(path)
        path.write_text("no folder")
    else:
        content = path.read_bytes()
        path.unlink()
        if way == 2:
            path.mkdir()
        elif way == 3:
            os.mkfifo(path)
        elif way == 4:
            path.symlink_to("/dev/zero")
        elif way == 5:
            with socket.socket(socket.AF_UNIX) as one:
                one.bind(str(path))
        elif way == 6:
            path.write_bytes(content)
            os.link(path, away)  # for a comparison: the other name keeps the old contents
        else:
            path.symlink_to(some.folder / "canary" / "kept.html")
    return "compare" if is_written else None


WAYS: dict[str, Callable[[Case], str | None]] = {
    "nothing": nothing,
    "number of a table": table_number,
    "text of a table": table_text,
    "row": row,
    "certificate": certificate,
    "question": question,
    "corpus": corpus,
    "no file": no_file,
}
SHARES = (1, 20, 4, 12, 8, 12, 3, 5)
"""The cases of a round that are of each way."""
_CHANGED = [way for way, share in zip(WAYS, SHARES, strict=True) for _ in range(share)][1:]
TURNS = ("nothing", *random.Random(0).sample(_CHANGED, len(_CHANGED)))
ROUNDS = (1, 3, 0, 2, 3, 4)
"""Whose turn it is in a round; the original with most numbers comes twice."""
