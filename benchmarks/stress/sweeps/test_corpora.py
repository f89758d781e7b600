"""Real corpora: readers, aspects, scores and certificates against what reads, counts or checks them in another way."""

import re
from collections import Counter

import penman
import pytest
from penman.models.amr import model

from smatchproof.conventions.aspects import ASPECTS
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates, Relation
from smatchproof.graphs.corpus import Block, Corpus, check_pairing, pair_blocks
from smatchproof.graphs.graph import Edge
from smatchproof.graphs.reading import parse_by_penman, parse_graph
from smatchproof.graphs.well_formed import read_well_formed
from smatchproof.scoring.corpus.convention_shares import switched
from smatchproof.scoring.corpus.corpus_scores import score_blocks
from smatchproof.scoring.corpus.verification import verify
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.aspect_sets import program_aspects
from smatchproof.scoring.pairs.comparison import ClaimStatus, compare
from smatchproof.scoring.pairs.fine_grained import fine_grained
from smatchproof.scoring.settings import FineGrained
from tests import peers
from tests.graphs.test_well_formed import outcome
from tests.scoring.test_fine_grained import EXACT, OURS
from tests.scoring.test_program_aspects import extracted
from tests.scoring.test_verification import CERTIFIED


def test_the_fast_reading_of_smatch_does_what_its_rules_say(shared_data):
    rule = convention("smatch")
    rules = switched(rule, rule)
    for path in ("lpp/lpp-v1.6.amr", "bamboo/sts/reify/src.dev.amr"):
        with Corpus(shared_data / path) as corpus:
            for block in corpus.blocks():
                graph = block.parse()
                found, expected = rules.triples(graph), rule.triples(graph)
                assert (found.attributes, found.relations) == (expected.attributes, expected.relations)


def by_penman(text):
    """The aspects read off penman's triples, as Damonte's script defines them, before variables are compared."""
    triples = {(source, role[1:].lower(), target) for source, role, target in penman.decode(text, model=model).triples}
    concepts = {source: target.lower() for source, role, target in triples if role == "instance"}
    edges = {each for each in triples if each[1] != "instance" and each[2] in concepts}
    incoming = Counter(target for *_, target in edges)
    senses = {variable for variable, concept in concepts.items() if re.search(r".-\d\d$", concept)}
    constants = triples - edges
    return {
        "concepts": Counter(concepts.values()),
        "frames": Counter(concepts[variable] for variable in senses),
        "non-sense-frames": Counter(concepts[variable][:-3] for variable in senses),
        "named-entities": Counter(concepts[each] for each in {s for s, role, _ in triples if role == "name"}),
        "negation": Counter(concepts[each] for each in {s for s, role, _ in constants if role == "polarity"}),
        "wiki": Counter(target.strip('"').lower() for _, role, target in constants if role == "wiki"),
        "re-entrancies": Counter(role for _, role, target in edges if incoming[target] > 1),
        "semantic-roles": Counter(role for _, role, _ in edges if role.startswith("arg")),
    }


@pytest.mark.parametrize("corpus", ["lpp/lpp-v3.0.amr", "bamboo/sts/main/src.dev.amr"])
def test_aspects_are_what_penman_reads(shared_data, corpus):
    """Graphs without `domain`, which is `mod` turned round for us and a role of its own for penman."""
    rule = convention("smatch", top="none")
    totals = Counter()
    with Corpus(shared_data / corpus) as file:
        for block in list(file.blocks())[:400]:
            text = "\n".join(line for line in block.text.decode().splitlines() if not line.startswith("#"))
            if ":domain" in text or "-of-of" in text or '-of "' in text or re.search(r":[\w-]+-of [^(]", text):
                continue
            graph = rule.triples(block.parse())
            for name, expected in by_penman(text).items():
                part = ASPECTS[name].select(graph, Duplicates.SET)
                counted = part.relations or part.attributes
                found = Counter(each.role if isinstance(each, Relation) else each.value for each in counted)
                assert found == expected, (name, text)
                totals[name] += found.total()
    assert all(totals[name] for name in by_penman("(a / b)") if (name, corpus[:3]) != ("wiki", "bam")), totals


def test_real_graphs_are_read_alike_and_nearly_all_of_them_quickly(shared_data):
    every = 10
    blocks: list[Block] = []
    for path in sorted(shared_data.rglob("*.amr")):
        with Corpus(path) as corpus:
            blocks += list(corpus.blocks())[::every]
    assert len(blocks) > 1_900
    texts = [block.text.decode() for block in blocks]
    assert [outcome(parse_graph, text) for text in texts] == [outcome(parse_by_penman, text) for text in texts]
    quick = [graph for text in texts if (graph := read_well_formed(text)) is not None]
    assert len(quick) >= 0.995 * len(texts)
    assert all(type(edge) is Edge for graph in quick for edge in graph.edges)


def test_projections_never_exceed_optima(shared_data):
    """Projections never exceed optima, on parser output; somewhere they fall short, or there would be no choice."""
    folder = shared_data / "bamboo" / "para" / "main"
    short = 0
    with Corpus(folder / "src.dev.amr") as left, Corpus(folder / "tgt.dev.amr") as right:
        _, places = check_pairing(left, right)
        for number, (one, other) in enumerate(pair_blocks(left, right, places)):
            if number == 80:
                break
            comparison = compare(one.parse(), other.parse(), EXACT)
            optima, projections = (fine_grained(comparison, EXACT, how) for how in OURS)
            for name, optimum in optima.items():
                assert optimum.proved
                assert projections[name].matched <= optimum.matched
                short += projections[name].matched < optimum.matched
    assert short > 10


def test_aspects_have_as_many_triples_as_smatchpp_extracts(shared_data):
    """Under smatchpp's program the same counts for the first pairs of parser output."""
    peers.require("smatchpp", "1.8.0")
    texts = []
    for side in ("src", "tgt"):
        blocks = (shared_data / "bamboo" / "para" / "main" / f"{side}.dev.amr").read_text().strip().split("\n\n")[:40]
        texts.append(["\n".join(line for line in block.split("\n") if not line.startswith("#")) for block in blocks])
    chosen = program_aspects(FineGrained.SMATCHPP)
    for text in (*texts[0], *texts[1]):
        assert {name: part.size for name, part in chosen.parts(parse_graph(text)).items()} == extracted(text)


def test_real_corpora_are_proved_and_certified(shared_data, tmp_path):
    """All pairs of the two releases of one book; parser output of all kinds is measured by ``make bench``."""
    files = shared_data / "lpp" / "lpp-v1.6.amr", shared_data / "lpp" / "lpp-v3.0.amr"
    with Corpus(files[0]) as left, Corpus(files[1]) as right:
        _, places = check_pairing(left, right)
        pairs = list(score_blocks(pair_blocks(left, right, places), AlignmentMetric(CERTIFIED), 2))
    assert len(pairs) == 1562
    assert all(pair.status is ClaimStatus.CERTIFIED and pair.certificate for pair in pairs)
    proofs = tmp_path / "certificates.jsonl"
    proofs.write_text("".join(f"{pair.certificate}\n" for pair in pairs), encoding="ascii")
    verified = list(verify(proofs, files))
    assert [certificate.counts for certificate in verified] == [pair.counts for pair in pairs]
