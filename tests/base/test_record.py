"""Records by msgspec can be used like frozen dataclasses, and their help can be asked for."""

import copy
import dataclasses
import inspect
import pickle
import pydoc

import pytest

import smatchproof
from smatchproof.base.record import Record
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import Comparison
from smatchproof.scoring.settings import FineGrained, OnError, ScoreSettings
from smatchproof.scoring.systems.agreement import Agreement


def kinds(kind=Record):
    return {kind} | {below for each in kind.__subclasses__() for below in kinds(each)}


def test_help_and_signature_of_every_record():
    assert {PairScore, Comparison, AlignmentProblem, SolveParams} <= kinds()
    for kind in kinds():
        assert kind.__name__ in pydoc.render_doc(kind)
        assert [*inspect.signature(kind).parameters] == [*kind.__struct_fields__]


def test_copies_of_totals_go_on_where_these_are():
    asked = ScoreSettings(fine_grained=FineGrained.PROJECTED, every_optimum=True, canonical=True)
    total, agreement = AlignmentMetric(asked).total(OnError.STOP), Agreement(("a", "b"))
    cat, dog = map(smatchproof.parse_graph, ("(c / cat :mod (b / big))", "(d / dog :mod (b / big))"))
    total.add(AlignmentMetric(asked).pair(cat, dog, "1", ()))
    agreement.pivots[1] = 3
    for copied in (copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))):
        assert copied(total).lines() == total.lines() and copied(total).canonical == 1
        assert copied(agreement).pivots == [0, 3]


def test_they_are_frozen_and_can_be_copied_changed_and_pickled():
    pair = smatchproof.score_strings("(c / cat)", "(d / dog)")
    problem = AlignmentProblem.from_weights(1, 1, {(0, 0): 2}, {})
    for record in (pair, problem, SolveParams(seed=3)):
        assert record == copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == copy.copy(record)
        assert (record != copy.copy(record)) is False
        assert dataclasses.is_dataclass(record) and dataclasses.replace(record) == record
        with pytest.raises(AttributeError):
            setattr(record, record.__struct_fields__[0], None)
    assert dataclasses.replace(problem, unit=7) == problem  # the unit is not compared
    assert dataclasses.replace(problem, left_size=2) != problem
