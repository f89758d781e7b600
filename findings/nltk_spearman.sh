#!/usr/bin/env bash
# Guess: spearman_correlation of NLTK lies between -1 and 1, and with ranks_from_scores it is Spearman's coefficient, ties or
#        not.
# True:  it is the formula for ranks without ties, over the keys that both rankings have, with their ranks among all keys; of
#        ties each has the first rank. With NLTK 3.10.4 two lists of four that share two items, in one order, are at -3, and
#        scores with ties reach -1.6. A system that gives all the same score is at -0.4, or at 1 with another such. By scipy
#        1.17.1 these are 1, -0.89 and undefined.
# Hurts: those who correlate scores with human judgements, which have ties, or compare lists of the best.
. "$(dirname "$0")/common.bash"
pypi nltk==3.10.4 scipy==1.17.1 numpy==2.4.6
python -W ignore - <<'PY' | seen 'NLTK 3.10.4 scipy 1.17.1
the best four, a b c d and a x y b: -3.0 scipy of a and b 1.0
4 3 2 1 and 4 3 3 1 0.9 scipy 0.95
1 1 1 1 and 4 3 2 1 -0.4 scipy nan
1 1 1 1 and 1 2 3 4 -0.4 scipy nan
1 1 1 1 and 2 2 2 2 1.0 scipy nan
0 1 2 2 and 2 2 0 1 -1.6 scipy -0.89'
import nltk
import scipy
from nltk.metrics import ranks_from_scores, ranks_from_sequence, spearman_correlation
from scipy.stats import spearmanr


def by_rank(scores):
    return ranks_from_scores(sorted(enumerate(scores), key=lambda item: -item[1]))


print("NLTK", nltk.__version__, "scipy", scipy.__version__)
print("the best four, a b c d and a x y b:", spearman_correlation(ranks_from_sequence("abcd"), ranks_from_sequence("axyb")), end=" ")
print("scipy of a and b", round(float(spearmanr([0, 1], [0, 3]).statistic), 2))
lists = [(4, 3, 2, 1), (4, 3, 3, 1)], [(1, 1, 1, 1), (4, 3, 2, 1)], [(1, 1, 1, 1), (1, 2, 3, 4)], [(1, 1, 1, 1), (2, 2, 2, 2)], [(0, 1, 2, 2), (2, 2, 0, 1)]
for left, right in lists:
    print(*left, "and", *right, round(spearman_correlation(by_rank(left), by_rank(right)), 2), "scipy", round(float(spearmanr(left, right).statistic), 2))
PY
