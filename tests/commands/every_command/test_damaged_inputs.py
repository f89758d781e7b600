"""Damaged files of every kind that a command reads: one located error each, and never a traceback.

The damage is built from good files, which are checked to be good. What a damaged file happens to mean all the same is
listed in ``HARMLESS``; everything else has to be refused, with the file and a place in it.
"""

import gzip
import json
import random
import re
import shutil
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import product

import pytest

from smatchproof.cli import main
from tests.docs.test_pages import page_files
from tests.lab.reductions.foreign_solvers import SOLVERS
from tests.tables import tables

TABLES = tables(__file__)

LEFT = '# ::id p\n# ::snt boys\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))\n\n# ::id q\n(a / x :op1 "é")\n'
RIGHT = '# ::id p\n(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))\n\n# ::id q\n(a / x :op1 "é")\n'
PLAN = TABLES["plan"]
FILES = {
    "left.amr": LEFT,
    "right.amr": RIGHT,
    "plan.toml": PLAN,
    "table.tsv": "boy\tgirl\t0.72\nwant\tgo\t0.5\n",
    "vectors.txt": "boy 1 0\nwant 0.8 0.6\ngo 0 1\n",
    "human.txt": "0.75\n 0.5\n",
    "formula.cnf": "c made up\np cnf 3 2\n1 -2 3 0\n2 3 0\n",
    "graph.txt": "a b\nb c\na c\n",
    "graph.g6": "Bw\n",
    "problem.dat": "2\n0 1\n1 0\n\n0 5\n5 0\n",
    "matrices.dat": "2\n0 1\n1 0\n\n0 1\n0 0\n",
    "items.txt": "2 4\n3 1\n2 2\n",
    "strings.txt": "abcab\nababc\n",
}


@dataclass(frozen=True)
class Reader:
    """A command that reads a file: FILE stands for it, {good} for the folder of good files, {out} for a new one."""

    name: str
    file: str
    arguments: str
    format: str
    refused: int = 2


BACK = "export {good}/left.amr {good}/right.amr --id p"
READERS = [
    *(Reader(*row) for row in TABLES["readers"]),
    *(
        Reader(f"solution {name}", f"answer.{name}", f"{BACK} --to {name} --back FILE", "solution", 1)
        for name in SOLVERS
    ),
]
# ---- good files


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A folder with a good file of every kind."""
    folder = tmp_path_factory.mktemp("good")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "page.umr").write_text(page_files()["gold.umr"])
    (folder / "left.amr.gz").write_bytes(gzip.compress(LEFT.encode(), mtime=0))
    assert main(f"score {folder}/left.amr {folder}/right.amr --certificates {folder}/proof.jsonl".split()) == 0
    assert main(f"reduce clique {folder}/graph.txt --size 3 -o {folder}/l.amr {folder}/r.amr".split()) == 0
    assert main(f"score {folder}/l.amr {folder}/r.amr --certificates {folder}/clique.jsonl".split()) == 0
    with redirect_stdout(StringIO()) as row:
        assert main(f"score {folder}/l.amr {folder}/r.amr --format jsonl".split()) == 0
    (folder / "row.jsonl").write_text(row.getvalue())
    assert main(f"experiment run {folder}/plan.toml -o {folder}/run --jobs 1".split()) == 0
    for path in (folder / "run").iterdir():
        shutil.copy(path, folder / path.name)
    for name, solve in SOLVERS.items():
        assert main(f"export {folder}/left.amr {folder}/right.amr --id p --to {name} -o {folder}/{name}".split()) == 0
        (folder / f"answer.{name}").write_text(solve((folder / name).read_text(), folder)[1])
    return folder


# ---- damage


def cut(data, rng):
    """Only a part of the file."""
    return data[: rng.randrange(1, max(2, len(data.rstrip()) - 1))]


def flipped(data, rng):
    """A byte that is not UTF-8."""
    at = rng.randrange(len(data))
    return data[:at] + b"\xe9(" + data[at:]


def put(what):
    """Something in the middle of a line of data: before the last word of the file."""

    def damage(data, _):
        data_end = data.rstrip()
        at = max(data_end.rfind(b" "), data_end.rfind(b"\t")) + 1 or len(data) // 2
        return data[:at] + what + data[at:]

    return damage


def replaced(pattern, *others):
    """A value for another one: one of the places where the pattern is, and the first group of it."""

    def damage(data, rng):
        places = [found.span(1) for found in re.finditer(pattern, data)]
        start, end = rng.choice(places)
        return data[:start] + rng.choice(others) + data[end:]

    return damage


def missing_key(data, rng):
    """The object without one of its keys."""
    record = json.loads(data.splitlines()[0]) if data.count(b"\n{") else json.loads(data)
    needed = [key for key in record if key in ("alignment", "files", "source", "left", "optimal", "matched", "methods")]
    del record[rng.choice(needed)]
    return json.dumps(record).encode() + b"\n"


ANY = {
    "empty": lambda data, _: b"",
    "cut": cut,
    "cut again": cut,
    "latin-1": flipped,
    "utf-16": lambda data, _: data.decode("utf-8", "replace").encode("utf-16"),
    "nul": put(b"\x00\x00"),
    "binary": lambda data, rng: bytes(rng.choices(range(256), k=300)),
}
JSON = {
    "number for text": replaced(rb'": ?("[^"]*")', b"7", b"[]", b"null"),
    "text for number": replaced(rb'": ?(\d+)\b', b'"7"', b"true", b"{}"),
    "negative": replaced(rb'": ?(\d+)\b', b"-7"),
    "huge": replaced(rb'": ?(\d+)\b', b"1" + b"0" * 10_000, b"9" * 1_000_000),
    "infinite": replaced(rb'": ?(\d+)\b', b"1e400", b"Infinity", b"NaN"),
    "deep list": lambda data, _: b"[" * 200_000,
    "key twice": lambda data, _: re.sub(rb'("\w+": ?)', rb"\g<1>1, \g<1>", data, count=1),
    "missing key": missing_key,
}
OF_NUMBERS = ("text for number", "negative", "huge", "infinite")
AMR = {
    "no close": lambda data, _: data.replace(b"))", b")", 1),
    "no concept": lambda data, _: data.replace(b"/ boy", b"/ ", 1),
    "twice": lambda data, _: data.replace(b"(g /", b"(b /", 1),
    "long variable": lambda data, _: data.replace(b"(g / go-01", b"(b / x :ARG7 " + b"~" * 1_000_000, 1),
    "escape": lambda data, _: data.replace(b"/ boy", b"/ \x1b[2J boy \x1b[31m)", 1),
}
NUMBERS = {
    "word": replaced(rb"(?m)(?:^|[\t ])([0-9.]+)$", b"x", b"\x1b[2J"),
    "infinite": replaced(rb"(?m)(?:^|[\t ])([0-9.]+)$", b"1e400", b"-inf", b"nan"),
    "huge": replaced(rb"(?m)(?:^|[\t ])([0-9.]+)$", b"9" * 1_000_000),
    "negative": replaced(rb"(?m)(?:^|[\t ])([0-9.]+)$", b"-7"),
    "more": replaced(rb"(?m)(?:^|[\t ])([0-9.]+)$", b"1 1 1 1"),
}
GZ = {
    "cut gz": lambda data, rng: data[: rng.randrange(3, len(data) - 1)],
    "gz in gz": lambda data, _: gzip.compress(data, mtime=0),
}
PLANS = {
    "seeds": (b'"0-1"', b'"0-999999999999"'),
    "persons": (b"[5]", b"1000000000000"),
    "variables": (b'"3-5"', b'"1-100000000000000"'),
    "time": (b"= 10", b"= 1e400"),
    "method unknown": (b'"R"', b'"\\u001b[2J' + b"R" * 100_000 + b'"'),
    "key twice": (b"seeds =", b"name = 'x'\nseeds ="),
    "sources": (b"[[sources]]", b"[sources]"),
}
OF_FORMAT = {
    "texts": {name: damage for name, damage in JSON.items() if name not in OF_NUMBERS},
    "amr": AMR,
    "gz": GZ,
    "json": JSON,
    "numbers": NUMBERS,
    "toml": {name: lambda data, _, old=old, new=new: data.replace(old, new, 1) for name, (old, new) in PLANS.items()},
}


def cases():
    """All kinds of damage to the first file of a format, and a third of them to each of the others, in turn."""
    seen = Counter()
    for reader in READERS:
        turn = seen[reader.format]
        seen[reader.format] += 1
        for number, (name, damage) in enumerate({**ANY, **OF_FORMAT.get(reader.format, {})}.items()):
            has_its_own = reader.format == "gz" and name in ("latin-1", "nul", "cut", "cut again", "utf-16")
            if not has_its_own and (turn == 0 or (number + turn) % 3 == 0):
                yield reader, name, damage


CASES = [*cases()]
HARMLESS = {
    ("explain", "nul"),  # in a graph that is not asked for
    ("document", "nul"),  # in a comment
    ("annotations", "cut again"),  # a graph less
    ("rows", "cut"),  # a last line without an end was cut off by a kill, and is done again
    ("rows", "cut again"),
    ("pairs", "cut"),
    ("pairs", "cut again"),
    ("pairs", "deep list"),
    ("pairs", "empty"),  # nothing was stored
    ("vectors", "negative"),  # a number like any other
    ("human", "negative"),
    ("back", "negative"),  # of a row only alignment and variables are read
    ("description", "negative"),  # a report shows it, and nothing is made of it
}
"""Damage after which a file means something all the same."""
PERHAPS = {*product(("solution lp", "solution mps", "solution clique"), ("cut", "cut again")), ("back", "huge")}
"""A part of a solution may be the solution of a smaller alignment, which is recounted; the seconds of a row count for
nothing, and how many numbers a row has depends on them."""
NO_LINE = {"empty", "binary", "utf-16"}
"""After such damage there may be no line to name."""
WHOLE_FILE = {
    ("rows", "deep list"),
    *product(("score", "explain", "fit", "human", "table"), ("cut", "cut again")),
    *product(("strings", *(f"solution {name}" for name in SOLVERS)), ("cut", "cut again")),
}
"""Cases in which a file as a whole holds too little."""


@pytest.fixture(autouse=True)
def short_report(monkeypatch):
    """A report is read for here, not drawn."""
    monkeypatch.setattr("smatchproof.lab.experiments.experiment_page._drawn", lambda *_: [])


def run(reader, file, good, tmp_path):
    """The exit code of the command on a file."""
    folder = tmp_path / "folder"
    if "{folder}" in reader.arguments:
        folder.mkdir()
        for name in ("rows.jsonl", "pairs.jsonl", "experiment.json"):
            if (good / name) != file and name != reader.file:
                shutil.copy(good / name, folder / name)
        if file.is_dir():
            (folder / reader.file).mkdir()
        elif file.exists():
            shutil.copy(file, folder / reader.file)
    words = reader.arguments.split()
    return main([word.replace("FILE", str(file)).format(good=good, out=tmp_path, folder=folder) for word in words])


def check_message(said, reader, code, *, located):
    """One line with the file and a place in it, then at most a line of the file and a caret."""
    assert "Traceback" not in said and "error of smatchproof" not in said
    lines = [line for line in said.splitlines() if not line.startswith(("scored as empty", "a pair of", "method "))]
    assert lines and lines[0].startswith("error: " if code == 2 else "refused: "), said[:2000]
    assert len(lines) == 1 or (len(lines) == 3 and lines[2].strip() == "^"), said[:2000]
    assert len(said) < 2500 and all(len(line) < 1500 for line in lines)
    assert said.isprintable() or all(line.isprintable() for line in said.splitlines())
    if "another value of" in lines[0]:  # what was changed, by its key
        assert re.search(r"another value of \w+;", lines[0])
    elif located:  # by its line or, in a document of several lines, by its key
        assert re.search(rf"{re.escape(reader.file)}(:\d|: .*\bkey '|: [\w.\[\]]+: )", lines[0]), lines[0]
    else:
        assert reader.file in lines[0], lines[0]


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_the_good_file_is_good(reader, good, tmp_path, capsys):
    assert run(reader, good / reader.file, good, tmp_path) == 0
    assert "error" not in capsys.readouterr().err


@pytest.mark.parametrize(("reader", "name", "damage"), CASES, ids=[f"{case[0].name}-{case[1]}" for case in CASES])
def test_a_damaged_file(reader, name, damage, good, tmp_path, capsys):
    rng = random.Random(f"damage {reader.name} {name}")
    data = (good / reader.file).read_bytes()
    damaged = damage(data, rng)
    assert damaged != data, "nothing was damaged"
    file = tmp_path / reader.file
    file.write_bytes(damaged)
    code = run(reader, file, good, tmp_path)
    said = capsys.readouterr().err
    if (reader.name, name) in HARMLESS or (code == 0 and (reader.name, name) in PERHAPS):
        assert code == 0 and "Traceback" not in said
        return
    assert code in (2, reader.refused), said[:2000]
    located = name not in NO_LINE and (reader.name, name) not in WHOLE_FILE and reader.format != "gz"
    check_message(said, reader, code, located=located)


@pytest.mark.parametrize(
    ("reader", "what"), [*product(READERS, ("folder", "nothing"))], ids=lambda each: getattr(each, "name", each)
)
def test_no_file(reader, what, good, tmp_path, capsys):
    file = tmp_path / reader.file
    if what == "folder":
        file.mkdir()
    code = run(reader, file, good, tmp_path)
    said = capsys.readouterr().err
    if what == "nothing" and reader.name in ("pairs", "description"):  # then a report has less to tell
        assert code == 0
        return
    assert code == 2
    check_message(said, reader, code, located=False)


# ---- errors of ours


def test_an_error_of_ours_is_one_line_and_code_70(good, monkeypatch, capsys):
    def fail(*_):
        raise ValueError("one\ntwo")

    monkeypatch.setattr("smatchproof.commands.verify.run", fail)
    assert main(["verify", str(good / "proof.jsonl")]) == 70
    said = capsys.readouterr().err
    assert said.startswith("error of smatchproof: ValueError: one\\ntwo") and said.count("\n") == 1
    assert main(["--traceback", "verify", str(good / "proof.jsonl")]) == 70
    assert "Traceback (most recent call last)" in capsys.readouterr().err
