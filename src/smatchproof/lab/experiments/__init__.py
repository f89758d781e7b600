"""Experiments: heuristics measured against the optimum, pair by pair.

Begin with ``experiment.py`` (what is run, from TOML), then ``runner.py`` (rows, appended and resumed), ``results.py``
and ``gaps.py`` (what follows from rows), ``experiment_page.py`` (the report). ``study/`` has the corpus of Table 2.
"""
