"""Where a file is named that is written, ``-`` is standard output, which then holds nothing else."""

import json
import subprocess

import pytest

from tests.commands import running


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("score {a} {b} --certificates -", '{"format":'),
        ("matrix {a} {b} -o -", "# ::note"),
        ("errors {a} {b} --html -", "<!doctype html>"),
        ("explain {a} {b} --id sample.1 --html -", "<!doctype html>"),
        ("generate graphs --number 2 -o -", "# ::id"),
        ("generate trap circle persons=3 -o - {out}/right.amr", "# ::id"),
        ("export {a} {b} --id sample.1 --to lp -o -", "\\ smatchproof"),
        ("reduce clique {edges} --size 2 -o - {out}/right.amr --map {out}/map.json", "# ::id"),
    ],
)
def test_standard_output(tmp_path, samples, words, begins):
    (tmp_path / "edges.txt").write_text("a b\nb c\n")
    names = {"a": samples / "annotator-a.amr", "b": samples / "annotator-b.amr", "edges": tmp_path / "edges.txt"}
    command = [*running.PROGRAM, *words.format(**names, out=tmp_path).split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(begins) and not (tmp_path / "-").exists()
    assert begins != "<!doctype html>" or done.stdout.endswith("</html>")
    assert not {"written to", "F1"} & {line[:10].strip() for line in done.stdout.splitlines()}
    if "certificates" in words:
        assert len([json.loads(line) for line in done.stdout.splitlines()]) == 24 and "F1" in done.stderr


@pytest.mark.parametrize("words", ["score {a} {b} --per-pair", "check {a} {b}", "compare {a} {b} --samples 9"])
def test_a_reader_that_leaves_is_no_success(samples, words):
    names = {"a": samples / "annotator-a.amr", "b": samples / "annotator-b.amr"}
    with subprocess.Popen(
        [*running.PROGRAM, *words.format(**names).split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141
