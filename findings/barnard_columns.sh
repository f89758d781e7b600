#!/usr/bin/env bash
# Guess: whether two systems stand in the rows or in the columns of a table of right and wrong answers does not change the p-value.
# True:  it does not for Fisher's and the chi-squared test. barnard_exact and boschloo_exact of scipy 1.17.1 take the columns for the two
#        samples, of sizes that were chosen beforehand. With 1 wrong answer of 20 and 6 of 20 Barnard's p is 0.049 if the systems are columns,
#        and 0.077 if they are rows, as a confusion table or a data frame has them; nothing is said, and no table is refused.
# Hurts: those who turn to these tests for their power: the other layout is the test of another design.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 numpy==2.4.6
python - <<'PY' | seen 'scipy 1.17.1, 1 wrong of 20 and 6 wrong of 20
barnard_exact      systems in columns 0.0488 in rows 0.0771
boschloo_exact     systems in columns 0.0464 in rows 0.0430
fisher_exact       systems in columns 0.0915 in rows 0.0915
chi2_contingency   systems in columns 0.0960 in rows 0.0960'
import numpy
import scipy
from scipy import stats

print(f"scipy {scipy.__version__}, 1 wrong of 20 and 6 wrong of 20")
rows = numpy.array([[1, 19], [6, 14]])
for test in (stats.barnard_exact, stats.boschloo_exact, stats.fisher_exact, stats.chi2_contingency):
    print(f"{test.__name__:18} systems in columns {test(rows.T).pvalue:.4f} in rows {test(rows).pvalue:.4f}")
PY
