#!/usr/bin/env bash
# Guess: reset_variables renames every mention of a variable, so that the graph is the same one under other names.
# True:  penman 1.3.1 does not rename a mention that carries a surface alignment (x~e.4), though it reads it as a re-entrancy:
#        afterwards that edge leads to a constant "x", or to another node whose new name is x (below: the boy plays for
#        himself, then for the xylophone). Without the alignment the mention is renamed. The command penman
#        --make-variables does the same.
# Hurts: those who normalise aligned AMRs (LDC's, those of the ISI aligner) before they compare them or train on them.
. "$(dirname "$0")/common.bash"
pypi penman==1.3.1
python - <<'PY' | seen 'penman 1.3.1
(b / boy :ARG0-of (w / want-01 :ARG1 (g / go-02 :ARG0 b))) edges 3 and 3
(b / boy :ARG0-of (w / want-01 :ARG1 (g / go-02 :ARG0 x~e.4))) edges 3 and 2
(b / boy :ARG0-of (p / play-11 :ARG2 (x / xylophone) :beneficiary x~e.4)) edges 3 and 3'
from importlib.metadata import version

import penman

print("penman", version("penman"))
for text in (
    "(x / boy :ARG0-of (y / want-01 :ARG1 (z / go-02 :ARG0 x)))",
    "(x / boy :ARG0-of (y / want-01 :ARG1 (z / go-02 :ARG0 x~e.4)))",
    "(x / boy :ARG0-of (y / play-11 :ARG2 (z / xylophone) :beneficiary x~e.4))",
):
    tree = penman.parse(text)
    tree.reset_variables()
    after = penman.format(tree, indent=None)
    print(after, "edges", len(penman.decode(text).edges()), "and", len(penman.decode(after).edges()))
PY
