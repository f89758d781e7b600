#!/usr/bin/env bash
# Guess: with --opt-mode=optN and as many models as there are, clingo lists the optimal models, each once.
# True:  clingo 5.8.3 lists what it finds on its way to the optimum as well, and the first optimal model twice: once before it knows
#        that it is one, and once among all of them. Only model.optimality_proven tells. One of two to choose has 2 optima, and 3
#        models or more; the two equal ones make a count of optima wrong by one, and a table of models has a doubled row.
# Hurts: those who count optimal alignments, or average over them.
. "$(dirname "$0")/common.bash"
pypi clingo==5.8.3
python - <<'PY' | seen 'clingo 5.8.3
one of two: of the least cost 3, different 2, proven 2
one of four: of the least cost 5, different 4, proven 4'
import clingo

print("clingo", clingo.__version__)
for name, program in (("one of two", "1 {a; b}. #minimize{1,x: a; 1,y: b}."), ("one of four", "1 {p(1..4)}. #minimize{1,X: p(X)}.")):
    control, models = clingo.Control(["0", "--opt-mode=optN"]), []
    control.add(program)
    control.ground()
    control.solve(on_model=lambda model: models.append((str(model), tuple(model.cost), model.optimality_proven)))
    least = min(cost for _, cost, _ in models)
    optimal = [text for text, cost, _ in models if cost == least]
    print(f"{name}: of the least cost {len(optimal)}, different {len(set(optimal))}, proven {sum(proven for *_, proven in models)}")
PY
