#!/usr/bin/env bash
# Guess: a converter of AMRs to logic keeps :consist-of, a role of its own in AMR, and turns round only inverse roles.
# True:  amr-logic-converter 0.11.3 takes every role that ends in -of for an inverse one: a team that consists of persons
#        becomes :consist(p, t), the person consisting of the team. (penman's AMR model has the exceptions.)
# Hurts: those who reason over, or compare, converted AMRs with :consist-of, :prep-out-of or :polarity-of.
. "$(dirname "$0")/common.bash"
pypi amr-logic-converter==0.11.3 penman==1.3.1
python - <<'PY' | seen "amr-logic-converter 0.11.3
team(t) ∧ :consist(p, t) ∧ person(p)
penman: ('t', ':consist-of', 'p')
go-01(o) ∧ :prep-out(c, o) ∧ city(c)
penman: ('o', ':prep-out-of', 'c')
boy(b) ∧ :ARG0(r, b) ∧ run-02(r)
penman: ('r', ':ARG0', 'b')"
from importlib.metadata import version

import penman
from amr_logic_converter import AmrLogicConverter
from penman.models import amr

print("amr-logic-converter", version("amr-logic-converter"))
for text in ("(t / team :consist-of (p / person))", "(o / go-01 :prep-out-of (c / city))", "(b / boy :ARG0-of (r / run-02))"):
    print(AmrLogicConverter().convert(text))
    print("penman:", *(triple for triple in penman.decode(text, model=amr.model).triples if triple[1] != ":instance"))
PY
