"""Parsers of commands, whose help lists what installed packages have registered."""

from __future__ import annotations

import argparse
from typing import Any

from smatchproof.alignment import UsageError


class CommandParser(argparse.ArgumentParser):
    """A parser whose help ends with the names that installed packages register in its `groups`.

    A group is one of :class:`smatchproof.alignment.plugins.Group`, by its value. Packages are looked at when help is
    printed, and only then: it takes longer than a small score.
    """

    groups: tuple[str, ...] = ()

    def format_help(self) -> str:
        """The help with the registered names, if there are any."""
        lines = [line for group in self.groups for line in _registered_lines(group)]
        heading = "\nregistered by installed packages:\n"
        return super().format_help() + (heading + "".join(f"  {line}\n" for line in lines) if lines else "")


def _registered_lines(group: str) -> list[str]:
    from smatchproof.alignment.plugins.entry_points import Group, registered

    try:
        return [f"{group} {each.name} ({each.package})" for each in registered(Group(group)).values()]
    except UsageError as error:  # two packages contradict each other: say so, and print the rest of the help
        return [f"{group}: {error}"]


def add_command(commands: Any, name: str, help: str, description: str, groups: tuple[str, ...] = ()) -> CommandParser:
    """Declare a command, whose description keeps its lines; its options name members of these groups."""
    parser: CommandParser = commands.add_parser(
        name, help=help, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.groups = groups
    return parser
