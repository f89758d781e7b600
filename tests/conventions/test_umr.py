"""The convention for UMR: the triples of documents, their layers, and optima compared with all alignments."""

import pytest
from hypothesis import given, strategies as st

from smatchproof.conventions.aspects import UMR_LAYERS
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.umr import parse_document
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.pairs.comparison import compare
from smatchproof.scoring.pairs.fine_grained import fine_grained
from smatchproof.scoring.settings import FineGrained, ScoreSettings
from smatchproof.similarity.evidence import Strength, named_evidence
from tests.peers import one_to_one

UMR = ScoreSettings(convention("umr"))
RELATIONS = [("temporal", "before"), ("temporal", "after"), ("coref", "same-entity"), ("modal", "full-affirmative")]
CONSTANTS = ["author", "root", "document-creation-time"]


def text(sentences, relations):
    """A document: for each sentence its concepts, each below the one before; and relations of numbers or constants."""
    parts = []
    for at, concepts in enumerate(sentences, 1):
        nodes = "".join(f"(s{at}x{i} / {concept} :ARG0 " for i, concept in enumerate(concepts))
        graph = nodes.removesuffix(" :ARG0 ") + ")" * len(concepts)
        parts += [f"# :: snt{at}", "# sentence level graph:", graph]
    names = [f"s{at}x{i}" for at, concepts in enumerate(sentences, 1) for i in range(len(concepts))]

    def end(each):
        return each if isinstance(each, str) else names[each % len(names)]

    triples = "".join(f" :{layer} (({end(one)} :{role} {end(other)}))" for (layer, role), one, other in relations)
    parts.append(f"# document level annotation:\n(s{len(sentences)}s0 / sentence{triples})")
    return "\n".join(parts).encode()


def counted(sentences, relations):
    """The triples of that document by their definition, with numbers for variables; and the sentence of each."""
    found, of, number = set(), [], 0
    for at, concepts in enumerate(sentences, 1):
        found.add(("TOP", number))
        for i, concept in enumerate(concepts):
            found.add(("instance", concept, number))
            if i:
                found.add(("ARG0", number - 1, number))
            of.append(at)
            number += 1
    for (layer, role), *ends in relations:
        one, other = (each if isinstance(each, str) else each % number for each in ends)
        if role == "after":
            role, one, other = "before", other, one
        if role == "same-entity":
            one, other = sorted([one, other], key=lambda each: (isinstance(each, str), each))
        found.add((layer, role, one, other))
    return found, of


def best(left, right, of=None):
    """The most triples that any alignment matches; with sentences `of` variables only those of equal ones."""
    (lefts, one), (rights, other) = left, right
    most = 0
    for mapping in one_to_one(len(one), len(other)):
        alignment = {i: j for i, j in enumerate(mapping) if j is not None}
        if of and any(one[i] != other[j] for i, j in alignment.items()):
            continue
        moved = {tuple(_moved(each, alignment) for each in triple) for triple in lefts}
        most = max(most, len(moved & rights))
    return most


def _moved(value, alignment):
    return alignment.get(value, "nothing") if isinstance(value, int) else value


ends = st.integers(0, 3) | st.sampled_from(CONSTANTS)
documents = st.tuples(
    st.lists(st.lists(st.sampled_from("pq"), min_size=1, max_size=2), min_size=1, max_size=2),
    st.lists(st.tuples(st.sampled_from(RELATIONS), ends, ends), max_size=4),
)


@given(documents, documents, st.booleans())
def test_the_optimum_of_documents_is_that_of_every_alignment(left, right, is_filtered):
    evidence = named_evidence("sentences", Strength.FILTER) if is_filtered else None
    settings = ScoreSettings(convention("umr"), evidence=evidence)
    graphs = [parse_document(text(*each)) for each in (left, right)]
    found = score_pair(*graphs, settings, 1)
    one, other = (counted(*each) for each in (left, right))
    # relations of two constants are of the documents' roots, which are always aligned to each other here
    assert found.counts.left_triples == len(one[0]) and found.counts.right_triples == len(other[0])
    assert found.counts.matched == best(one, other, is_filtered) and found.certified


@given(documents, documents)
def test_the_optimum_of_a_layer_is_at_least_its_projection(left, right):
    graphs = [parse_document(text(*each)) for each in (left, right)]
    whole = compare(*graphs, UMR)
    own, projected = (fine_grained(whole, UMR, how) for how in (FineGrained.OPTIMUM, FineGrained.PROJECTED))
    assert [*own] == [*projected] == [*UMR_LAYERS]
    assert all(projected[name].matched <= own[name].matched for name in own)


@pytest.mark.parametrize(
    "one, other",
    [
        ("(s1x0 :before s2x0)", "(s2x0 :after s1x0)"),
        ("(s1x0 :contains s2x0)", "(s2x0 :contained s1x0)"),
        ("(s1x0 :overlap s2x0)", "(s2x0 :overlap s1x0)"),
        ("(document-creation-time :before s2x0)", "(s2x0 :after document-creation-time)"),
        ("(document-creation-time :overlap s2x0)", "(s2x0 :overlap document-creation-time)"),
        ("(root :before author)", "(author :after root)"),
        ("(root :contained author)", "(author :contains root)"),
        ("(root :overlap author)", "(author :overlap root)"),
    ],
)
def test_relations_that_say_the_same(one, other):
    plain = text([["p"], ["q"]], [])
    counts = []
    for relation in (one, other, f"{one} {other}"):
        graph = parse_document(plain.replace(b"/ sentence", f"/ sentence :temporal ({relation})".encode()))
        triples = convention("umr").triples(graph)
        counts.append({*triples.attributes, *triples.relations})
    assert counts[0] == counts[1] == counts[2] and len(counts[0]) == 5


def test_layers_of_a_document():
    graph = parse_document(text([["person"], ["say-91", "q"]], [(RELATIONS[2], 0, 2), (RELATIONS[3], "author", 1)]))
    triples = convention("umr").triples(graph)
    sizes = {name: layer.select(triples, Duplicates.SET).size for name, layer in UMR_LAYERS.items()}
    assert sizes == {
        **{"concepts": 3, "participant-roles": 3, "attributes": 0, "abstract-concepts": 2, "reified-concepts": 1},
        **{"temporal": 0, "modal": 2, "coreference": 3},
    }


def test_participants_and_attributes_are_those_of_the_guidelines():
    data = text([["run-01", "person"]], []).replace(
        b":ARG0", b":co-actor (s1r / x) :result s1r :refer-definiteness class :ARG0"
    )
    triples = convention("umr").triples(parse_document(data))
    assert UMR_LAYERS["participant-roles"].select(triples, Duplicates.SET).size == 3 + 3
    assert UMR_LAYERS["attributes"].select(triples, Duplicates.SET).size == 1 + 1


def test_umr_counts_a_sentence_as_smatch_does(samples):
    from smatchproof.graphs.corpus import Corpus

    with Corpus(samples / "annotator-a.amr") as corpus:
        for graph in (block.parse() for block in corpus.blocks()):
            assert convention("umr").triples(graph) == convention("smatch").triples(graph)


def test_the_filter_of_words_leaves_roots_of_documents_aligned():
    aligned = "\n# alignment:\ns1x0: 1-1\n# document level"
    data = text([["run-01"]], [(("modal", "modal"), "root", "author")]).decode().replace("\n# document level", aligned)
    settings = ScoreSettings(UMR.convention, evidence=named_evidence("words", Strength.FILTER))
    graph = parse_document(data.encode())
    found = score_pair(graph, graph, settings, 1)
    assert found.counts.matched == found.counts.left_triples == 3
