"""A small checker of VeriPB proofs, written from the documentation of the format 3.0.

It knows linear OPB and the rules that follow, refuses everything else, and shares no code with what writes proofs:

    f        the number of constraints of the formula
    pol      sums, multiples and rounded divisions of constraints, and of literals that are at least 0, in reverse
             Polish notation
    rup      a constraint whose negation is contradicted by unit propagation
    red      a constraint that a change of one variable can repair, shown by unit propagation or literal axioms
    soli     a solution, and the constraint that the next one is better
    del      constraints by number
    output NONE, conclusion BOUNDS, end pseudo-Boolean proof
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple


class Wrong(Exception):
    """A proof that proves nothing, or a file that is none; the text says where and why."""


class Constraint(NamedTuple):
    """The sum of the coefficients times variables, negative ones too, is at least `least`."""

    terms: dict
    least: int

    @property
    def slack(self):
        """The excess of the largest sum over what is demanded."""
        return sum(max(0, coefficient) for coefficient in self.terms.values()) - self.least

    def times(self, factor):
        return Constraint({v: factor * c for v, c in self.terms.items() if factor}, factor * self.least)

    def plus(self, other):
        few, many = sorted((self.terms, other.terms), key=len)
        terms = dict(many)
        for variable, coefficient in few.items():
            terms[variable] = terms.get(variable, 0) + coefficient
            if not terms[variable]:
                del terms[variable]
        return Constraint(terms, self.least + other.least)

    def divided(self, divisor):
        """Over literals, so that all coefficients are positive, divided and rounded up."""
        degree = self.least - sum(min(0, c) for c in self.terms.values())
        terms = {v: (1 if c > 0 else -1) * -(-abs(c) // divisor) for v, c in self.terms.items()}
        return Constraint(terms, -(-degree // divisor) + sum(min(0, c) for c in terms.values()))

    def negated(self):
        return Constraint({v: -c for v, c in self.terms.items()}, 1 - self.least)

    def implies(self, other):
        """Test whether adding axioms ``x >= 0`` and ``-x >= -1`` leads to the other one, or this is a contradiction."""
        keys = self.terms.keys() | other.terms.keys()
        lost = sum(max(0, self.terms.get(v, 0) - other.terms.get(v, 0)) for v in keys)
        return self.slack < 0 or self.least - lost >= other.least

    def holds(self, true):
        return sum(c for v, c in self.terms.items() if v in true) >= self.least

    def where(self, variable, value):
        """With a variable replaced by its value."""
        rest = {v: c for v, c in self.terms.items() if v != variable}
        return Constraint(rest, self.least - value * self.terms.get(variable, 0))


def number(word):
    """An integer."""
    if not re.fullmatch(r"[+-]?[0-9]+", word):
        raise Wrong(f"{word!r} is no whole number")
    return int(word)


def literal(word):
    """A variable and whether it is meant to be true."""
    if not re.fullmatch(r"~?x[1-9][0-9]*", word):
        raise Wrong(f"{word!r} is no literal")
    return int(word.lstrip("~x")), word[0] != "~"


def linear(words):
    """Coefficients of variables, and the sum of the coefficients of negated ones."""
    if len(words) % 2:
        raise Wrong("a coefficient without a literal")
    terms, constant = {}, 0
    for word, name in zip(words[::2], words[1::2], strict=True):
        coefficient, (variable, positive) = number(word), literal(name)
        terms[variable] = terms.get(variable, 0) + (coefficient if positive else -coefficient)
        constant += 0 if positive else coefficient
    return {v: c for v, c in terms.items() if c}, constant


def constraint(words):
    """A sum, ``>=`` and a number."""
    if len(words) < 2 or words[-2] != ">=":
        raise Wrong("no '>= NUMBER' at the end of a constraint")
    terms, constant = linear(words[:-2])
    return Constraint(terms, number(words[-1]) - constant)


def read_opb(text):
    """The objective, to be minimised, the constraints and the number of variables."""
    heading, *lines = text.splitlines()
    match = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", heading)
    lines = [line for line in lines if not line.startswith("*")]
    if not match or not lines or not all(line.endswith(";") for line in lines):
        raise Wrong("no heading, or a line without a semicolon")
    first, *rows = [line[:-1].split() for line in lines]
    if first[:1] != ["min:"] or len(first) < 3 or len(rows) != int(match[2]):
        raise Wrong("no objective, or another number of constraints than the heading says")
    objective, constant = linear(first[1:])
    constraints = [constraint(row) for row in rows]
    variables = {literal(name)[0] for name in first[2::2]}.union(*(each.terms for each in constraints))
    if constant or max(variables) > int(match[1]):
        raise Wrong("negated variables in the objective, or a variable beyond those of the heading")
    return objective, constraints, int(match[1])


class Bounds(NamedTuple):
    """The bound of the least value of the objective that a proof has shown."""

    lower: int
    upper: int


@dataclass
class Database:
    """The constraints that are known, and what is needed to propagate through them."""

    known: dict = field(default_factory=dict)
    slack: dict = field(default_factory=dict)
    largest: dict = field(default_factory=dict)
    found_in: dict = field(default_factory=dict)
    units: set = field(default_factory=set)

    def add(self, key, one):
        self.known[key], self.slack[key] = one, one.slack
        self.largest[key] = max(map(abs, one.terms.values()), default=0)
        if self.slack[key] < max(1, self.largest[key]):
            self.units.add(key)
        for variable in one.terms:
            self.found_in.setdefault(variable, {})[key] = None

    def remove(self, key):
        if key not in self.known:
            raise Wrong(f"there is no constraint {key}")
        for variable in self.known.pop(key).terms:
            del self.found_in[variable][key]
        self.units.discard(key)
        del self.slack[key], self.largest[key]

    def contradicts(self, assumption):
        """Test whether unit propagation from an assumption ends in a contradiction."""
        self.add("assumption", assumption)
        try:
            return self._propagate()
        finally:
            self.remove("assumption")

    def _propagate(self):
        assigned, slack = set(), dict(self.slack)
        waiting = dict.fromkeys(self.units)
        while waiting:
            key, _ = waiting.popitem()
            if slack[key] < 0:
                return True
            for variable, coefficient in self.known[key].terms.items():
                if variable in assigned or abs(coefficient) <= slack[key]:
                    continue
                assigned.add(variable)  # and it takes the value that this constraint needs
                for other in self.found_in[variable]:
                    against = self.known[other].terms[variable]
                    if (against > 0) != (coefficient > 0):
                        slack[other] -= abs(against)
                        if slack[other] < max(1, self.largest[other]):
                            waiting[other] = None
        return False


class Checker:
    """The state of a check."""

    def __init__(self, opb):
        self.objective, self.formula, self.variables = read_opb(opb)
        self.database, self.last = Database(), 0
        self.best = None
        self.bounds = None
        self.has_output = self.has_ended = False
        for each in self.formula:
            self.derive(each)

    def derive(self, one):
        self.last += 1
        self.database.add(self.last, one)

    def known(self, word):
        key = number(word)
        key = key if key > 0 else self.last + 1 + key
        if key not in self.database.known:
            raise Wrong(f"there is no constraint {word}")
        return self.database.known[key]

    # ---- the rules, each with the words behind its name

    def rule_f(self, words):
        if words != [str(len(self.formula))]:
            raise Wrong(f"the formula has {len(self.formula)} constraints")

    def rule_pol(self, words):
        stack, at = [], 0
        while at < len(words):
            word = words[at]
            if word == "+":
                stack.append(stack.pop().plus(stack.pop()))
            elif words[at + 1 : at + 2] in (["*"], ["d"]):
                factor, at = number(word), at + 1
                if factor < 1:
                    raise Wrong("a factor below 1")
                stack.append(stack.pop().times(factor) if words[at] == "*" else stack.pop().divided(factor))
            elif "x" in word:
                variable, positive = literal(word)
                stack.append(Constraint({variable: 1}, 0) if positive else Constraint({variable: -1}, -1))
            else:
                stack.append(self.known(word))
            at += 1
        if len(stack) != 1:
            raise Wrong("a sum that leaves more or less than one constraint")
        self.derive(stack[0])

    def rule_rup(self, words):
        claimed = constraint(words)
        if not self.database.contradicts(claimed.negated()):
            raise Wrong("unit propagation does not contradict the negation")
        self.derive(claimed)

    def rule_red(self, words):
        """Whatever breaks the constraint alone: after the change all that mention the variable have to hold."""
        if words[-4:-3] != [":"] or words[-2] != "->" or words[-1] not in ("0", "1"):
            raise Wrong("no change of one variable")
        claimed, (variable, positive) = constraint(words[:-4]), literal(words[-3])
        value = int(words[-1])
        if not positive or variable in self.objective:
            raise Wrong("a change of a negated variable, or of one of the objective")
        goals = [self.database.known[key] for key in self.database.found_in.get(variable, ())]
        broken = claimed.negated()
        self.database.add("broken", broken)
        for goal in (each.where(variable, value) for each in (*goals, claimed)):
            if not broken.implies(goal) and not self.database.contradicts(goal.negated()):
                raise Wrong("the change does not repair all constraints")
        self.database.remove("broken")
        self.derive(claimed)

    def rule_soli(self, words):
        literals = dict(map(literal, words))
        if len(literals) < len(words) or not literals.keys() >= set(range(1, self.variables + 1)):
            raise Wrong("a solution that names a variable twice or leaves one out")
        true = {variable for variable, positive in literals.items() if positive}
        if not all(each.holds(true) for each in [*self.formula, *self.database.known.values()]):
            raise Wrong("the solution violates a constraint")
        value = sum(coefficient for variable, coefficient in self.objective.items() if variable in true)
        self.best = value if self.best is None else min(value, self.best)
        self.derive(Constraint({v: -c for v, c in self.objective.items()}, 1 - value))

    def rule_del(self, words):
        if words[:1] != ["id"]:
            raise Wrong("only del id is known")
        for word in words[1:]:
            self.database.remove(number(word))

    def rule_output(self, words):
        if words != ["NONE"] or self.has_output:
            raise Wrong("only output NONE is known, once")
        self.has_output = True

    def rule_conclusion(self, words):
        if not self.has_output or words[:1] != ["BOUNDS"] or len(words) not in (3, 5):
            raise Wrong("no output before, or no bounds")
        lower, upper = number(words[1]), number(words[-1])
        hinted = [self.known(words[3])] if words[2] == ":" else list(self.database.known.values())
        claimed = Constraint(self.objective, lower)
        if not any(each.implies(claimed) for each in hinted):
            raise Wrong("the constraint does not imply the lower bound")
        self.conclude(lower, upper)

    def conclude(self, lower, upper):
        """A lower bound was derived where all solutions are better than the best one: it holds up to that one."""
        if self.best is None or self.bounds is not None:
            raise Wrong("no solution, or a second conclusion")
        if lower > self.best or upper < self.best:
            raise Wrong("bounds beyond the best solution")
        self.bounds = Bounds(lower, upper)

    def rule_end(self, words):
        if words != ["pseudo-Boolean", "proof"] or self.bounds is None:
            raise Wrong("an end without a conclusion")
        self.has_ended = True


RULES = {"f", "pol", "rup", "red", "soli", "del", "output", "conclusion", "end"}


def read_rules(text):
    """The rules with their words."""
    heading, _, body = text.partition("\n")
    if heading != "pseudo-Boolean proof version 3.0":
        raise Wrong("no heading with a version that is known")
    *rules, rest = " ".join(line for line in body.splitlines() if not line.startswith("%")).split(";")
    if rest.strip():
        raise Wrong("a rule without a semicolon at the end")
    return [rule.split() for rule in rules]


def check(opb: str, proof: str) -> Bounds:
    """The bounds that a proof shows for the objective of an OPB file. Raises :class:`Wrong`."""
    checker = Checker(opb)
    for at, words in enumerate(read_rules(proof), 1):
        if not words or words[0] not in RULES or checker.has_ended:
            raise Wrong(f"rule {at}: {' '.join(words)[:40]!r} is not known, or stands behind the end")
        try:
            getattr(checker, f"rule_{words[0]}")(words[1:])
        except (Wrong, IndexError) as error:
            raise Wrong(f"rule {at}, {' '.join(words)[:60]}: {error}") from None
    if checker.bounds is None or not checker.has_ended:
        raise Wrong("the proof ends without a conclusion")
    return checker.bounds
