"""What the commands print, and the certificates of many pairs, in a folder: to compare two versions with ``diff -r``.

``python -m benchmarks.golden FOLDER`` writes it in some two minutes; it needs the corpora.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from benchmarks.common import DATA

ROOT = Path(__file__).parents[1]
A, B = (str(ROOT / f"src/smatchproof/samples/annotator-{side}.amr") for side in "ab")
STS, PARA = ([str(DATA / f"bamboo/{name}/main/{side}.dev.amr") for side in ("src", "tgt")] for name in ("sts", "para"))
LPP = [str(DATA / f"lpp/lpp-{release}.amr") for release in ("v1.6", "v3.0")]
_TIMES = re.compile(r"\b[0-9.,]+ (?:s|ms|seconds?|milliseconds)\b|\"seconds\": [0-9.e-]+")
_COLUMNS = re.compile(r" +[0-9.]+$", re.MULTILINE)
"""The seconds of the tables of experiments, at the end of each line."""

COMMANDS = {
    "score-samples": f"score {A} {B} --per-pair",
    "score-sts": f"score {shlex.join(STS)} --certificates sts.jsonl --format json",
    "score-para": f"score {shlex.join(PARA)} --certificates para.jsonl --fine-grained",
    "score-lpp": f"score {shlex.join(LPP)} --certificates lpp.jsonl --convention smatch-1.0.4",
    "score-smatchpp": f"score {A} {B} --convention smatchpp-amr --format jsonl",
    "score-metrics": f"score {shlex.join(STS)} --metric sembleu --interval --seed 1",
    "score-versus": f"score {A} {B} --versus {A} --seed 1",
    "score-optima": f"score {A} {B} --every-optimum",
    "score-lost": f"score {A} no-such-file.amr",
    "compare": f"compare {B} {A} {B} --seed 1",
    "compare-folder": f"compare {B} {A} {B} --seed 1 -o bundle",
    "verify-folder": "verify bundle",
    "verify": f"verify sts.jsonl {shlex.join(STS)}",
    "explain": f"explain {A} {B} --id sample.3",
    "explain-proof": f"explain {A} {B} --id sample.3 --proof",
    "errors": f"errors {A} {B}",
    "differences": f"differences {A} {B} --conventions smatch:smatch-1.0.4",
    "matrix": f"matrix {A} {B}",
    "check": f"check {A} {B}",
    "decide": f"decide {A} {B} --at-least 5",
    "experiment": "experiment table2",
    "hard": "generate digraphs --nodes 14 --number 20 --seed 7 -o hard-left.amr hard-right.amr",
    "hard-score": "score hard-left.amr hard-right.amr --certificates hard.jsonl --format json",
    "hard-verify": "verify hard.jsonl hard-left.amr hard-right.amr",
    "trap": "generate trap circle persons=8 -o trap-left.amr trap-right.amr",
    "reduce-sat": "reduce sat small.cnf --solve -o sat-left.amr sat-right.amr",
    "reduce-clique": "reduce clique graph.txt --size 3 --solve",
    "reduce-qap": "reduce qap small.dat --solve",
    "reduce-ged": "reduce ged graph.txt path.txt --solve",
    "export-lp": "export trap-left.amr trap-right.amr --to lp -o trap.lp",
    "export-veripb": "export trap-left.amr trap-right.amr --to veripb -o trap.opb",
    "document": "score document:umr.txt document:umr.txt",
}
"""The commands, by the name of the file that keeps what they print; some read what those before have written."""
FILES = {
    "small.cnf": "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n",
    "graph.txt": "a b\nb c\nc a\nc d\n",
    "path.txt": "u v\nv w\n",
    "small.dat": "3\n0 2 1\n2 0 4\n1 4 0\n\n0 1 3\n1 0 2\n3 2 0\n",
    "umr.txt": (
        "# :: snt1\tDogs bark .\n\n# sentence level graph:\n(s1b / bark-01 :ARG0 (s1d / dog :refer-number plural)\n"
        "    :aspect habitual :modstr full-affirmative)\n\n# alignment:\ns1b: 2-2\ns1d: 1-1\n\n"
        "# document level annotation:\n(s1s0 / sentence :modal ((author :full-affirmative s1b)))\n\n"
    ),
}


def write(folder: Path) -> None:
    """Run every command in a new folder, and keep its output and exit code. Raises ``FileExistsError``."""
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for name, line in COMMANDS.items():
        command = [sys.executable, "-m", "smatchproof", *shlex.split(line)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
        said = f"exit code {done.returncode}\n{done.stdout}\n---- standard error\n{done.stderr}"
        said = _COLUMNS.sub(" TIMES", said) if name == "experiment" else said
        (folder / f"{name}.txt").write_text(_TIMES.sub("TIME", said))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
