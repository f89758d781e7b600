#!/usr/bin/env bash
# Guess: a p-value that is adjusted for several tests is at least the one before: what is not significant alone is not significant among
#        others.
# True:  so it is for six of the methods of multipletests in statsmodels 0.15.0, the false discovery rates of Benjamini and Hochberg and of
#        Benjamini and Yekutieli among them. The two-stage and adaptive ones (fdr_tsbh, fdr_tsbky, fdr_gbs) estimate how many hypotheses
#        hold, and may lower p: next to nine tests with 0.001 one with 0.3 becomes 0.03 to 0.04 and is rejected at 5 %.
# Hurts: those who choose one of these methods for a table of many parts: a difference that is none by itself is called significant since
#        the other parts differ.
. "$(dirname "$0")/common.bash"
pypi statsmodels==0.15.0 numpy==2.4.6 scipy==1.17.1 pandas==3.1.1
python - <<'PY' | seen 'statsmodels 0.15.0, nine of 0.001 and one of 0.3
bonferroni  0.3 becomes 1.000
holm        0.3 becomes 0.300
hommel      0.3 becomes 0.300
fdr_bh      0.3 becomes 0.300
fdr_by      0.3 becomes 0.879
sidak       0.3 becomes 0.972
fdr_tsbh    0.3 becomes 0.030, rejected
fdr_tsbky   0.3 becomes 0.032, rejected
fdr_gbs     0.3 becomes 0.043, rejected'
import statsmodels
from statsmodels.stats.multitest import multipletests

print(f"statsmodels {statsmodels.__version__}, nine of 0.001 and one of 0.3")
for method in ("bonferroni", "holm", "hommel", "fdr_bh", "fdr_by", "sidak", "fdr_tsbh", "fdr_tsbky", "fdr_gbs"):
    rejected, adjusted, *_ = multipletests([0.001] * 9 + [0.3], alpha=0.05, method=method)
    print(f"{method:11} 0.3 becomes {adjusted[-1]:.3f}{', rejected' if rejected[-1] else ''}")
PY
