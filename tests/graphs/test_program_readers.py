"""Conventions named after programs, to the letter: on adversarial graphs equal to the real programs, or refused."""

import re
from collections import Counter

import pytest

from smatchproof.cli import main
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import TripleGraph
from smatchproof.graphs.building import GraphBuilder
from smatchproof.graphs.reading import parse_graph
from tests import peers


def counted(triples: TripleGraph) -> Counter:
    """Our triples, each as often as it counts; the kinds do not matter."""
    found = Counter((each.role, each.variable, each.value) for each in triples.attributes)
    return found + Counter((role, source, target) for role, source, target in triples.relations)


def of_smatch(text: str) -> Counter:
    """The triples that smatch 1.0.4 compares."""
    with peers.real_smatch():
        import amr

        graph = amr.AMR.parse_AMR_line(text)
        graph.rename_node("a")
        instances, attributes, relations = graph.get_triples()

    def normal(word: str) -> str:
        return word.lower().rstrip("_")

    found = Counter((role, int(name[1:]), normal(value)) for role, name, value in instances)
    found += Counter((normal(role), int(name[1:]), normal(value)) for role, name, value in attributes)
    return found + Counter((normal(role), int(source[1:]), int(target[1:])) for role, source, target in relations)


def of_smatchpp(text: str, kind: str | None) -> Counter:
    """The triples that smatchpp 1.8.0 compares, without the names that it gives to variables."""
    triples = peers._smatchpp_triples(text, kind)
    variables = {source for source, role, _ in triples if role.lstrip(":") == "instance"}
    found: Counter = Counter()
    for source, role, target in triples:
        role = role.lstrip(":").replace("root_but_not_the_graph_root", "root written")
        if source not in variables and role != "root":
            found[role + "-of", source] += 1
        else:
            found[role, None if target in variables and role != "instance" else target] += 1
    return Counter({key: number for key, number in found.items() if key[0] != "root"})


def nameless(triples: TripleGraph) -> Counter:
    """Ours in the same form."""

    def name(role: str) -> str:
        return "root written" if role == "root" else role

    found = Counter((name(each.role), each.value) for each in triples.attributes if each.kind != "TOP")
    return found + Counter((name(each.role), None) for each in triples.relations)


@pytest.mark.parametrize(
    ("rule", "text", "message"),
    [
        ("smatch-1.0.4", r'(n / name :op1 "5\" disk")', "takes the .* for the end of the string and loses"),
        ("smatch-1.0.4", r'(n / name :op1 "x\"(\"y")', "reads what is between inner strings of .* outside"),
        ("smatchpp-amr", r'(n / name :op1 "a\"b")', "takes the .* for the end of the string"),
        ("smatchpp-amr", '(n / name :op1 "a b"~e.1)', "looks for the end of the string .* behind its suffix"),
        ("smatchpp-generic", "(n / name :op1 'q')", "takes the apostrophe of .*q.* for the beginning"),
        ("smatchpp-generic", "(n / name :op1 'q)", "takes the apostrophe of .*q.* for the beginning"),
        ("smatchpp-generic", "(a / O'Neil :op1 don't)", "takes the apostrophe of .* for the beginning of a string"),
        ("smatchpp-amr", "(a / x :instance y)", "takes the role :instance for a second concept"),
    ],
)
def test_what_a_program_reads_otherwise_is_refused_with_what_it_does(tmp_path, capsys, rule, text, message):
    for name in ("left", "right"):
        (tmp_path / name).write_text(f"# ::id s.1\n{text}\n")
    assert main(["score", str(tmp_path / "left"), str(tmp_path / "right"), "--convention", rule, "--jobs", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and re.search(message, err) and "pair s.1 of " in err and "--convention smatch" in err
    assert main(["score", str(tmp_path / "left"), str(tmp_path / "right"), "--jobs", "1"]) == 0


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("smatch-1.0.4", r'(n / name :op1 "a \"b\" c")'),
        ("smatch-1.0.4", '(n / name :op1 "" :op2 " ")'),
        ("smatchpp-amr", "(n / name :op1 \"it's\" :op2 don't)".replace(" :op2 don't", "")),
        ("smatchpp-amr", "(o / O'Neil)"),
        ("smatchpp-amr", '(n / name :op1 "" :op2 "a  b" :op3 5~e.3)'),
    ],
)
def test_what_the_programs_read_to_the_end_is_read(rule, text):
    mine = convention(rule).triples(parse_graph(text))
    if rule == "smatch-1.0.4":
        assert counted(mine) == of_smatch(text)
    else:
        assert nameless(mine) == of_smatchpp(text, "amr")


@pytest.mark.parametrize("role", ["ARG0-of", "mod", "domain", "top", "Instance"])
def test_a_builder_takes_no_role_that_programs_read_otherwise(role):
    builder = GraphBuilder()
    builder.variable("a", "x")
    with pytest.raises(ValueError, match="is not read alike by all programs"):
        builder.attribute(role, "a", "5")


@pytest.mark.parametrize("constant", ["#x", '"a\nb"', '"a\rb"', '""', "a b", '"', "b"])
def test_a_builder_takes_no_constant_that_cannot_be_read(constant):
    builder = GraphBuilder()
    builder.relation("m", builder.variable("a", "x"), builder.variable("b", "x"))
    builder.attribute("m", "a", constant)
    with pytest.raises(ValueError, match=r"malformed constant|is spelled like a variable"):
        builder.build()


def test_a_built_graph_has_a_root_and_concepts_that_are_no_comments():
    with pytest.raises(ValueError, match="a graph without variables"):
        GraphBuilder().build()
    with pytest.raises(ValueError, match="malformed concept '#x'"):
        GraphBuilder().variable("a", "#x")
