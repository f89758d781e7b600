"""The subcommands of the lab, a file each. They parse, call and format; they compute nothing.

Begin with ``reduce.py``.
"""
