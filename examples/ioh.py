"""The traces of an experiment for IOHanalyzer (its "custom csv format"): python ioh.py results/rows.jsonl traces.csv"""

import csv
import json
import sys
from pathlib import Path

if len(sys.argv) != 3:
    sys.exit(__doc__)
source, target = map(Path, sys.argv[1:])
with source.open(encoding="utf-8") as rows, target.open("w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("evaluations", "missed", "function", "dimension", "algorithm", "run"))
    for row in map(json.loads, rows):
        size, run = max(row["left_variables"], row["right_variables"]), f"{row['pair']} {row['seed']}"
        for _, steps, matched, _ in row["trace"]:  # a minimisation of the triples that are missed
            writer.writerow([steps, row["optimum"] - matched, row["source"], size, row["method"], run])
