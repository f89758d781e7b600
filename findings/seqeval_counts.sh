#!/usr/bin/env bash
# Guess: of the four counts that a scorer of tags returns, TP + FN is the number of tags that the gold standard has and TP + FP that of
#        the system, so that recall and precision follow, and exchanging the two sides exchanges FP and FN.
# True:  performance_measure of seqeval 1.2.2 counts a tag with another label as a false positive and not as a false negative: where each
#        of two entities has the wrong type, FN is 0. By these counts recall is 1 of 1 where one label of three is right. Its recall_score
#        does count them.
# Hurts: those who compute recall from the counts, or add counts up over files: confused labels cost no recall.
. "$(dirname "$0")/common.bash"
pypi seqeval==1.2.2 numpy==2.4.6 scikit-learn==1.9.1
python - <<'PY' 2>/dev/null | seen "seqeval 1.2.2
gold B-PER B-LOC B-ORG O     system B-LOC B-PER B-ORG O     {'TP': 1, 'FP': 2, 'FN': 0, 'TN': 1} recall by them 1.00 recall_score 0.33
gold B-PER O B-ORG O         system O B-PER B-ORG O         {'TP': 1, 'FP': 1, 'FN': 1, 'TN': 1} recall by them 0.50 recall_score 0.50"
from importlib.metadata import version

from seqeval.metrics import performance_measure, recall_score

print("seqeval", version("seqeval"))
for gold, system in (("B-PER B-LOC B-ORG O", "B-LOC B-PER B-ORG O"), ("B-PER O B-ORG O", "O B-PER B-ORG O")):
    sides = [gold.split()], [system.split()]
    counts = performance_measure(*sides)
    recall = counts["TP"] / (counts["TP"] + counts["FN"])
    print(f"gold {gold:23} system {system:23} {counts} recall by them {recall:.2f} recall_score {recall_score(*sides):.2f}")
PY
