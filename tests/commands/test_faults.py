"""Faults while commands write: full disks, signals, links. Each file is the old one or the new one, byte for byte.

The commands, and the campaign that does more of the same, are in :mod:`tests.commands.faults`.
"""

import os
import random
import resource
import signal
import stat
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from smatchproof.cli import main
from smatchproof.commands import explain
from tests.commands import faults
from tests.commands.faults import COMMANDS, KINDS, MODE, PAIR, contents, kinds, old, outputs

BY_NAME = {command.name: command for command in COMMANDS}
each_command = pytest.mark.parametrize("name", BY_NAME)
two_sizes = pytest.mark.parametrize("which", [0, pytest.param(1, marks=pytest.mark.stress)])
"""How much too small a file or a disk is: one size for each command here, two in the long sweeps."""
PAGE = 4096
"""Bytes that a file takes up at least on the small disk."""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The inputs of all commands."""
    return faults.make_data(tmp_path_factory.mktemp("faults") / "data")


@pytest.fixture(scope="module")
def written(data, tmp_path_factory):
    """A function that says what a command does without faults."""
    folder, known = tmp_path_factory.mktemp("undisturbed"), {}

    def get(command):
        if command.name not in known:
            known[command.name] = faults.undisturbed(command, data, folder)
        return known[command.name]

    return get


def run(command, data, out, *more):
    """Run a command in this process."""
    return main([*command.words(data, out)[len(faults.PROGRAM) :], *more])


# ---- signals


@each_command
def test_a_signal_leaves_the_old_files_or_the_new_ones(name, data, written, tmp_path):
    """One kind of signal for each command, all kinds in all; a hundred for each are a long sweep."""
    kind = KINDS[[*BY_NAME].index(name) % len(KINDS)]
    outcome = faults.signalled(
        BY_NAME[name], written(BY_NAME[name]), kind, random.Random(f"suite/{name}"), data, tmp_path
    )
    assert not outcome.wrong, kind
    assert not [*tmp_path.iterdir()]


@pytest.mark.stress
@each_command
def test_a_hundred_signals_leave_the_old_files_or_the_new_ones(name, data, written, tmp_path):
    command, rng = BY_NAME[name], random.Random(f"stress/{name}")
    outcomes = [faults.signalled(command, written(command), kind, rng, data, tmp_path) for kind in kinds(30, 40)]
    assert [outcome.wrong for outcome in outcomes if outcome.wrong] == []
    assert sum(outcome.code != 0 for outcome in outcomes) > 30  # most came before the end


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_a_class_is_made_is_no_error_of_ours(number, code, data, program, monkeypatch):
    """Python may wrap what is raised there, and libraries make classes when they are loaded."""

    class Signalling:
        def __set_name__(self, owner, name):
            signal.raise_signal(number)

    monkeypatch.setattr(explain, "find_pair", lambda *_: type("Class", (), {"attribute": Signalling()}))
    assert program("explain", data / "left.amr", data / "right.amr") == (code, "", "interrupted\n")


def test_half_of_a_group_is_noticed(data, tmp_path):
    command = BY_NAME["generate trap"]
    expected = dict.fromkeys(command.files, b"new") | {"another": old("another")}
    with outputs(command, data, tmp_path) as out:
        assert faults.wrong_files(command, expected, out) == ""
        (out / PAIR[0]).write_bytes(b"new")
        assert "some are old, some new" in faults.wrong_files(command, expected, out)
        (out / PAIR[1]).write_bytes(b"new")
        assert faults.wrong_files(command, expected, out) == ""
        (out / PAIR[1]).write_bytes(b"ne")
        assert "neither" in faults.wrong_files(command, expected, out)
        (out / PAIR[1]).write_bytes(b"new")
        (out / PAIR[1]).chmod(0o644)
        assert "modes" in faults.wrong_files(command, expected, out)
        (out / ".smatchproof-0.tmp").touch()
        assert "temporary" in faults.wrong_files(command, expected, out)
    assert set(kinds(4, 4)) == {*KINDS}


# ---- a full disk


@contextmanager
def largest_file(size):
    """Let no file grow beyond so many bytes, as on a disk that is full then."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)  # Python ignores the signal; so it is an error
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def sizes_below(command, expected):
    """Sizes of files that are too small for what a command writes: almost all of it, and less."""
    names = command.files or ("run/experiment.json", "run/rows.jsonl", "run/rows.csv")
    largest = max(len(expected[name]) for name in names)
    most = largest - 1 if command.groups else largest // 2  # the seconds in rows are longer or shorter
    return random.Random(command.name).randrange(most), most


def ended_in_one_line(code, capsys, words):
    error = capsys.readouterr().err.splitlines()
    assert code == 2 and error[-1].startswith("error: ") and words in error[-1], (code, error)
    assert [line for line in error[:-1] if not line.endswith("--resume goes on")] == []


@two_sizes
@each_command
def test_a_file_that_cannot_grow_leaves_the_old_files(name, which, data, written, tmp_path, capsys):
    command = BY_NAME[name]
    expected = written(command).contents
    size = sizes_below(command, expected)[(len(name) + which) % 2]
    with outputs(command, data, tmp_path) as out:
        with largest_file(size):
            code = run(command, data, out)
        ended_in_one_line(code, capsys, "file too large")
        assert faults.wrong_files(command, expected, out) == ""
        if not command.groups:
            assert faults.wrong_resumed(command, expected, data, out) == ""
        elif len(command.groups) == 1:
            assert all((out / name).read_bytes() == old(name) for name in command.files)


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of its own, of 4 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]
    if os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a disk can be mounted by root only")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder, pages_free):
    """Fill a disk but for so many pages."""
    with (folder / "filler").open("wb", buffering=0) as file:
        try:
            while file.write(bytes(PAGE)):
                pass
        except OSError:
            file.truncate(file.tell() - pages_free * PAGE)


@two_sizes
@each_command
def test_a_full_disk_leaves_the_old_files(name, which, data, written, small_disk, capsys):
    command = BY_NAME[name]
    expected = written(command).contents
    groups = command.groups or (("run/rows.jsonl",),)
    needed = max(sum(-(-len(expected[name]) // PAGE) for name in group) for group in groups)
    free = [needed // 2, needed - 1][(len(name) + which) % 2]
    with outputs(command, data, small_disk) as out:
        fill(small_disk, free)
        code = run(command, data, out)
        (small_disk / "filler").unlink()
        ended_in_one_line(code, capsys, "no space left on device")
        assert faults.wrong_files(command, expected, out) == ""
        if not command.groups:
            assert faults.wrong_resumed(command, expected, data, out) == ""
        elif len(groups) == 1:
            assert all((out / name).read_bytes() == old(name) for name in command.files)


@pytest.mark.parametrize(
    "name",
    [
        *("score --certificates", "explain --html"),
        *(pytest.param(name, marks=pytest.mark.stress) for name in ("audit -o", "experiment report")),
    ],
)
def test_a_standard_output_that_is_full_leaves_whole_files(name, data, written, tmp_path):
    command = BY_NAME[name]
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with outputs(command, data, tmp_path) as out, Path("/dev/full").open("wb") as full:
        done = subprocess.run(command.words(data, out), stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 2
        assert done.stderr.splitlines() == ["error: No space left on device; the output is not complete"]
        assert faults.wrong_files(command, written(command).contents, out) == ""


# ---- links


@each_command
def test_links_stay_and_their_targets_are_replaced_and_keep_their_modes(name, data, written, tmp_path):
    command = BY_NAME[name]
    if not command.groups:
        pytest.skip("its files are new")
    target = tmp_path / "targets"
    target.mkdir()
    with outputs(command, data, tmp_path) as out:
        for file in command.files:
            (out / file).rename(target / file)
            (out / file).symlink_to(target / file)
        assert run(command, data, out) == 0
        assert faults.wrong_files(command, written(command).contents, out) == ""
        for file in command.files:
            assert (out / file).is_symlink() and stat.S_IMODE((target / file).stat().st_mode) == MODE
            assert (target / file).read_bytes() != old(file)
    assert {*contents(target)} == {*command.files}


SAME = [
    ("score {in} {data}/right.amr --certificates {out}", "left.amr"),
    ("score {data}/left.amr {in} --certificates {out}", "right.amr"),
    ("score {data}/left.amr {data}/right.amr --versus {in} --certificates {out}", "left.amr"),
    ("score {data}/left.amr {data}/right.amr --metric s2match --similarities {in} --certificates {out}", "table.tsv"),
    ("score {data}/left.amr {data}/right.amr --metric s2match --vectors {in} --certificates {out}", "vectors.txt"),
    ("explain {in} {data}/right.amr --id sample.3 --html {out}", "left.amr"),
    ("explain {data}/left.amr {data}/right.amr --metric s2match --similarities {in} --html {out}", "table.tsv"),
    ("generate graphs --fit {in} -o {out}", "left.amr"),
    ("generate annotations {in} -o {out}", "left.amr"),
    ("generate annotations {in} -o {new} --changes {out}", "left.amr"),
    ("reduce clique {in} --size 3 -o {out} {new}", "graph.txt"),
    ("reduce clique {in} --size 3 -o {new} {out}", "graph.txt"),
    ("reduce clique {in} --size 3 -o {new} {new}.right --map {out}", "graph.txt"),
    ("export {in} {data}/right.amr --id sample.3 --to lp -o {out}", "left.amr"),
    ("export {data}/left.amr {in} --id sample.3 --to wcnf -o {out}", "right.amr"),
    ("export {in} {data}/right.amr --id sample.3 --to veripb -o {out.opb}", "left.amr"),
    ("export {in} {data}/right.amr --all --to lp -o {folder of sample.1.lp}", "left.amr"),
    ("export {in} {data}/right.amr --all --to veripb -o {folder of sample.1.pbp}", "left.amr"),
    ("audit {in} {data}/right.amr --metric sembleu --no-bias --jobs 1 -o {folder of audit.txt}", "left.amr"),
    ("audit {data}/left.amr {data}/right.amr --human {in} --metric sembleu --no-bias --jobs 1 "
     "-o {folder of audit.json}", "human.txt"),
]  # fmt: skip
INPUTS = {
    "table.tsv": "boy\tgirl\t0.72\n",
    "vectors.txt": "boy 1 0\nwant 0.8 0.6\ngo 0 1\n",
    "human.txt": "".join(f"0.{number}\n" for number in range(1, 9)),
}
LINKS = {
    "itself": None,
    "a symbolic link": lambda link, file: link.symlink_to(file),
    "a hard link": lambda link, file: link.hardlink_to(file),
}


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize(("arguments", "file"), SAME)
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


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("arguments", TWICE)
def test_two_outputs_that_are_the_same_file_are_refused(arguments, link, data, tmp_path, program):
    (tmp_path / "a").write_bytes(old("a"))
    if LINKS[link]:
        LINKS[link](tmp_path / "b", tmp_path / "a")
    second = tmp_path / ("b" if LINKS[link] else "../" + tmp_path.name + "/a")
    before = contents(tmp_path)
    code, _, error = program(*arguments.format(a=tmp_path / "a", b=second, new=tmp_path / "new", data=data).split())
    assert code == 2 and "the same file as" in error and len(error.splitlines()) == 1, error
    assert contents(tmp_path) == before


def test_outputs_of_an_audit_that_are_the_same_file_are_refused(data, tmp_path, program):
    (tmp_path / "audit.txt").write_bytes(old("a"))
    (tmp_path / "audit.json").symlink_to("audit.txt")
    before = contents(tmp_path)
    code, _, error = program(*BY_NAME["audit -o"].arguments.format(data=data, out=tmp_path).split())
    assert code == 2 and "the same file as" in error
    assert contents(tmp_path) == before


@pytest.mark.parametrize("output", ["report.html", "rows.csv", "pairs.jsonl"])
@pytest.mark.parametrize("read", ["rows.jsonl", "experiment.json"])
def test_what_an_experiment_reads_in_its_folder_is_not_replaced(output, read, data, tmp_path, program):
    command = BY_NAME["experiment report"]
    with outputs(command, data, tmp_path) as out:
        (out / output).unlink()
        (out / output).symlink_to(read)
        before = contents(out)
        if output == "report.html":
            code, _, error = program("experiment", "report", out)
        else:
            code, _, error = program("experiment", "run", data / "plan.toml", "--jobs", "1", "-o", out, "--resume")
        assert code == 2 and "the same file as" in error, error
        assert contents(out) == before


def test_an_experiment_does_not_replace_its_plan(data, tmp_path, program):
    (tmp_path / "rows.csv").write_bytes((data / "plan.toml").read_bytes())
    before = contents(tmp_path)
    code, _, error = program("experiment", "run", tmp_path / "rows.csv", "--jobs", "1", "-o", tmp_path, "--resume")
    assert code == 2 and "the same file as" in error, error
    assert contents(tmp_path) == before
