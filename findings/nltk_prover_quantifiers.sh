#!/usr/bin/env bash
# Guess: what a prover of NLTK calls proved follows; it may fail to find a proof.
# True:  ResolutionProver of NLTK 3.10.4 proves "someone is seen by all" from "all see someone": of two bindings each is in order by itself,
#        and together they go in a circle. TableauProver does not prove it. That one does not reason about
#        equality: b = a is not proved from a = b, nor P(b) from P(a) and a = b, and the answer is False.
# Hurts: those who check entailment of two meanings translated to logic, where the order of quantifiers is what differs.
. "$(dirname "$0")/common.bash"
pypi nltk==3.10.4
python - <<'PY' | seen 'NLTK 3.10.4
exists y.all x.see(x,y) so all x.exists y.see(x,y): TableauProver True, ResolutionProver True
all x.exists y.see(x,y) so exists y.all x.see(x,y): TableauProver False, ResolutionProver True
P(a), a = b so P(b): TableauProver False, ResolutionProver True
a = b so b = a: TableauProver False'
import nltk
from nltk.inference import ResolutionProver, TableauProver
from nltk.sem import Expression

read = Expression.fromstring
CASES = (
    (["exists y.all x.see(x,y)"], "all x.exists y.see(x,y)", (TableauProver, ResolutionProver)),
    (["all x.exists y.see(x,y)"], "exists y.all x.see(x,y)", (TableauProver, ResolutionProver)),
    (["P(a)", "a = b"], "P(b)", (TableauProver, ResolutionProver)),
    (["a = b"], "b = a", (TableauProver,)),
)
print("NLTK", nltk.__version__)
for premises, conclusion, provers in CASES:
    found = [f"{prover.__name__} {prover().prove(read(conclusion), [read(text) for text in premises])}" for prover in provers]
    print(f"{', '.join(premises)} so {conclusion}: {', '.join(found)}")
PY
