"""The lab: what is done with scores that are proved, above the core.

Heuristics, generators, reductions, experiments, audits, teaching, and their commands. Imports the core by
:mod:`smatchproof.public`, and ``base``, ``inference``, ``reports`` and ``shell`` as libraries; the core imports nothing
of it (``tests/test_architecture.py``). Begin with ``reductions/reduction.py`` or ``experiments/experiment.py``.

>>> from smatchproof.lab.generators import random_digraph_pair
>>> from smatchproof.public import build_problem, convention, exact, method
>>> pair = random_digraph_pair(6, 3, 1, 1, seed=1)
>>> problem = build_problem(*pair, convention("smatch").duplicates)
>>> method("S").solve(problem).matched <= exact(problem).matched
True
"""
