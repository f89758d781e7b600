"""Sets of aspects: ours, and those of other programs, under the rules of these programs.

The aspects of a program are read from the graphs as the program does, whatever the convention of the whole graphs is.
Their signature names the program and its commit or release, and not that convention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from smatchproof.base.record import Record
from smatchproof.conventions.aspects import Part, aspects_of
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.settings import FineGrained


class ProgramAspects(Record):
    """The aspects of a program: their `names` in order, the `parts` of a graph by name, and how repeated triples count.

    `label` is what signatures call it.
    """

    label: str
    names: tuple[str, ...]
    parts: Callable[[Graph], Mapping[str, Part]]
    duplicates: Duplicates


def aspect_names(how: FineGrained, convention: str = "smatch") -> tuple[str, ...]:
    """Return the aspects under a convention in the order of reports. Raises the errors of :func:`program_aspects`.

    >>> aspect_names(FineGrained.DAMONTE)[:3]
    ('unlabelled', 'no-word-senses', 'concepts')
    """
    return program_aspects(how).names if how.is_of_a_program else tuple(aspects_of(convention))


@cache
def program_aspects(how: FineGrained) -> ProgramAspects:
    """Return the aspects of a program, cached in each process.

    Raises :class:`~smatchproof.base.errors.UsageError` if a package with their definitions is missing.

    >>> program_aspects(FineGrained.DAMONTE).label
    'damonte@8bc6b2e'
    """
    if how is FineGrained.SMATCHPP:
        from smatchproof.conventions.smatchpp_aspects import RELEASE, smatchpp_aspects

        found = smatchpp_aspects()
        label = f"smatchpp@{RELEASE}#{found.fingerprint}"
        return ProgramAspects(label, found.names, found.parts, Duplicates.SET)
    if how is FineGrained.ANCAST:
        from smatchproof.conventions.ancast_aspects import RELEASE, ancast_parts

        return ProgramAspects(f"{how}@{RELEASE}", tuple(ancast_parts(Graph())), ancast_parts, Duplicates.SET)
    from smatchproof.conventions.amr_evaluation import amr_evaluation_enhanced_parts, amr_evaluation_parts

    chosen, commit = {
        FineGrained.DAMONTE: (amr_evaluation_parts, "8bc6b2e"),
        FineGrained.DAMONTE_ENHANCED: (amr_evaluation_enhanced_parts, "a4284d6"),
    }[how]
    return ProgramAspects(f"{how}@{commit}", tuple(chosen(Graph())), chosen, Duplicates.PRODUCT)
