"""Faults while commands run: calls to the system that fail, signals, links. Files are the old ones or the new ones.

The commands, and the campaign that goes through all calls, are in :mod:`benchmarks.stress.faults.campaign`.
"""

import random

import pytest

from benchmarks.stress.faults import campaign as faults
from benchmarks.stress.faults.campaign import COMMANDS, contents, old

BY_NAME = {command.name: command for command in COMMANDS}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where all commands run."""
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def data(folder):
    """The inputs of all commands."""
    return faults.make_data(folder / "data")


# ---- every command


SAMPLE = (
    *("score", "smatch", "reduce clique", "export --all --to lp", "experiment run"),
    "generate adversary --method Base --variables 5 --evaluations 40 --library",
)
"""Commands that read, write and print in ways of their own; `make stress` has the others, and all calls of all."""


def sampled(names):
    """The names as parameters: those of the sample here, the others in long sweeps."""
    return [pytest.param(name, marks=() if name.startswith(SAMPLE) else pytest.mark.stress) for name in names]


@pytest.mark.parametrize("name", sampled(BY_NAME))
def test_faults_leave_the_old_files_or_the_new_ones(name, data, folder):
    """A call that fails and a signal: the first, the last and one between. All of them are in the campaign."""
    tried = next(faults.tries(BY_NAME[name], data, folder))
    for fault in tried.sample(random.Random(name)):
        ended, wrong = tried.judged(fault, data, folder)
        assert not wrong
        assert ended.has_come or fault.what == "SIGKILL", fault
    assert [path.name for path in folder.iterdir()] == ["data"]


# ---- links


SAME = [
    ("score {in} {data}/right.amr --certificates {out}", "left.amr"),
    ("score {data}/left.amr {in} --certificates {out}", "right.amr"),
    ("score {data}/left.amr {data}/right.amr --versus {in} --certificates {out}", "left.amr"),
    ("score {data}/left.amr {data}/right.amr --metric graded-smatch --similarities {in} "
     "--certificates {out}", "table.tsv"),
    ("score {data}/left.amr {data}/right.amr --metric graded-smatch --vectors {in} "
     "--certificates {out}", "vectors.txt"),
    ("explain {in} {data}/right.amr --id group3.1 --html {out}", "left.amr"),
    ("explain {data}/left.amr {data}/right.amr --metric graded-smatch --similarities {in} --html {out}", "table.tsv"),
    ("generate graphs --fit {in} -o {out}", "left.amr"),
    ("generate annotations {in} -o {out}", "left.amr"),
    ("generate annotations {in} -o {new} --changes {out}", "left.amr"),
    ("reduce clique {in} --size 3 -o {out} {new}", "graph.txt"),
    ("reduce clique {in} --size 3 -o {new} {out}", "graph.txt"),
    ("reduce clique {in} --size 3 -o {new} {new}.right --map {out}", "graph.txt"),
    ("export {in} {data}/right.amr --id group3.1 --to lp -o {out}", "left.amr"),
    ("export {data}/left.amr {in} --id group3.1 --to wcnf -o {out}", "right.amr"),
    ("export {in} {data}/right.amr --id group3.1 --to veripb -o {out.opb}", "left.amr"),
    ("export {in} {data}/right.amr --all --to lp -o {folder of group1.1.lp}", "left.amr"),
    ("export {in} {data}/right.amr --all --to veripb -o {folder of group1.1.pbp}", "left.amr"),
    ("audit {in} {data}/right.amr --metric sembleu --no-bias --jobs 1 -o {folder of audit.txt}", "left.amr"),
    ("audit {data}/left.amr {data}/right.amr --human {in} --metric sembleu --no-bias --jobs 1 "
     "-o {folder of audit.json}", "human.txt"),
]  # fmt: skip
INPUTS = {
    "table.tsv": "boy\tgirl\t0.72\n",
    "vectors.txt": "boy 1 0\nwant 0.8 0.6\ngo 0 1\n",
    "human.txt": "".join(f"0.{number}\n" for number in range(1, faults.NUMBER + 1)),
}
LINKS = {
    "itself": None,
    "a symbolic link": lambda link, file: link.symlink_to(file),
    "a hard link": lambda link, file: link.hardlink_to(file),
}


@pytest.mark.parametrize(
    ("arguments", "file", "link"),
    [*((*row, "itself") for row in SAME), *((*SAME[at], link) for at in (0, -1) for link in [*LINKS][1:])],
)
def test_an_output_that_is_an_input_is_refused(arguments, file, link, data, tmp_path, program):
    """The file that would be written is the input itself, or a link to it."""
    _, found, rest = arguments.partition("{folder of ")
    name = rest.partition("}")[0] if found else "input.opb" if "{out.opb}" in arguments else "input"
    read = tmp_path / (name if LINKS[link] is None else "read")
    read.write_text(INPUTS.get(file) or (data / file).read_text())
    if LINKS[link]:
        LINKS[link](tmp_path / name, read)
    words = arguments.replace(f"{{folder of {name}}}", "{folder}").replace("{out.opb}", "{out}")
    fields = {"in": read, "out": tmp_path / name, "new": tmp_path / "new", "data": data, "folder": tmp_path}
    before = contents(tmp_path)
    code, _, error = program(*words.format(**fields).split())
    assert code == 2 and "the same file as" in error and len(error.splitlines()) == 1, error
    assert contents(tmp_path) == before


TWICE = [
    "generate digraphs --nodes 4 -o {a} {b}",
    "generate trap circle persons=4 -o {a} {b}",
    "generate adversary --variables 2 --evaluations 2 -o {a} {b}",
    "generate annotations {data}/left.amr -o {a} --changes {b}",
    "reduce clique {data}/graph.txt --size 3 -o {a} {b}",
    "reduce clique {data}/graph.txt --size 3 -o {a} {new} --map {b}",
    "reduce clique {data}/graph.txt --size 3 -o {new} {a} --map {b}",
]


@pytest.mark.parametrize(
    ("arguments", "link"), [*((each, "itself") for each in TWICE), *((TWICE[0], link) for link in [*LINKS][1:])]
)
def test_two_outputs_that_are_the_same_file_are_refused(arguments, link, data, tmp_path, program):
    (tmp_path / "a").write_bytes(old("a"))
    if LINKS[link]:
        LINKS[link](tmp_path / "b", tmp_path / "a")
    second = tmp_path / ("b" if LINKS[link] else "../" + tmp_path.name + "/a")
    before = contents(tmp_path)
    code, _, error = program(*arguments.format(a=tmp_path / "a", b=second, new=tmp_path / "new", data=data).split())
    assert code == 2 and "the same file as" in error and len(error.splitlines()) == 1, error
    assert contents(tmp_path) == before
