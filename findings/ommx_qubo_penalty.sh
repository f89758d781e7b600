#!/usr/bin/env bash
# Guess: to_qubo without a weight of penalty chooses one for which the optimum of the QUBO satisfies the constraints, as dimod does.
# True:  to_qubo of ommx 2.9.3 takes 1, whatever the objective is: of min -30 x - 20 y with x + y <= 1 the optimum of the QUBO takes
#        both, at -49. With uniform_penalty_weight=100 it is x, at -30. cqm_to_bqm of dimod 0.12.23 chooses a multiplier by the objective.
#        The constraint is then no longer among those of the instance, but among the removed ones.
# Hurts: those who compare samplers by the energy of their best: it is that of no solution.
. "$(dirname "$0")/common.bash"
pypi ommx==2.9.3 dimod==0.12.23
python - <<'PY' | seen 'ommx 2.9.3 dimod 0.12.23
ommx: x 1, y 1, energy -49
ommx, weight 100: x 1, y 0, energy -30
dimod: x 1, y 0, energy -30
afterwards: 0 constraints, 1 removed'
from importlib.metadata import version

import dimod
from ommx.v1 import DecisionVariable, Instance

print("ommx", version("ommx"), "dimod", version("dimod"))

def least(name, qubo):
    best = dimod.ExactSolver().sample(qubo).first
    values = [best.sample[variable] for variable in (0, 1)]
    print(f"{name}: x {values[0]}, y {values[1]}, energy {best.energy:.0f}")

for name, options in (("ommx", {}), ("ommx, weight 100", {"uniform_penalty_weight": 100.0})):
    x, y = (DecisionVariable.binary(number) for number in range(2))
    problem = Instance.from_components(
        decision_variables=[x, y], objective=-30 * x - 20 * y, constraints=[x + y <= 1], sense=Instance.MINIMIZE
    )
    least(name, dimod.BinaryQuadraticModel.from_qubo(*problem.to_qubo(**options)))
x, y = dimod.Binary(0), dimod.Binary(1)
model = dimod.ConstrainedQuadraticModel()
model.set_objective(-30 * x - 20 * y)
model.add_constraint(x + y <= 1)
least("dimod", dimod.cqm_to_bqm(model)[0])
print(f"afterwards: {len(problem.constraints)} constraints, {len(problem.removed_constraints)} removed")
PY
