"""Real corpora: readers and aspects against what reads or counts them in another way."""

import re
from collections import Counter

import penman
import pytest
from penman.models.amr import model

from benchmarks.common import without_comments
from smatchproof.conventions.aspects import ASPECTS
from smatchproof.graphs.graph import Edge
from smatchproof.graphs.reading import parse_by_penman, read_well_formed
from smatchproof.public import Block, Corpus, Duplicates, Relation, convention, parse_graph
from smatchproof.scoring.corpus.convention_shares import switched
from tests.graphs.test_well_formed import outcome


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
            text = without_comments(block)
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
