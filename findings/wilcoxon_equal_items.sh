#!/usr/bin/env bash
# Guess: Wilcoxon's signed rank test leaves out items on which two systems are equal, as its documentation says: more of them change
#        nothing.
# True:  they change how wilcoxon of scipy 1.17.1 computes p. With up to 13 items it permutes; with more, a single one on which both
#        are equal is enough for the normal distribution. Of 5 differences of one sign p is 0.0625, the least that 32 signs allow; with
#        8 equal items it is the same, and with 9 0.043, or 0.025 if the differences are equal. method="exact" says 0.0625 each time.
# Hurts: those who compare parsers, which are equal on most sentences: a significant difference that no arrangement of signs can have.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 numpy==2.4.6
python -W ignore - <<'PY' | seen 'scipy 1.17.1
[1, 2, 3, 4, 5] and 0 times 0: p 0.0625, exact 0.0625
[1, 2, 3, 4, 5] and 8 times 0: p 0.0625, exact 0.0625
[1, 2, 3, 4, 5] and 9 times 0: p 0.0431, exact 0.0625
[1, 2, 3, 4, 5] and 95 times 0: p 0.0431, exact 0.0625
[1, 1, 1, 1, 1] and 0 times 0: p 0.0625, exact 0.0625
[1, 1, 1, 1, 1] and 8 times 0: p 0.0625, exact 0.0625
[1, 1, 1, 1, 1] and 9 times 0: p 0.0253, exact 0.0625
[1, 1, 1, 1, 1] and 95 times 0: p 0.0253, exact 0.0625'
import scipy
from scipy.stats import wilcoxon

print("scipy", scipy.__version__)
for differences in ([1, 2, 3, 4, 5], [1] * 5):
    for equal in (0, 8, 9, 95):
        items = differences + [0] * equal
        by_default, exact = wilcoxon(items).pvalue, wilcoxon(items, method="exact").pvalue
        print(f"{differences} and {equal} times 0: p {by_default:.4f}, exact {exact:.4f}")
PY
