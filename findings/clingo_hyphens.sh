#!/usr/bin/env bash
# Guess: a fact about a name is written as text and read again as it is, or refused; clorm checks the constants of its facts.
# True:  a hyphen is a minus in clingo 5.8.3. Of concept(d, date-entity), a difference of two names, nothing is left but a message that an
#        operation is undefined, and concept(x, 9-11) is concept(x, -2), without one. ConstantField of clorm 1.6.3 takes any text, such
#        as date-entity, New York or Boy; handed over as objects (add_facts) such facts hold, and printed (asp_str) they are these.
# Hurts: those who write concepts of AMRs as constants of an answer set program: nodes are lost, and the program has an answer.
. "$(dirname "$0")/common.bash"
pypi clingo==5.8.3 clorm==1.6.3
python - <<'PY' | seen 'clingo 5.8.3, clorm 1.6.3
objects: concept(b,boy) concept(d,date-entity) concept(x,9-11)
text: concept(b,boy) concept(x,-2)
said: OperationUndefined'
from importlib.metadata import version

import clingo
from clorm import ConstantField, FactBase, Predicate


class Concept(Predicate):
    node = ConstantField
    name = ConstantField


def answer(control):
    """Return the atoms of the one answer."""
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return " ".join(sorted(map(str, next(iter(models)).symbols(atoms=True))))


print(f"clingo {version('clingo')}, clorm {version('clorm')}")
facts = FactBase([Concept("b", "boy"), Concept("d", "date-entity"), Concept("x", "9-11")])
control = clingo.Control()
with control.backend() as backend:
    for fact in facts:
        backend.add_rule([backend.add_atom(fact.symbol)])
print("objects:", answer(control))
said = []
control = clingo.Control(logger=lambda code, text: said.append(code.name))
control.add("base", [], facts.asp_str())
print("text:", answer(control))
print("said:", *said)
PY
