"""Outputs of commands: old files or new ones, whatever ends the command; and outputs that are inputs are refused."""

import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.running import FOREVER, run
from tests.tables import tables

TABLES = tables(__file__)
SAME, TWICE = TABLES["same"], TABLES["twice"]


@pytest.fixture(scope="module")
def data(tmp_path_factory, samples):
    """The inputs of all commands, three sentences each, and a finished experiment."""
    folder = tmp_path_factory.mktemp("data")
    for side, name in (("left", "annotator-a.amr"), ("right", "annotator-b.amr")):
        blocks = (samples / name).read_text(encoding="utf-8").strip().split("\n\n")
        blocks = [re.sub(r"::id sample\.(\d+)", r"::id group\1.1", block) for block in blocks][:3]
        (folder / f"{side}.amr").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    (folder / "graph.txt").write_text("a b\nb c\na c\nc d\n")
    (folder / "plan.toml").write_text(TABLES["plan"])
    assert run("experiment", "run", "plan.toml", "--jobs", 1, "-o", "run", cwd=folder).returncode == 0
    return folder


def contents(folder):
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- kills and interruptions

BOTH = "{data}/left.amr {data}/right.amr"
WRITING = [
    f"score {BOTH} --jobs 2 --certificates {{out}}/proofs.jsonl",
    "generate graphs --number 300 -o {out}/graphs.amr",
    "reduce clique {data}/graph.txt --size 3 -o {out}/left.amr {out}/right.amr --map {out}/map.json",
    f"export {BOTH} --id group1.1 --to lp -o {{out}}/pair.lp",
]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("command", WRITING, ids=lambda command: command.partition(" ")[0])
def test_a_command_that_is_stopped_leaves_each_file_old_or_new(command, number, data, tmp_path):
    words = command.format(data=data, out=tmp_path).split()
    begin = time.monotonic()
    subprocess.run([sys.executable, "-m", "smatchproof", *words], check=True, timeout=FOREVER)
    seconds, new = time.monotonic() - begin, contents(tmp_path)
    old = dict.fromkeys(new, b"the old file\n")
    rng = random.Random(f"{command} {number}")
    for _ in range(2):
        for name, text in old.items():
            (tmp_path / name).write_bytes(text)
        with subprocess.Popen([sys.executable, "-m", "smatchproof", *words], stderr=subprocess.DEVNULL) as process:
            time.sleep(rng.uniform(0.2, 1) * seconds)
            process.send_signal(number)
        found = contents(tmp_path)
        left = [name for name in found if name.startswith(".smatchproof-")]
        assert all(found[name] in (old[name], new[name]) for name in new)
        assert found.keys() - {*left} == new.keys() and (not left or number == signal.SIGKILL)
        before_it_began = 1 if number == signal.SIGINT else 0  # Python's own, while it starts
        assert process.returncode in (0, -number, 128 + number, before_it_began)
        for name in left:
            (tmp_path / name).unlink()


def test_a_standard_output_that_is_full_is_an_error(data, tmp_path):
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    words = WRITING[0].format(data=data, out=tmp_path).split()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "smatchproof", *words], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and (tmp_path / "proofs.jsonl").stat().st_size
    assert done.stderr == b"error: no space left on device; the output is not complete\n"


# ---- outputs that are inputs

INPUTS = {
    "table.tsv": "boy\tgirl\t0.72\n",
    "vectors.txt": "boy 1 0\nwant 0.8 0.6\ngo 0 1\n",
    "human.txt": "".join(f"0.{number}\n" for number in range(1, 4)),
}


def check_refused(program, folder, *words):
    """The command says that two files are the same, and leaves the folder as it was."""
    before = contents(folder)
    code, _, error = program(*words)
    assert code == 2 and "the same file as" in error and len(error.splitlines()) == 1, error
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("arguments", "file", "is_link"), [*((*row, False) for row in SAME), (*SAME[0], True), (*SAME[-1], True)]
)
def test_an_output_that_is_an_input_is_refused(arguments, file, is_link, data, tmp_path, program):
    """The file that would be written is the input itself, or a link to it."""
    _, found, rest = arguments.partition("{folder of ")
    name = rest.partition("}")[0] if found else "input.opb" if "{out.opb}" in arguments else "input"
    read = tmp_path / ("read" if is_link else name)
    read.write_text(INPUTS.get(file) or (data / file).read_text())
    if is_link:
        (tmp_path / name).symlink_to(read)
    words = arguments.replace(f"{{folder of {name}}}", "{folder}").replace("{out.opb}", "{out}")
    fields = {"in": read, "out": tmp_path / name, "new": tmp_path / "new", "data": data, "folder": tmp_path}
    check_refused(program, tmp_path, *words.format(**fields).split())


@pytest.mark.parametrize(("arguments", "is_link"), [*((each, False) for each in TWICE), (TWICE[0], True)])
def test_two_outputs_that_are_the_same_file_are_refused(arguments, is_link, data, tmp_path, program):
    (tmp_path / "a").write_bytes(b"old")
    if is_link:
        (tmp_path / "b").symlink_to(tmp_path / "a")
    second = tmp_path / ("b" if is_link else "../" + tmp_path.name + "/a")
    fields = {"a": tmp_path / "a", "b": second, "new": tmp_path / "new", "data": data}
    check_refused(program, tmp_path, *arguments.format(**fields).split())


def test_outputs_of_an_audit_that_are_the_same_file_are_refused(data, tmp_path, program):
    (tmp_path / "audit.txt").write_bytes(b"old")
    (tmp_path / "audit.json").symlink_to("audit.txt")
    words = ("--metric", "sembleu", "--no-bias", "--jobs", "1", "-o", tmp_path)
    check_refused(program, tmp_path, "audit", data / "left.amr", data / "right.amr", *words)


@pytest.mark.parametrize(
    ("output", "read"), [("report.html", "rows.jsonl"), ("rows.csv", "experiment.json"), ("pairs.jsonl", "rows.jsonl")]
)
def test_what_an_experiment_reads_in_its_folder_is_not_replaced(output, read, data, tmp_path, program):
    out = tmp_path / "run"
    shutil.copytree(data / "run", out)
    (out / output).unlink(missing_ok=True)
    (out / output).symlink_to(read)
    words = ("report", out) if output == "report.html" else ("run", data / "plan.toml", "-o", out, "--resume")
    check_refused(program, out, "experiment", *words)


def test_an_experiment_does_not_replace_its_plan(data, tmp_path, program):
    (tmp_path / "rows.csv").write_bytes((data / "plan.toml").read_bytes())
    words = "run", tmp_path / "rows.csv", "--jobs", "1", "-o", tmp_path, "--resume"
    check_refused(program, tmp_path, "experiment", *words)
