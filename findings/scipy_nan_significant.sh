#!/usr/bin/env bash
# Guess: scipy's tests have the p-value NaN where a score is NaN, as after 0 / 0.
# True:  permutation_test of scipy 1.17.1 says 0, whatever the alternative, although what was observed is one of the
#        permutations; with samples of them it says the least that it can. Comparisons with NaN are false, so that no
#        permutation counts, and there is no warning. Its t, Wilcoxon and Mann-Whitney tests say NaN.
# Hurts: those who compare systems by F-scores: one pair of empty graphs makes any difference significant.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 numpy==2.4.6
python -W error - <<'PY' | seen 'scipy 1.17.1
0.5 0.7 0.6, 0.4 0.8 0.5: two-sided 1.0 less 0.875 greater 0.5
0.5 nan 0.6, 0.4 0.8 0.5: two-sided 0.0 less 0.0 greater 0.0
51 scores, one of them NaN, 999 samples: 0.002
ttest_rel nan wilcoxon nan mannwhitneyu nan'
import numpy
import scipy
from scipy import stats

def difference(one, other, axis=-1):
    return numpy.mean(one - other, axis=axis)

def p_value(one, other, **options):
    return stats.permutation_test((one, other), difference, permutation_type="samples", **options).pvalue

print("scipy", scipy.__version__)
other = numpy.array([0.4, 0.8, 0.5])
for one in (numpy.array([0.5, 0.7, 0.6]), numpy.array([0.5, numpy.nan, 0.6])):
    print(*one, end=", ")
    print(*other, end=":")
    for alternative in ("two-sided", "less", "greater"):
        print("", alternative, p_value(one, other, alternative=alternative), end="")
    print()
one, other = numpy.random.default_rng(0).random((2, 51))
one[50] = numpy.nan
print("51 scores, one of them NaN, 999 samples:", p_value(one, other, n_resamples=999, rng=0))
print(*(f"{test.__name__} {test(one, other).pvalue}" for test in (stats.ttest_rel, stats.wilcoxon, stats.mannwhitneyu)))
PY
