"""``smatchproof experiment`` as its users run it."""

import subprocess
import sys

from tests.commands.test_experiment import run

# ---- Ctrl-C and the terminal


def test_without_a_folder_the_tables_are_those_of_the_study(tmp_path):
    code, out, err = run(tmp_path, "table2")
    assert (code, err) == (0, "the shipped study: 200 pairs\n")
    accuracy = {line.split()[0]: float(line.split()[1].rstrip("%")) for line in out.splitlines() if "%" in line}
    assert accuracy["Base"] < accuracy["R"] < accuracy["S"] < accuracy["S+4R"] < accuracy["S+9R"] < 100
    assert accuracy["exact"] == accuracy["optimum"] == accuracy["ILP"] == 100
    methods = [line.split()[0] for line in out.splitlines() if "%" in line]
    assert methods[:7] == ["Base", "ILP", "R", "10R", "S", "S+4R", "S+9R"]


MANY = """
methods = ["Base", "R", "10R", "S", "S+4R", "S+9R", "primal", "exact"]
[[sources]]
kind = "graphs"
number = {number}
variables = "2-4"
"""


def test_memory_does_not_grow_with_the_number_of_pairs(tmp_path):
    """10,000 pairs and eight methods, beside a tenth of them: the peak of the process that collects the rows."""
    code = "import resource, sys; from smatchproof.cli import main; main(sys.argv[1:]); "
    code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    peaks = []
    for number in (1_000, 10_000):
        (tmp_path / f"{number}.toml").write_text(MANY.format(number=number))
        command = [sys.executable, "-c", code, "experiment", "run", f"{number}.toml", "-o", f"results-{number}"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"results-{number}" / "rows.jsonl").read_bytes().count(b"\n") == 8 * number
        peaks.append(int(done.stdout.split()[-1]))
    assert peaks[1] < 1.3 * peaks[0]
