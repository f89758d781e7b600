"""Certificates under every convention, TOP, rule for duplicates and metric: what is verified is what was scored, and
what is forged is refused unless it happens to be true of the question that the verifier was asked.
"""

import json
import pickle
import random
from dataclasses import replace

import pytest

from benchmarks.stress.exact import campaign
from benchmarks.stress.exact.oracle import optimum
from benchmarks.stress.exact.written_pairs import COMBINATIONS, combination, written_texts
from smatchproof.base.errors import InputError
from smatchproof.exact import checker
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.corpus.verification import VerificationError, verify
from smatchproof.scoring.metrics.smatch import score_pair
from tests.exact.attacks import rehashed

LIMITS = (SolveParams(), SolveParams(memory_limit=1_000), SolveParams(node_limit=1), SolveParams(time_limit=1e-9))


class Case:
    """Some pairs under one question, scored under some limits, in files."""

    def __init__(self, number, folder, pairs=4):
        rng = random.Random(f"verification {number}")
        rule, metric = combination(number)
        self.pairs, self.settings = written_texts(rng, rule, metric, pairs)
        self.files = folder / "left.amr", folder / "right.amr"
        for side, file in enumerate(self.files):
            file.write_text("".join(f"# ::id s.{n}\n{pair.texts[side]}\n\n" for n, pair in enumerate(self.pairs)))
        self.scores = []
        for n, pair in enumerate(self.pairs):
            settings = replace(self.settings, certificates=True, params=rng.choice(LIMITS))
            self.scores.append(score_pair(*(replace(graph, id=f"s.{n}") for graph in pair.graphs), settings))
        self.proofs = folder / "proofs.jsonl"
        self.rng = rng

    def verified(self, lines):
        """The results that the verifier accepts from these certificates, by the ids of pairs."""
        self.proofs.write_text("".join(f"{line}\n" for line in lines))
        try:
            found = list(verify(self.proofs, self.files, self.settings, keep_going=True))
        except (VerificationError, InputError):
            return {}
        return {each.id: each.counts for each in found if hasattr(each, "counts")}


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_what_is_verified_is_what_was_scored(number, tmp_path):
    case = Case(number, tmp_path, pairs=2)
    certified = {pair.id: pair.counts for pair in case.scores if pair.certificate}
    assert all(pair.certificate or case.pairs[0].asked.rule.value == "product" for pair in case.scores)
    lines = [pair.certificate for pair in case.scores if pair.certificate]
    assert case.verified(lines) == certified
    if lines:
        assert {each.id: each.counts for each in verify(case.proofs)} == certified
        assert checker.main([str(case.proofs)]) == 0


def forged(case, others, rng):
    """Certificates that hold, or claim to, of something that was not asked."""
    for pair, other in zip(case.scores, others.scores, strict=True):
        for mine, foreign in ((pair, other), (other, pair)):
            if mine.certificate is None:
                continue
            record = json.loads(mine.certificate)
            yield record | {"id": pair.id}
            for counted in (case.settings.counted, others.settings.counted):
                yield rehashed(record | {"id": pair.id, "convention": counted})
                worth = {"denominator": 1, "pairs": [["/", "x", "y", 1], ["/", "y", "x", 1]]}
                yield rehashed(record | {"id": pair.id, "convention": counted, "similarity": worth})
                plain = {key: part for key, part in record.items() if key != "similarity"}
                yield rehashed(plain | {"id": pair.id, "convention": counted})
                for key in ("left", "right", "proof", "alignment", "matched") if foreign.certificate else ():
                    yield rehashed(record | {"convention": counted, key: json.loads(foreign.certificate)[key]})
            pool = [pickle.dumps(record)]
            yield from (campaign.mutated(pool[0], pool, rng) for _ in range(10))


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.stress) for seed in range(6, 200))])
def test_what_is_verified_is_true_of_what_was_asked(seed, tmp_path):
    rng = random.Random(f"forged {seed}")
    first, second = rng.sample(range(len(COMBINATIONS)), 2)
    case, others = (Case(number, tmp_path) for number in (first, second))
    case = Case(first, tmp_path)  # whose files are there now
    tried = accepted = 0
    for record in forged(case, others, rng):
        tried += 1
        for id, counts in case.verified([json.dumps(record)]).items():
            accepted += 1
            asked = case.pairs[int(id.removeprefix("s."))].asked
            unit = counts.denominator
            assert counts.matched <= optimum(asked) * unit // asked.unit <= counts.upper_bound, record
            assert (counts.left_triples, counts.right_triples) == (asked.left.size, asked.right.size)
    assert tried > 50 and accepted < tried / 2
