"""A first use of an installed package: ``python trial.py`` scores the samples, and checks that all is there."""

import sys
from importlib.metadata import metadata
from importlib.resources import files
from pathlib import Path

import smatchproof
from smatchproof.exact.core import is_compiled

a, b = (str(files("smatchproof") / "samples" / f"annotator-{name}.amr") for name in "ab")
result = smatchproof.score_files(a, b)
if not (result.corpus.all_proved and round(result.f1, 4) == 0.8673):
    sys.exit(f"the samples have another score: {result}")
if not files("smatchproof").joinpath("py.typed").is_file():
    sys.exit("py.typed is missing")
form = "compiled" if is_compiled() else "plain"
version, place = metadata("smatchproof")["version"], Path(smatchproof.__file__).parent
sys.stdout.write(f"Python {sys.version.split()[0]}: {version}, {form}, F1 {result.f1:.4f}, all proved, in {place}\n")
