"""The subcommands of the lab, a file each. They parse, call and format; they compute nothing.

Begin with ``reduce.py``. May import all of the lab, and of the core the public names and ``shell``.
"""
