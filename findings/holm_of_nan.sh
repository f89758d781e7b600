#!/usr/bin/env bash
# Guess: of p-values of which one is missing (NaN) the others are adjusted as if there were no more, or there is an error.
# True:  multipletests of statsmodels 0.15.0 counts the missing one in Holm's procedure: 0.01 and 0.04 become 0.03 and 0.08, and the
#        second is significant no more. With Benjamini and Hochberg's all become NaN, one of the two hypotheses is
#        rejected all the same, and there is no warning. multicomp of pingouin 0.7.0 leaves it out in both:
#        0.02 and 0.04. The method that multipletests takes unless told otherwise is Holm-Sidak, not Holm.
# Hurts: those who test many metrics or parts of which one has nothing to compare.
. "$(dirname "$0")/common.bash"
pypi statsmodels==0.15.0 pingouin==0.7.0
python - <<'PY' 2>/dev/null | seen 'statsmodels 0.15.0 pingouin 0.7.0
holm: statsmodels 0.03 nan 0.08, rejected 1; pingouin 0.02 nan 0.04, rejected 2; without it 0.02 0.04
fdr_bh: statsmodels nan nan nan, rejected 1; pingouin 0.02 nan 0.04, rejected 2; without it 0.02 0.04
default: 0.0199 0.04'
from importlib.metadata import version

import pingouin
from statsmodels.stats.multitest import multipletests

def show(values):
    return " ".join(f"{value:.4g}" for value in values)

print("statsmodels", version("statsmodels"), "pingouin", version("pingouin"))
values = [0.01, float("nan"), 0.04]
for method in ("holm", "fdr_bh"):
    rejected, adjusted = multipletests(values, method=method)[:2]
    theirs = pingouin.multicomp(values, method=method)
    print(f"{method}: statsmodels {show(adjusted)}, rejected {sum(rejected)}; pingouin {show(theirs[1])}, rejected {sum(theirs[0])}", end="; ")
    print("without it", show(multipletests([0.01, 0.04], method=method)[1]))
print("default:", show(multipletests([0.01, 0.04])[1]))
PY
