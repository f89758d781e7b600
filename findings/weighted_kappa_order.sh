#!/usr/bin/env bash
# Guess: a weighted kappa of low, mid and high is that of 1, 2 and 3, and one of 1, 2 and 10 regards how far apart these are.
# True:  irrCAC 0.4.4 and scikit-learn 1.9.1 sort the words by the alphabet, high, low, mid: 0.19 instead of 0.75, without a word. Given
#        in order (categories, labels), they have 0.75. Of "9", "10" and "11" as texts it is 0. Of 1, 2 and 10 scikit-learn and
#        statsmodels 0.15.0 weigh the places, as if they were 1, 2, 3, and irrCAC the values: 0.75 and 0.67.
# Hurts: those who report the agreement of annotators on a scale of words, or compare numbers of two packages.
. "$(dirname "$0")/common.bash"
pypi irrCAC==0.4.4 scikit-learn==1.9.1 statsmodels==0.15.0 scipy==1.12.0 pandas==2.3.3
python - <<'PY' | seen "irrCAC 0.4.4 scikit-learn 1.9.1 statsmodels 0.15.0
[1, 2, 3] irrCAC 0.75, with the order given 0.75; scikit-learn 0.75, with the order given 0.75; statsmodels 0.75
['low', 'mid', 'high'] irrCAC 0.19, with the order given 0.75; scikit-learn 0.19, with the order given 0.75
['9', '10', '11'] irrCAC 0.00, with the order given 0.75; scikit-learn 0.00, with the order given 0.75
[1, 2, 10] irrCAC 0.67, with the order given 0.67; scikit-learn 0.75, with the order given 0.75; statsmodels 0.75"
import warnings
from importlib.metadata import version

warnings.simplefilter("ignore")
import pandas
from irrCAC.raw import CAC
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

print(*(f"{name} {version(name)}" for name in ("irrCAC", "scikit-learn", "statsmodels")))
FIRST, SECOND = (0, 1, 2, 0, 2), (0, 2, 2, 1, 2)  # places on a scale of three


def show(scale):
    one, other = [scale[place] for place in FIRST], [scale[place] for place in SECOND]
    table = pandas.DataFrame({"one": one, "other": other})
    irr = [CAC(table, weights="quadratic", categories=given).conger()["est"]["coefficient_value"] for given in (None, scale)]
    learn = [cohen_kappa_score(one, other, weights="quadratic", labels=given) for given in (None, scale)]
    print(scale, f"irrCAC {abs(irr[0]):.2f}, with the order given {irr[1]:.2f}; scikit-learn {abs(learn[0]):.2f}, with the order given {learn[1]:.2f}", end="")
    if isinstance(scale[0], int):
        print(f"; statsmodels {cohens_kappa(pandas.crosstab(table['one'], table['other']).values, wt='quadratic').kappa:.2f}", end="")
    print()


for scale in ([1, 2, 3], ["low", "mid", "high"], ["9", "10", "11"], [1, 2, 10]):
    show(scale)
PY
