#!/usr/bin/env bash
# Guess: a variable that a goal of a rule names twice has one value, as in Prolog.
# True:  not in pytholog 2.4.1: loop(X) :- edge(X, X) finds every node with an edge out of it, where the goal edge(X, X) finds the
#        loop. And an answer "No" stands among the others where one of several facts fails a rule.
# Hurts: those who look for loops and re-entrant patterns of graphs by rules: too many answers.
. "$(dirname "$0")/common.bash"
pypi pytholog==2.4.1
python - <<'PY' | seen 'pytholog 2.4.1
edge(X, X): d
loop(X): a b d
old(X): a No'
from importlib.metadata import version

from pytholog import Expr, KnowledgeBase

print("pytholog", version("pytholog"))
base = KnowledgeBase("graph")
base(["edge(a, b)", "edge(b, c)", "edge(d, d)", "loop(X) :- edge(X, X)", "age(a, 10)", "age(b, 9)", "old(X) :- age(X, Y), Y > 9"])
for goal in ("edge(X, X)", "loop(X)", "old(X)"):
    print(f"{goal}:", *(answer["X"] if isinstance(answer, dict) else answer for answer in base.query(Expr(goal))))
PY
