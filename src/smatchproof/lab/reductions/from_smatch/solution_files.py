"""Reading what solvers write: the values of 0-1 variables in any format.

No format is asked for: each line is compared with tables of expressions, and the names of variables tell values from
headings. The formats were written by the programs that docs/reductions.md lists with their versions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.record import Record
from smatchproof.lab.reductions.words import Line, Word, lines, word_lines

HINT = "give the solution of the file that was exported from this pair"
_NUMBER = r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?(?![^\s,;\"}<])"
_TOLERANCE = 1e-5  # the largest that solvers use for whole numbers (CPLEX and Gurobi; HiGHS and CBC use 1e-6)

_VALUES = (
    r'<variable name="(?P<name>NAME)"[^>]*? value="(?P<value>[^"]*)"',  # CPLEX
    r'"VarName": *"(?P<name>NAME)", *"X": *(?P<value>[^\s,}]+)',  # Gurobi, JSON
    # HiGHS, pretty: index, status, lower, upper, primal, dual, type, name; status and dual only of a relaxation
    r"^ +[0-9]+(?: +[A-Z]{2})? +\S+ +\S+ +(?P<value>[-+0-9.e]+)(?: +\S+){0,2}? +(?P<name>NAME)$",
    # HiGHS, CBC, SCIP, Gurobi, glpsol -o (which breaks the line after a long name), lp_solve, SYMPHONY
    r"^(?:\*\*)?[ \t]*(?:[0-9]+ +)?(?P<name>NAME)(?!\S)(?:\n?[ \t]+(?:\* +|[BN][LUFS]? +)?(?P<value>\S+))?",
    r"(?<!\S)(?P<name>NAME)=v?(?P<value>[01])(?!\S)",  # toulbar2 -w=3
)
_END = re.compile(r"^# (Dual|Basis)|^Actual values of the constraints|^Dual value|</CPLEXSolution>", re.MULTILINE)
"""The end of the first solution: what follows names the variables again."""
_OBJECTIVE = re.compile(
    r"(?:\bobjective(?: ?value| function)?[ :=\"]*(?:\w+ = )?|\"ObjVal\":|^Solution Cost:|^o) *"
    rf"(?P<value>{_NUMBER})",
    re.MULTILINE | re.IGNORECASE,
)
_STATUS = re.compile(
    r"^Model status(?:: *|\n)(?P<highs>.+)|^(?P<cbc>\S.*) - objective value|^solution status: *(?P<scip>.+)"
    r"|^(?:c )?Status: +(?P<glpsol>.+)|solutionStatusString=\"(?P<cplex>[^\"]*)|\"Status\": *(?P<gurobi>[0-9]+)"
    r"|^\* (?P<symphony>\S.*?) +\*$|^(?P<lp_solve>This problem is .+|Sub-?optimal solution.*|The model is .+)"
    r"|^s (?P<competition>[A-Z].*)",
    re.MULTILINE,
)
_GUROBI = {"2": "optimal", "3": "infeasible", "4": "infeasible or unbounded", "5": "unbounded", "9": "time limit"}
_OPTIMAL = re.compile(r"(integer )?optimal( solution( found)?)?|optimum found", re.IGNORECASE)
_NO_SOLUTION = re.compile(r"infeasib|unsat|unbounded|empty", re.IGNORECASE)


def solution_lines(text: str, source: str, separators: str = r"\s") -> Iterator[list[Word]]:
    r"""The words of each line of a solution that has any.

    >>> [[word.text for word in line] for line in solution_lines("o 3\n\nv 1 -2", "out")]
    [['o', '3'], ['v', '1', '-2']]
    """
    return word_lines(text, source, HINT, separators)


class Variables(NamedTuple):
    """The 0-1 variables of an exported file, as solvers name them.

    The keys of `names` are in the order of the problem. `pattern` is an expression for names, empty where no program
    writes them. `whole` are those that have to be 0 or 1.
    """

    names: Mapping[str, str]
    pattern: str
    whole: Collection[str]


class Answer(NamedTuple):
    """The variables that a solver sets to 1, each with its place; the value and the status that it states, if any."""

    ones: Mapping[str, Word]
    objective: Word | None
    status: Word | None


def is_optimal(status: str) -> bool:
    """Test whether a solver calls its solution optimal, without naming a tolerance.

    Solvers say so of a solution within their gap (``mip_rel_gap`` of HiGHS), too.

    >>> is_optimal("INTEGER OPTIMAL"), is_optimal("Optimal (within gap tolerance)")
    (True, False)
    """
    return _OPTIMAL.fullmatch(status) is not None


def read_answer(text: str, source: str, variables: Variables) -> Answer:
    r"""Read a solution in any format. Variables that are not mentioned are 0.

    Raises :class:`InputError` for a text without a solution, also where the solver says that there is none, for a
    variable that is not of this problem, and for a value that is neither 0 nor 1.

    >>> names = {"x_1_1": "1 -> 1", "x_1_2": "1 -> 2"}
    >>> variables = Variables(names, "x_[0-9]+_[0-9]+", names)
    >>> texts = ["Stopped on time - objective value 2\n  0 x_1_1  1  2\n", "x_1_2"]
    >>> [list(read_answer(text, "out", variables).ones) for text in texts]
    [['x_1_1'], ['x_1_2']]
    >>> read_answer(texts[0], "out", variables).status.text
    'Stopped on time'
    """
    located = _Located.of(text, source)
    status = _status(located)
    if status is not None and _NO_SOLUTION.search(status.text):
        raise status.error(
            f"the solver says {quoted(status.text)}, but every exported problem has a solution",
            "let it run without limits, and see whether it has read the file without a warning",
        )
    objective = None
    for match in _OBJECTIVE.finditer(located.text):
        objective = located.word(match, "value")
    ones = _competition(located, variables)
    for read in (_named, _listed):
        ones = read(located, variables) if ones is None else ones
    if ones is None and (not variables.names or (objective is not None and objective.number() == 0)):
        ones = {}  # many programs write no zeros
    if ones is None and status is not None:
        hint = (
            "let the solver write names and values (RC2: -vv, glpsol: -o)"
            if is_optimal(status.text)
            else "solve the problem first"
        )
        raise status.error(f"no values: the solver says {quoted(status.text)}", hint)
    if ones is None:
        message = f"expected the values of variables such as {next(iter(variables.names))}, found none"
        raise InputError(message, Place(source), HINT)
    return Answer(ones, objective, status)


class _Located(Record):
    """A text up to the end of its first solution, and the lines that it has."""

    text: str
    lines: tuple[Line, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str, source: str) -> _Located:
        """Cut a text into lines, whatever ends them."""
        each = tuple(lines(text, source, HINT))
        whole = "\n".join(line.text for line in each)
        end = _END.search(whole)
        starts = (0, *accumulate(len(line.text) + 1 for line in each))
        return cls(whole[: end.start()] if end else whole, each, starts)

    def word(self, match: re.Match[str], group: str) -> Word:
        """The text of a group and its place."""
        line = bisect_right(self.starts, match.start(group)) - 1
        return Word(match[group], self.lines[line], match.start(group) - self.starts[line] + 1)

    def words(self) -> Iterator[Word]:
        """All words; commas, brackets and quotes separate them, too."""
        return (word for line in self.lines for word in line.words(r"\s,\[\](){}'\""))


def _status(located: _Located) -> Word | None:
    """The words of a solver about its solution; numbers of Gurobi in words."""
    match = _STATUS.search(located.text)
    if match is None or match.lastgroup is None:
        return None
    word = located.word(match, match.lastgroup)
    words = word.text.strip()
    said = _GUROBI.get(words, f"status {words}") if match.lastgroup == "gurobi" else words
    return Word(said, word.line, word.column)


def _competition(located: _Located, variables: Variables) -> dict[str, Word] | None:
    """Read ``v`` lines: literals, or one digit for each variable (MaxSAT, since 2022). The last solution counts."""
    literals: dict[str, Word] = {}
    found = is_next = False
    for line in located.lines:
        first, *rest = line.words() or [Word("", line, 1)]
        if first.text not in ("v", "o"):
            continue
        if first.text == "v" and is_next:  # clasp writes every solution, each with its value after it
            literals = {}
        is_next = first.text == "o"
        if is_next and rest:
            rest[0].number()
        elif first.text == "v":
            found = True
            # With one variable both notations say the same, and a 0 may be the end of a clause.
            if len(rest) == 1 and len(rest[0].text) == len(variables.names) > 1 and not rest[0].text.strip("01"):
                digits = zip(variables.names, rest[0].text, strict=True)
                literals = {name: rest[0] for name, digit in digits if digit == "1"}
                continue
            for word in rest:
                _take(literals, word, variables)
    return _positive(literals) if found else None


def _take(literals: dict[str, Word], word: Word, variables: Variables) -> None:
    """Take a literal, such as x1 or -x1; a 0 ends a list of them."""
    name = word.text.removeprefix("-")
    if name == "0" and name not in variables.names:
        return
    if name not in variables.names:
        first, *_, last = *variables.names, *variables.names
        raise word.error(f"expected {first} to {last} or a negation such as -{first}, found {quoted(word.text)}")
    if literals.setdefault(name, word).text != word.text:
        raise word.error(f"variable {name} is both 0 and 1")


def _positive(literals: Mapping[str, Word]) -> dict[str, Word]:
    return {name: word for name, word in literals.items() if not word.text.startswith("-")}


def _named(located: _Located, variables: Variables) -> dict[str, Word] | None:
    """Read values behind, or before, the names of variables."""
    values: dict[str, Word] = {}
    text, names = located.text, variables.names
    listed = all(word.text in names for word in located.words())
    for expression in () if listed or not variables.pattern else _VALUES:
        for match in re.finditer(expression.replace("NAME", variables.pattern), text, re.MULTILINE):
            name = located.word(match, "name")
            if name.text not in names:
                raise name.error(f"{name.text} is no variable of this problem")
            if match["value"] is None:
                raise name.error(f"expected the value of {name.text} after it")
            value = located.word(match, "value")
            if values.setdefault(name.text, value).text != value.text:
                raise value.error(f"a second value of {name.text}")
        if values:
            return {name: value for name, value in values.items() if _is_one(name, value, variables)}
    return None


def _listed(located: _Located, variables: Variables) -> dict[str, Word] | None:
    """Read the variables that are 1."""
    words = list(located.words())
    texts = {word.text for word in words}
    if not words or not {text.removeprefix("-") for text in texts} <= {"0", *variables.names}:
        return None
    literals: dict[str, Word] = {}
    for word in words:
        _take(literals, word, variables)
    return _positive(literals)


def _is_one(name: str, word: Word, variables: Variables) -> bool:
    """Test whether a value is 1. Variables that the file leaves continuous are 0 unless they are 1."""
    value = word.number()
    if abs(value - 1) <= _TOLERANCE:
        return True
    if name in variables.whole and abs(value) > _TOLERANCE:
        raise word.error(f"{name} is {word.text}, not 0 or 1", "solve the integer program, not its relaxation")
    return False
