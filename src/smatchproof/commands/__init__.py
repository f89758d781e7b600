"""The subcommands of the core, a file each. They parse, call and format; they compute nothing.

Imports ``shell`` and everything below. Each file has ``add_parser`` and a function that runs; begin with ``score.py``.
"""
