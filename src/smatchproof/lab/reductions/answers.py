"""The answer to an instance of another problem, in the words of the source: that of an alignment, or by solving."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from smatchproof.base.errors import UsageError, short
from smatchproof.base.record import Record, replace
from smatchproof.base.text import many
from smatchproof.base.user_code import users_code
from smatchproof.lab.reductions.reduction import Affine, Decision, Optimisation, Threshold, ToSmatch
from smatchproof.public import Comparison, NamedAlignment, ScoreSettings, SolveParams, compare_triples


class Answer(Record):
    """The answer as text, and whether it is settled: shown by a solution, or by a proved bound."""

    text: str
    settled: bool

    def __str__(self) -> str:
        return self.text


def answer(reduction: ToSmatch[Any, Any], alignment: NamedAlignment, proved_bound: int | None = None) -> Answer:
    """Return the answer that an alignment gives; with a `proved_bound` of its pair, also a no and an optimum.

    The value is recounted from the alignment. The bound has to be that of a proof about exactly this pair which the
    checker accepted. Raises ``ValueError`` for a bound that the alignment, or the solution it is completed to,
    refutes.

    >>> from smatchproof.lab.reductions.problems.graphs import SimpleGraph
    >>> from smatchproof.lab.reductions.problems.graphs import SubgraphIsomorphism
    >>> from smatchproof.lab.reductions.to_smatch.subgraphs import SubgraphIsomorphismToSmatch
    >>> edge, loner = SimpleGraph.of("ab", [(0, 1)]), SimpleGraph.of("cd", [])
    >>> yes = SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(edge, edge))
    >>> print(answer(yes, {"r": "s", "h0": "g1", "h1": "g0"}))
    the pattern is a subgraph of the host: a → b, b → a
    >>> no = SubgraphIsomorphismToSmatch.apply(SubgraphIsomorphism(edge, loner))
    >>> print(answer(no, {"r": "s", "h0": "g1", "h1": "g0"}, 6))
    the pattern is no subgraph of the host: it is proved that at most 6 triples can be matched, and 7 are needed
    >>> print(answer(no, {"r": "s", "h0": "g1"}, 7))
    not settled: 4 triples match, at most 7 can be matched, and 7 are needed for a yes
    """
    matched = reduction.target.matched(alignment)
    if proved_bound is not None and proved_bound < matched:
        raise ValueError(f"an alignment worth {matched} refutes the bound {proved_bound}")
    decides = isinstance(reduction.relation, Threshold)
    return (_decision if decides else _optimisation)(reduction, alignment, proved_bound)


def solve(reduction: ToSmatch[Any, Any], params: SolveParams | None = None) -> tuple[Answer, Comparison]:
    """Solve the pair of a reduction under the limits of `params`, and answer in the words of its source.

    A reduction that asks for a number of triples is decided and no more: the search ends with an alignment that
    reaches it, or with a proof that none does. A no and an optimum are called proved where the checker has accepted
    the proof. Returns the answer and the comparison, whose alignment answers and whose `reason` says why there
    is no proof. Raises what :func:`answer` raises for the code of a user.

    >>> from smatchproof.lab.reductions.problems.graphs import SimpleGraph
    >>> from smatchproof.lab.reductions.problems.graphs import Clique
    >>> from smatchproof.lab.reductions.to_smatch.subgraphs import CliqueToSmatch
    >>> square = SimpleGraph.of("abcd", [(0, 1), (1, 2), (2, 3), (0, 3)])
    >>> print(solve(CliqueToSmatch.apply(Clique(square, 3)))[0])
    there is no clique of size 3: it is proved that at most 10 triples can be matched, and 11 are needed
    """
    params = params or SolveParams()
    if isinstance(reduction.relation, Threshold):
        params = replace(params, at_least=reduction.relation.least)
    pair = reduction.target
    comparison = compare_triples(*pair.triples(), ScoreSettings(pair.convention, "exact", params))
    return answer(reduction, dict(comparison.alignment), comparison.certified_counts.upper_bound), comparison


def _decision(reduction: ToSmatch[Any, Any], alignment: NamedAlignment, bound: int | None) -> Answer:
    source: Decision[Any] = reduction.source
    assert isinstance(reduction.relation, Threshold)
    least, matched = reduction.relation.least, reduction.target.matched(alignment)
    solution = _called(reduction.backward, alignment)
    if solution is not None or matched >= least:
        if solution is None or not _called(source.verify, solution):
            said = f"an alignment of {matched} matched triples, where yes takes {least}"
            message = f"{type(reduction).__name__} took {said}, to {'' if solution is None else 'what is '}no solution"
            raise AssertionError(message) if _is_ours(reduction) else UsageError(message)
        if bound is not None and bound < least:
            raise ValueError(f"a solution, which is worth {least}, refutes the bound {bound}")
        words = _called(source.describe, solution)
        return Answer(f"{source.yes}: {words}" if words else source.yes, True)
    if bound is not None and bound < least:
        few = f"it is proved that at most {many(bound, 'triple')} can be matched, and {least:,} are needed"
        return Answer(f"{source.no}: {few}{_if_right(reduction, 'the no')}", True)
    possible = "" if bound is None else f"at most {bound:,} can be matched, "
    return Answer(f"not settled: {many(matched, 'triple')} match, {possible}and {least:,} are needed for a yes", False)


def _optimisation(reduction: ToSmatch[Any, Any], alignment: NamedAlignment, bound: int | None) -> Answer:
    source: Optimisation[Any] = reduction.source
    relation = reduction.relation
    assert isinstance(relation, Affine)
    solution = _called(reduction.backward, alignment)
    value = _called(source.value, solution)
    most = source.goal == "max"
    end = "most" if most else "least"
    claim, limit = _counted(source, value), None if bound is None else relation.source_value(bound)
    if limit is not None and ((value > limit) if most else (value < limit)):
        raise ValueError(f"a solution worth {claim} refutes the bound {limit}")
    if limit == value:
        claim += f", proved to be the {end}{_if_right(reduction, f'the {end}')}"
    elif limit is not None:
        claim += f" (not settled: at {end} {_counted(source, limit)})"
    words = _called(source.describe, solution)
    return Answer(f"{claim}: {words}" if words else claim, limit == value)


def _counted(source: Optimisation[Any], value: int) -> str:
    """A value with its unit: ``2 cut edges``, ``1 cut edge``, unless the source has words of its own for it."""
    if hasattr(source, "counted"):
        return str(_called(source.counted, value))
    return f"{value:,} {getattr(source, 'quantity_of_one', source.quantity) if value == 1 else source.quantity}"


def _if_right(reduction: ToSmatch[Any, Any], what: str) -> str:
    """The words that a proof about the pair says something of the source only by the reduction of a user."""
    name = short(type(reduction).__name__, 100)
    return "" if _is_ours(reduction) else f" ({what} rests on {name}, which is not of smatchproof)"


def _is_ours(part: object) -> bool:
    return type(part).__module__.partition(".")[0] == __name__.partition(".")[0]


def _called(method: Callable[..., Any], *solution: object) -> Any:
    """Call a method of a reduction or of its source; an exception of a user's code becomes an error of one line."""
    owner = getattr(method, "__self__", None)
    named = f"{type(owner).__name__}.{getattr(method, '__name__', 'method')}"
    with nullcontext() if _is_ours(owner) else users_code(short(named, 100)):
        return method(*solution)
