#!/usr/bin/env bash
# Guess: the p-values of Spearman's and Kendall's correlations of few systems count permutations, as they are few.
# True:  scipy 1.17.1 does that for Kendall only. Spearman's p-value is that of a t distribution: of three systems ranked alike
#        by a metric and by people it is 0, where 2 of 6 permutations are as extreme; of four 0 instead of 0.083. With
#        permutation_test it is as it should be.
# Hurts: those who correlate metrics with human ranks of a handful of systems.
. "$(dirname "$0")/common.bash"
pypi scipy==1.17.1 numpy==2.4.6
python - <<'PY' | seen 'scipy 1.17.1
3 systems, equal ranks: spearmanr 0.0000 permutation_test 0.3333 kendalltau 0.3333
4 systems, equal ranks: spearmanr 0.0000 permutation_test 0.0833 kendalltau 0.0833
5 systems, equal ranks: spearmanr 0.0000 permutation_test 0.0167 kendalltau 0.0167
5 systems, two exchanged: spearmanr 0.0374 permutation_test 0.0833 kendalltau 0.0833'
import scipy
from scipy import stats

print("scipy", scipy.__version__)
for ranks in ((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5), (2, 1, 3, 4, 5)):
    people = sorted(ranks)

    def statistic(ranks):
        return stats.spearmanr(ranks, people).statistic

    counted = stats.permutation_test((ranks,), statistic, permutation_type="pairings")
    print(f"{len(ranks)} systems, {'equal ranks' if [*ranks] == people else 'two exchanged'}: spearmanr {stats.spearmanr(ranks, people).pvalue:.4f}", end=" ")
    print(f"permutation_test {counted.pvalue:.4f} kendalltau {stats.kendalltau(ranks, people).pvalue:.4f}")
PY
