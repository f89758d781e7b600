#!/usr/bin/env bash
# Guess: the first sample of an exact solver for constrained models is the optimum, if there is a solution.
# True:  ExactCQMSolver of dimod 0.12.23 lists every assignment by its objective, whether or not it satisfies the constraints: first
#        and lowest() are the least of all, -50 by two that exclude one another. filter(lambda row: row.is_feasible) leaves -30. The
#        constraint of a soft weight is part of the energy, and then every sample is called feasible.
# Hurts: those who check a heuristic's optimum by the exact one: it is below what any solution has.
. "$(dirname "$0")/common.bash"
pypi dimod==0.12.23 numpy==2.4.6
python - <<'PY' | seen 'dimod 0.12.23
no weight first: x=1 y=1 energy -50 feasible False
no weight lowest: x=1 y=1 energy -50 feasible False
no weight first of the feasible: x=1 y=0 energy -30 feasible True
no weight feasible: 3 of 4
100 first: x=1 y=0 energy -30 feasible True
100 lowest: x=1 y=0 energy -30 feasible True
100 first of the feasible: x=1 y=0 energy -30 feasible True
100 feasible: 4 of 4'
import dimod

print("dimod", dimod.__version__)
for options in ({}, {"weight": 100}):
    x, y = dimod.Binary("x"), dimod.Binary("y")
    model = dimod.ConstrainedQuadraticModel()
    model.set_objective(-30 * x - 20 * y)
    model.add_constraint(x + y <= 1, label="one", **options)
    samples = dimod.ExactCQMSolver().sample_cqm(model)
    for name, chosen in (("first", samples.first), ("lowest", samples.lowest().first), ("first of the feasible", samples.filter(lambda row: row.is_feasible).first)):
        first, second = chosen.sample["x"], chosen.sample["y"]
        print(options.get("weight", "no weight"), f"{name}: x={first:g} y={second:g} energy {chosen.energy:g} feasible {bool(chosen.is_feasible)}")
    print(options.get("weight", "no weight"), "feasible:", int(samples.record.is_feasible.sum()), "of", len(samples))
PY
