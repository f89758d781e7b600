#!/usr/bin/env bash
# Guess: p-values of several data sets are combined so that one data set without a difference weakens the rest, and no more.
# True:  with combine_pvalues of scipy 1.17.1 one p-value of 1 makes the result 1 by three of five methods (Stouffer, Pearson,
#        Mudholkar and George), whatever the others are: five of 1e-9 and a 1 are 1. By Fisher's it is 1e-37, by Tippett's 6e-9. With 0
#        and 1, two say NaN, and Pearson's 1. Exact and permutation tests do say 1, of equal systems.
# Hurts: those who combine tests over data sets, on one of which two systems are equal.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 numpy==2.4.6
python -W ignore - <<'PY' | seen 'scipy 1.17.1 p of no difference: 1.0
stouffer: five of 1e-9 and 0.99 7e-30, and 1 1; 0 and 1 nan
pearson: five of 1e-9 and 0.99 0.3, and 1 1; 0 and 1 1
mudholkar_george: five of 1e-9 and 0.99 1e-22, and 1 1; 0 and 1 nan
fisher: five of 1e-9 and 0.99 1e-37, and 1 1e-37; 0 and 1 0
tippett: five of 1e-9 and 0.99 6e-09, and 1 6e-09; 0 and 1 0'
import scipy
from scipy.stats import combine_pvalues, wilcoxon

print("scipy", scipy.__version__, "p of no difference:", wilcoxon([0] * 5).pvalue)
for method in ("stouffer", "pearson", "mudholkar_george", "fisher", "tippett"):
    results = [combine_pvalues(values, method).pvalue for values in ([1e-9] * 5 + [0.99], [1e-9] * 5 + [1.0], [0.0, 1.0])]
    print(f"{method}: five of 1e-9 and 0.99 {results[0]:.1g}, and 1 {results[1]:.1g}; 0 and 1 {results[2]:.1g}")
PY
