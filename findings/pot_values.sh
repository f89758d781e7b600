#!/usr/bin/env bash
# Guess: what a Gromov-Wasserstein solver returns as the distance is the loss of the plan that it returns, and is not
#        negative.
# True:  with reg, solve_gromov of POT 0.9.7.post1 has the loss less the entropy as its value, which is negative; the loss is
#        value_quad, and gw_dist of entropic_gromov_wasserstein is the loss. BAPG, whose plans need not have the marginals,
#        takes the marginals that were asked for: its gw_dist is 1.33 where its plan, with all nodes at one, has 0.67.
# Hurts: those who compare distances of several solvers, or stop at a distance of 0.
. "$(dirname "$0")/common.bash"
pypi pot==0.9.7.post1 networkx==3.6.1 numpy==2.4.6 scipy==1.17.1
python - <<'PY' | seen 'POT 0.9.7.post1
solve_gromov, reg 0.5: value -0.580 value_quad 0.519 loss of the plan 0.519
entropic_gromov_wasserstein: gw_dist 0.519 loss of the plan 0.519
BAPG_gromov_wasserstein: gw_dist 1.333 loss of the plan 0.666 marginals 0.0 1.0 0.0 and 0.33 0.33 0.33'
import networkx
import numpy
import ot

print("POT", ot.__version__)
left, right = (networkx.to_numpy_array(graph) for graph in (networkx.path_graph(3), networkx.complete_graph(3)))
uniform = numpy.ones(3) / 3


def loss(plan):
    """Return the sum of (left[i, k] - right[j, l])^2 plan[i, j] plan[k, l]."""
    squares = (left[:, None, :, None] - right[None, :, None, :]) ** 2
    return float(numpy.einsum("ijkl,ij,kl->", squares, plan, plan))


solution = ot.solve_gromov(left, right, reg=0.5)
print(f"solve_gromov, reg 0.5: value {solution.value:.3f} value_quad {solution.value_quad:.3f} loss of the plan {loss(solution.plan):.3f}")
plan, log = ot.gromov.entropic_gromov_wasserstein(left, right, uniform, uniform, epsilon=0.5, log=True)
print(f"entropic_gromov_wasserstein: gw_dist {log['gw_dist']:.3f} loss of the plan {loss(plan):.3f}")
plan, log = ot.gromov.BAPG_gromov_wasserstein(left, right, uniform, uniform, epsilon=0.1, log=True)
print(f"BAPG_gromov_wasserstein: gw_dist {log['gw_dist']:.3f} loss of the plan {loss(plan):.3f}", end=" ")
print("marginals", *plan.sum(1).round(2), "and", *plan.sum(0).round(2))
PY
