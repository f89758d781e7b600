#!/usr/bin/env bash
# Guess: a sum of clingcon over weights in facts is that of clingo's #sum, a set of weights; or it counts each fact, whether its other
#        arguments are named or "_".
# True:  in clingcon 5.2.1 (with clingo 5.8.3) it depends on the name: of w(a,2) and w(b,2) the &sum of W over w(_,W) is 2, over w(A,W)
#        it is 4. &sum{2; 2}, written out, is 4. clingo's #sum is 2 for all, and with a tuple, W,A, it is 4; a tuple is a syntax error
#        in &sum.
# Hurts: those who move a program from #sum to &sum, or tidy a name that is used once into "_", as clingo's manual does: another
#        optimum.
. "$(dirname "$0")/common.bash"
pypi clingcon==5.2.1.post2 clingo==5.8.3
python - <<'PY' | seen 'clingcon 5.2.1.post2 clingo 5.8.3
W : w(_,W): &sum x=2 #sum x(2)
W : w(A,W): &sum x=4 #sum x(2)
2; 2: &sum x=4 #sum x(2)
W,A : w(A,W): #sum x(4)'
from importlib.metadata import version

import clingo
from clingcon import ClingconTheory
from clingo.ast import ProgramBuilder, parse_string

print("clingcon", version("clingcon"), "clingo", version("clingo"))
FACTS = "w(a,2). w(b,2). "


def values(program):
    theory, control, found = ClingconTheory(), clingo.Control(["0", "--warn=none"], logger=lambda *_: None), []
    theory.register(control)
    with ProgramBuilder(control) as builder:
        parse_string(FACTS + program, lambda statement: theory.rewrite_ast(statement, builder.add))
    control.ground([("base", [])])
    theory.prepare(control)

    def on_model(model):
        theory.on_model(model)
        found.extend(f"{name}={value}" for name, value in theory.assignment(model.thread_id))
        found.extend(str(symbol) for symbol in model.symbols(shown=True) if symbol.match("x", 1))

    control.solve(on_model=on_model)
    return " ".join(found)


for body in ("W : w(_,W)", "W : w(A,W)", "2; 2"):
    print(f"{body}: &sum", values(f"&dom{{0..9}} = x. &sum{{ {body} }} = x."), "#sum", values(f"x(S) :- S = #sum{{ {body} }}."))
print("W,A : w(A,W): #sum", values("x(S) :- S = #sum{ W,A : w(A,W) }."))
PY
