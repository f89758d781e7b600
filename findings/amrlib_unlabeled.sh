#!/usr/bin/env bash
# Guess: without labels of edges more triples match: "Unlabeled" is at least Smatch, and compares values as Smatch does.
# True:  compute_scores of amrlib 0.8.1 replaces what looks like a role in the text of the graph, before smatch 1.0.4 reads
#        it. smatch turns :domain into :mod, and cannot do so after that: Smatch is 75 %, and "Unlabeled" 50 %. The times
#        "12:30" and "12:45" are one value, "12:label".
# Hurts: those who take the difference of the two for what labels cost.
. "$(dirname "$0")/common.bash"
# without PyTorch and spaCy, which the scores do not use
pypi --no-deps amrlib==0.8.1 smatch==1.0.4 requests==2.34.2 urllib3==2.8.0 idna==3.20 certifi==2026.10.19.post1 charset-normalizer==3.5.3 tqdm==4.70.1
python - <<'PY' | seen 'amrlib 0.8.1 smatch 1.0.4
(b / boy :domain (g / girl)) and (g / girl :mod (b / boy))
  Smatch 0.750, unlabelled 0.500: (b / boy :label (g / girl)) and (g / girl :label (b / boy))
(d / date-entity :time "12:30") and (d / date-entity :time "12:45")
  Smatch 0.667, unlabelled 1.000: (d / date-entity :label "12:label") and (d / date-entity :label "12:label")
(a / and :op1 (b / boy)) and (a / and :op2 (b / boy))
  Smatch 0.750, unlabelled 1.000: (a / and :label (b / boy)) and (a / and :label (b / boy))'
from importlib.metadata import version

from amrlib.evaluate.smatch_enhanced import compute_smatch, unlabel

print("amrlib", version("amrlib"), "smatch", version("smatch"))
for test, gold in (
    ("(b / boy :domain (g / girl))", "(g / girl :mod (b / boy))"),
    ('(d / date-entity :time "12:30")', '(d / date-entity :time "12:45")'),
    ("(a / and :op1 (b / boy))", "(a / and :op2 (b / boy))"),
):
    print(test, "and", gold)
    print("  Smatch {:.3f}, unlabelled {:.3f}:".format(compute_smatch([test], [gold])[2], compute_smatch([unlabel(test)], [unlabel(gold)])[2]), unlabel(test), "and", unlabel(gold))
PY
