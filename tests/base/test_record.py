"""Records by msgspec can be used like frozen dataclasses, and their help can be asked for."""

import copy
import dataclasses
import inspect
import pickle
import pprint
import pydoc
from typing import ClassVar

import pytest

import smatchproof
from smatchproof.base.record import Record
from smatchproof.conventions.conventions import convention
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.metrics.counting import IntegerCounts
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.comparison import Comparison
from smatchproof.scoring.settings import FineGrained, OnError, ScoreSettings
from smatchproof.scoring.systems.agreement import Agreement
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import VectorSimilarity, WordVectors


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


def test_they_are_printed_and_taken_apart_as_dataclasses_are():
    found = smatchproof.score_corpus(["(c / cat)"], ["(d / dog)"])
    assert pprint.pformat(found) == repr(found) and pprint.pformat(found.total.corpus, 40)
    assert dataclasses.asdict(found.corpus)["pairs"] == 1
    draft = convention("smatch").read(smatchproof.parse_graph("(c / cat :mod (b / big))"))
    assert dataclasses.replace(draft, relations=[]).relations == [] != draft.relations


def test_settings_of_a_worker_are_those_that_were_sent():
    for settings in (ScoreSettings(), ScoreSettings(method="S"), ScoreSettings(canonical=True)):
        for made in (copy.deepcopy(settings), pickle.loads(pickle.dumps(settings))):
            assert made == settings and made.is_plain == settings.is_plain and made.solver is settings.solver


def test_a_changed_similarity_forgets_what_it_has_computed():
    words = [WordVectors.of({"boy": (1, 0), "girl": vector}, "toy") for vector in ((0.8, 0.6), (0, 1))]
    similarity, grading = VectorSimilarity(words[0]), Grading(VectorSimilarity(words[0]))
    assert similarity("boy", "girl") == 0.8 and grading._worth("boy", "girl") == 800_000
    assert dataclasses.replace(similarity, words=words[1])("boy", "girl") == 0
    assert dataclasses.replace(grading, similarity=VectorSimilarity(words[1]))._worth("boy", "girl") == 0


def test_counts_are_fields_and_no_variables_of_the_class():
    @dataclasses.dataclass(frozen=True)
    class Shared(IntegerCounts):
        weight: ClassVar[int] = 7
        shared: int
        total: int

        @property
        def value(self):
            return self.weight * self.shared / self.total

    assert Shared(1, 2).plus(Shared(1, 2)) == Shared(2, 4)
