"""Experiments: heuristics measured against the optimum, pair by pair.

Begin with ``experiment.py`` (the description, from TOML), then ``runner.py`` (rows, appended and resumed),
``results.py`` and ``gaps.py`` (their evaluation), ``experiment_page.py`` (the report). ``study/`` has the corpus of
Table 2. May import the public names, and the heuristics, reductions and generators of the lab; not ``audits``.
"""
