"""The subcommands of the lab, a file each. They parse, call and format; they compute nothing.

``proof_export.py`` is what ``export`` writes of proofs. Begin with ``reduce.py``.
"""
