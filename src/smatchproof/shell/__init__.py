"""The common parts of the commands: options, output, progress, interrupts.

Imports ``reports``, ``scoring`` and below. Begin with ``options.py``, where each option that several commands have is
stated once; ``command_parser.py`` has the names of the commands, ``terminal.py`` how a run shows its progress.
"""
