"""The parameters of the generators: options of ``smatchproof generate`` and keys of an experiment's sources.

Each is declared once, with its name, kind, default and meaning; the command line and the reader of experiments derive
theirs from the declaration.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.limits import (
    LARGEST_DEGREE,
    MOST_ADVERSARY_VARIABLES,
    MOST_EVALUATIONS,
    MOST_GRAPHS,
    MOST_LABELS,
    MOST_NODES,
    MOST_VARIABLES,
    SECONDS,
    SEED,
    Kind,
    TextKind,
    number,
    numbers,
    sizes,
    whole_number,
)
from smatchproof.base.record import Record, replace
from smatchproof.lab.generators.adversary import EVALUATIONS_PER_VARIABLE
from smatchproof.lab.generators.noise import MIXTURES, Noise


class Parameter(Record):
    """A parameter of a generator.

    * `name`: of the key in a file; the option is ``--name``. `metavar`: what help calls its value.
    * `kind`: the values that are allowed; `default`: the value where none is given.
    * `meaning`: for help, without the default, which `shown_default` says where it has other words than its value.
    * `is_file`: the value names a file, which a file that names it takes as relative to its own folder.
    """

    name: str
    metavar: str
    kind: Kind[Any]
    default: Any
    meaning: str
    shown_default: str = ""
    is_file: bool = False

    @property
    def help(self) -> str:
        """The meaning and the default.

        >>> OVERLAP.help
        'share of arcs that the copy keeps, from 0 to 1 (default: 1)'
        """
        return f"{self.meaning} (default: {self.shown_default or f'{self.default:g}'})"


def _noise(value: Any) -> Noise:
    if isinstance(value, str):
        return Noise.parse(value)
    return Noise.parse(str(number(0, _LARGEST_FACTOR).read(value)))


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError
    return value


_LARGEST_FACTOR = 1e6
_FILE = TextKind("a text", _name)
_NOISE = TextKind(
    f'a factor, one of {", ".join(MIXTURES)}, or rates such as "role-changed=0.1,polarity-lost=0.5"', _noise
)

RANDOM_SEED = Parameter("seed", "N", SEED, 0, "of everything random")
NUMBER = Parameter("number", "N", whole_number(1, MOST_GRAPHS), 10, f"of graphs, at most {MOST_GRAPHS:,}")
VARIABLES = Parameter(
    "variables", "SIZES", sizes(MOST_VARIABLES), None,
    f"variables of each graph, such as 8, 8,12 or 5-30, to choose from; at most {MOST_VARIABLES:,}", "as in the corpus",
)  # fmt: skip
FIT = Parameter("fit", "CORPUS", _FILE, None, "file of AMRs whose statistics to imitate", "built-in", is_file=True)
NOISE = Parameter(
    "noise", "NOISE", _NOISE, Noise.parse("1"),
    f"a factor for a typical mixture, one that is calibrated to a corpus ({', '.join(MIXTURES)}), or rates such as "
    "role-changed=0.1,polarity-lost=0.5", "1",
)  # fmt: skip
PAIRS = replace(NUMBER, default=1, meaning=f"of pairs of each size, at most {MOST_GRAPHS:,}")
NODES = Parameter(
    "nodes", "SIZES", sizes(MOST_NODES), (12,), f"of each graph, such as 12, 8,12 or 8-12; at most {MOST_NODES:,}", "12"
)
DEGREE = Parameter("degree", "D", number(0, LARGEST_DEGREE), 3.0, f"average total degree, at most {LARGEST_DEGREE:,g}")
LABELS = Parameter("labels", "N", whole_number(1, MOST_LABELS), 1, f"of arcs, at most {MOST_LABELS:,}")
CONCEPTS = replace(LABELS, name="concepts", meaning=f"of nodes, at most {MOST_LABELS:,}")
OVERLAP = Parameter("overlap", "SHARE", number(0, 1), 1.0, "share of arcs that the copy keeps, from 0 to 1")

GRAPHS = (NUMBER, VARIABLES, RANDOM_SEED, FIT)
"""Parameters of random AMRs."""
ANNOTATIONS = (NOISE, RANDOM_SEED, replace(FIT, meaning="file of AMRs whose concepts and roles the noise uses"))
"""Parameters of noisy copies."""
DIGRAPHS = (PAIRS, NODES, DEGREE, LABELS, CONCEPTS, OVERLAP, RANDOM_SEED)
"""Parameters of pairs of random labelled digraphs."""
DESIGN_VARIABLES = replace(
    VARIABLES, default=(8, 16, 24, 32, 40), meaning="of both graphs, as factors", shown_default=""
)
REENTRANCIES = Parameter(
    "reentrancies", "NUMBERS", sizes(MOST_VARIABLES, least=0), (0, 2, 4),
    "relations beyond a tree, of both graphs", "0,2,4",
)  # fmt: skip
REPEATED = Parameter(
    "repeated", "SHARES", numbers(0, 1), (0.2,), "share of the variables whose concept an earlier one has", "0.2"
)
DESIGN_LABELS = replace(LABELS, kind=sizes(MOST_LABELS), default=(4,), meaning="roles of relations", shown_default="4")
DESIGN_OVERLAP = replace(
    OVERLAP, kind=numbers(0, 1), default=(0.8,),
    meaning="share of concepts and relations that both have", shown_default="0.8",
)  # fmt: skip
DESIGN = (
    replace(NUMBER, default=10, meaning="of pairs of each combination"),
    DESIGN_VARIABLES, REENTRANCIES, REPEATED, DESIGN_LABELS, DESIGN_OVERLAP, RANDOM_SEED,
)  # fmt: skip
"""Parameters of pairs by design: each but the number and the seed has one or more values."""
ADVERSARY = (
    Parameter(
        "variables", "N", whole_number(1, MOST_ADVERSARY_VARIABLES), 8,
        f"of each graph at most, up to {MOST_ADVERSARY_VARIABLES:,}",
    ),
    Parameter(
        "evaluations", "N", whole_number(1, MOST_EVALUATIONS), None,
        f"budget of the search, at most {MOST_EVALUATIONS:,}", f"{EVALUATIONS_PER_VARIABLE} for each variable",
    ),
    Parameter("time-limit", "SECONDS", SECONDS, None, "of the search and of measuring what it finds", "none"),
    RANDOM_SEED,
)  # fmt: skip
"""Parameters of the search for a pair on which a method fails."""


def read_values(texts: Sequence[str]) -> dict[str, int | float]:
    """The parameters of a trap or a family as people write them. Raises :class:`UsageError`.

    >>> read_values(["size=4", "density=0.5", "planted=true"])
    {'size': 4, 'density': 0.5, 'planted': True}
    """
    values = dict(map(_value, texts))
    if len(values) < len(texts):
        raise UsageError("a parameter is there twice; give each one value")
    return values


def _value(text: str) -> tuple[str, int | float]:
    name, _, value = text.partition("=")
    if value in ("true", "false"):
        return name, value == "true"
    try:
        return name, int(value) if re.fullmatch("-?[0-9]{1,19}", value) else float(value)
    except ValueError:
        raise UsageError(f"{quoted(text)} is no parameter; expected NAME=NUMBER, NAME=true or NAME=false") from None
