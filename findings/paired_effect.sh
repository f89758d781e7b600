#!/usr/bin/env bash
# Guess: with paired=True the effect size of two systems is that of their differences, as the test beside it is.
# True:  cohen_d of pingouin 0.7.0 is the difference of the means by the spread of the scores, paired or not: five scores from 10 to 50,
#        each raised by 1 to 3, have p = 0.009 and d = 0.11, and the power beside them is 0.05. The mean of the differences is
#        2.15 of their deviations. Post hoc tests are not adjusted for their number unless asked: pairwise_tests, and
#        posthoc_wilcoxon of scikit-posthocs 0.17.1.
# Hurts: those who compare systems on the same sentences and report the size next to the test, and tables of all pairs of systems.
. "$(dirname "$0")/common.bash"
pypi pingouin==0.7.0 scikit-posthocs==0.17.1
python -W ignore - <<'PY' | seen 'pingouin 0.7.0 scikit-posthocs 0.17.1
test: p 0.009, cohen_d 0.11, power 0.05
compute_effsize: paired -0.11, not paired -0.11
mean of the differences by their deviation: -2.15
posthoc_wilcoxon: 0.0625, scipy 0.0625, p_adjust holm 0.1875
pairwise_tests: 0.0039, scipy 0.0039, padjust holm 0.0116'
from importlib.metadata import version

import numpy
import pandas
import pingouin
import scikit_posthocs
from scipy.stats import ttest_rel, wilcoxon

print("pingouin", version("pingouin"), "scikit-posthocs", version("scikit-posthocs"))
first, second = numpy.array([10, 20, 30, 40, 50]), numpy.array([11, 22, 31, 43, 52])
row = pingouin.ttest(first, second, paired=True).iloc[0]
print(f"test: p {row.p_val:.3f}, cohen_d {row.cohen_d:.2f}, power {row.power:.2f}")
sizes = (pingouin.compute_effsize(first, second, paired=paired) for paired in (True, False))
print("compute_effsize: paired {:.2f}, not paired {:.2f}".format(*sizes))
print(f"mean of the differences by their deviation: {(first - second).mean() / (first - second).std(ddof=1):.2f}")
systems = [[1, 2, 3, 4, 5], [2, 3, 4, 5, 7], [5, 6, 7, 8, 9]]
plain, holm = (scikit_posthocs.posthoc_wilcoxon(systems, p_adjust=how).iloc[0, 2] for how in (None, "holm"))
print(f"posthoc_wilcoxon: {scikit_posthocs.posthoc_wilcoxon(systems).iloc[0, 2]:.4f}, scipy {wilcoxon(systems[0], systems[2]).pvalue:.4f}", end=", ")
print(f"p_adjust holm {holm:.4f}")
scores = [[1, 2, 3, 4, 6], [2, 3, 5, 5, 7], [2, 4, 4, 5, 8]]
table = pandas.DataFrame([(name, item, score) for name, row in zip("abc", scores) for item, score in enumerate(row)], columns=["system", "item", "score"])
columns = {"dv": "score", "within": "system", "subject": "item"}
bare = pingouin.pairwise_tests(table, **columns)
corrected = pingouin.pairwise_tests(table, padjust="holm", **columns)
print(f"pairwise_tests: {bare.p_unc[0]:.4f}, scipy {ttest_rel(scores[0], scores[1]).pvalue:.4f}, padjust holm {corrected.p_corr[0]:.4f}")
PY
