"""How much work goes into the compiled search: its iterations, their steps, and the heuristics before them."""

ROOT_ITERATIONS, NODE_ITERATIONS = 3000, 120
"""Steps of the duals at the root and at every other node, at most."""
ROOT_STEP, NODE_STEP = 1.8, 1.5
"""The factor of Polyak's step at first."""
PATIENCE = 80
"""After so many iterations without a better bound the factor shrinks."""
SHORT_TABU, LONG_TABU = (300, 5, 40_000_000), (4000, 13, 400_000_000)
"""Iterations, starts, and how many moves may be looked at in all, before and after the root."""
CELLS_A_START, ITERATIONS_A_ROW = 60, 100
"""A small problem needs less: one start for so many pairs of a row and a column, so many iterations for each row."""
FIXES = 3
"""So many Fix nodes at most are written for one node of the tree."""
SLICE_SECONDS = 0.03
"""About so long a compiled loop runs before the clock is looked at."""
FIRST_NODES = 50
"""After so many nodes a search that is to leave a proof is hard, and begins anew with linear programs in its nodes."""
