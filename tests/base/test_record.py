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
from smatchproof.scoring.pairs.comparison import Comparison


def kinds(kind=Record):
    return {kind} | {below for each in kind.__subclasses__() for below in kinds(each)}


def test_help_and_signature_of_every_record():
    assert {PairScore, Comparison, AlignmentProblem, SolveParams} <= kinds()
    for kind in kinds():
        assert kind.__name__ in pydoc.render_doc(kind)
        assert [*inspect.signature(kind).parameters] == [*kind.__struct_fields__]


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
