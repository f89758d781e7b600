#!/usr/bin/env bash
# Guess: a model can be searched again: for a second objective, or for all solutions after the optimum.
# True:  a solver of pychoco 0.4.0 goes on where its last search ended. After an optimum a second objective has no solution (None, as of
#        a model that has none), and all solutions are none. The solver has no reset; a new model has them.
# Hurts: those who optimise one thing after another, or count optima: "no solution" of a model that has some.
. "$(dirname "$0")/common.bash"
pypi pychoco==0.4.0
python - <<'PY' | seen 'pychoco 0.4.0
greatest: 3 then least: None
least: 0 then all: 0
all: 4 and again: 0'
from importlib.metadata import version

from pychoco import Model


def solver():
    model = Model()
    x = model.intvar(0, 3)
    return model.get_solver(), x


print("pychoco", version("pychoco"))
search, x = solver()
print("greatest:", search.find_optimal_solution(x, True).get_int_val(x), "then least:", search.find_optimal_solution(x, False))
search, x = solver()
print("least:", search.find_optimal_solution(x, False).get_int_val(x), "then all:", len(search.find_all_solutions()))
search, x = solver()
print("all:", len(search.find_all_solutions()), "and again:", len(search.find_all_solutions()))
PY
