"""Traps: pairs with a known optimum on which hill-climbing stops far below it, in any size.

Every pair comes with an alignment that reaches the optimum and the reason why none is better, so that what a heuristic
misses is known without a solver.

>>> from smatchproof.public import write_graph
>>> trap = TRAPS["bundle"].make(size=8)
>>> trap.optimum, trap.pair.matched(trap.planted), trap.stuck, round(trap.failure(restarts=4), 3)
(98, 98, 34, 0.344)
>>> print(write_graph(TRAPS["circle"].make(persons=3).pair.right))
(p0c / person
  :ARG1-of (l2c / like-01
    :ARG0 (p2c / person
      :ARG1-of (l1c / like-01
        :ARG0 (p1c / person
          :ARG1-of (l0c / like-01
            :ARG0 p0c))))))
>>> TRAPS["circle"].make(person=3)
Traceback (most recent call last):
...
smatchproof.base.errors.UsageError: trap 'circle' has no parameter 'person'; it has persons
"""

from __future__ import annotations

from smatchproof.lab.generators.traps.natural import arms, chains, circle, digraph, names, ring
from smatchproof.lab.generators.traps.proved import bundle, decoys, tournament
from smatchproof.lab.generators.traps.trap import Trap, TrapFamily, TrapParameter

__all__ = ["TRAPS", "Trap", "TrapFamily", "TrapParameter"]

TRAPS: dict[str, TrapFamily] = {
    family.name: family for family in (decoys, bundle, tournament, ring, circle, names, digraph, chains, arms)
}
"""Every family by its name."""
