"""The alignment problem, alignments, proofs and counts: the input and output of solvers.

Imports ``base``, ``graphs``, ``conventions`` and ``similarity``. Begin with ``problem.py``; ``solution.py`` has the
parameters and the result of a solver, ``proof.py`` the nodes of proofs, ``score.py`` the counts.

>>> from smatchproof.public import AlignmentProblem, recount
>>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
>>> recount(problem, (0, 1)), recount(problem, (1, 0))
(3, 0)
"""
