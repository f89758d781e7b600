#!/usr/bin/env bash
# Guess: "Named Ent." compares names, and "Concepts" counts each node: 100 % means that all names, and all concepts, are
#        right.
# True:  compute_scores of amrlib 0.8.1 compares the concepts of nodes that have a name, as a set for each pair of graphs: Ann
#        in Paris and Bob in Rome are 100 %. Concepts, frames, negations and wikifications are sets as well: one boy of two is
#        100 %. Smatch of the same pairs is 83 % and 71 %.
# Hurts: those who report parts next to Smatch, or look for what a parser gets wrong.
. "$(dirname "$0")/common.bash"
# without PyTorch and spaCy, which the scores do not use
pypi --no-deps amrlib==0.8.1 smatch==1.0.4 requests==2.34.2 urllib3==2.8.0 idna==3.20 certifi==2026.10.19.post1 charset-normalizer==3.5.3 tqdm==4.70.1
python - <<'PY' | grep -v ': 0.000' | seen 'amrlib 0.8.1 smatch 1.0.4
Ann in Paris, Bob in Rome
Smatch           -> P: 0.833,  R: 0.833,  F: 0.833
Unlabeled        -> P: 0.833,  R: 0.833,  F: 0.833
No WSD           -> P: 0.833,  R: 0.833,  F: 0.833
Non_sense_frames -> P: 1.000,  R: 1.000,  F: 1.000
Named Ent.       -> P: 1.000,  R: 1.000,  F: 1.000
IgnoreVars       -> P: 0.714,  R: 0.714,  F: 0.714
Concepts         -> P: 1.000,  R: 1.000,  F: 1.000
Frames           -> P: 1.000,  R: 1.000,  F: 1.000
SRL              -> P: 1.000,  R: 1.000,  F: 1.000
a boy and a girl, two boys and a girl
Smatch           -> P: 0.833,  R: 0.625,  F: 0.714
Unlabeled        -> P: 1.000,  R: 0.750,  F: 0.857
No WSD           -> P: 0.833,  R: 0.625,  F: 0.714
IgnoreVars       -> P: 0.667,  R: 0.500,  F: 0.571
Concepts         -> P: 1.000,  R: 1.000,  F: 1.000'
from importlib.metadata import version

from amrlib.evaluate.smatch_enhanced import compute_scores


def show(title, test, gold):
    for name, graph in (("test", test), ("gold", gold)):
        with open(name, "w") as file:
            print(graph, file=file)
    print(title, flush=True)
    compute_scores("test", "gold")


print("amrlib", version("amrlib"), "smatch", version("smatch"))
visit = '(v / visit-01 :ARG0 (p / person :name (n / name :op1 "{}")) :ARG1 (c / city :name (n2 / name :op1 "{}")))'
show("Ann in Paris, Bob in Rome", visit.format("Ann", "Paris"), visit.format("Bob", "Rome"))
show("a boy and a girl, two boys and a girl", "(a / and :op1 (b / boy) :op2 (g / girl))", "(a / and :op1 (b / boy) :op2 (b2 / boy) :op3 (g / girl))")
PY
