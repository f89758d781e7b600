"""``smatchproof explain --html`` as a process, and its page in a browser."""

import json
import re

from smatchproof.conventions.conventions import convention
from smatchproof.exact.certificate import fingerprint
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.generators import TRAPS
from smatchproof.reports.drawings.lesson import lesson
from smatchproof.reports.pages.pair_page import evidence, explain_page
from smatchproof.scoring.pairs.comparison import claim
from smatchproof.scoring.settings import ScoreSettings
from tests.browser import Document
from tests.commands.running import run

LEFT = """\
# ::id p
# ::snt He wants to go.
(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))

# ::id q
(a / x)
"""
RIGHT = """\
# ::id p
# ::snt He wants football & <more>.
(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))

# ::id q
(a / x)
"""


def explained(folder, *arguments):
    done = run("explain", "left.amr", "right.amr", "--id", "p", "--html", "p.html", *arguments, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "written to p.html\n")
    return done.stdout, Document((folder / "p.html").read_text())


def facts(document):
    """The names and values of the page's lists."""
    names = [element["text"] for element in document.all("dt")]
    return dict(zip(names, [element["text"] for element in document.all("dd")], strict=True))


def test_the_page_holds_what_the_text_says(folder):
    said, document = explained(folder)
    assert said == ""
    said = run("explain", "left.amr", "right.amr", "--id", "p", cwd=folder).stdout
    assert document.one("h1")["text"] == "Pair p of left.amr and right.amr"
    assert "reference: He wants football & <more>." in [element["text"] for element in document.all("p")]
    told = facts(document)
    assert told["matched"] == "5 of 7 and 6 triples"
    assert told["score"] == "precision 0.7143, recall 0.8333, F1 0.7692"
    assert told["optimal"] == "proved: no alignment matches more"
    assert told["signature"].startswith("smatch|conv:smatch|dup:set|top:const|method:exact|v:")
    assert document.column("alignment", 0) == ["w / want-01", "b / boy", "g / go-01"]
    assert document.column("alignment", 1)[:2] == ["w / want-01", "b / boy"]
    assert sorted(document.column("matched", 0)) == sorted(
        ["instance(w, want-01)", "instance(b, boy)", "TOP(w, top)", "ARG0(w, b)", "ARG1(w, g)"]
    )
    only = [element["text"] for element in document.all("li")]
    assert only == ["instance(g, go-01)", "ARG0(g, b)", "instance(f, football)"]
    drawings = [element["text"] for element in document.all("svg")]
    assert len(drawings) == 1
    assert all(words in drawings[0] for words in ("want-01", "b / boy", "g / go-01", "f / football", "ARG0"))
    *texts, numbers = [element["text"] for element in document.all("pre")]
    assert [" ".join(text.split()) for text in texts] == [LEFT.split("\n")[2], RIGHT.split("\n")[2]]
    assert numbers.splitlines()[0].split() == ["pair", "alone", "paid", "for", "worth", "row", "column", "slack"]
    marked = {
        mark: [part["text"] for part in document.all("span") if part.get("class") == mark]
        for mark in ("matched", "missed")
    }
    assert marked["missed"] == ["g / go-01", ":ARG0 b", "f / football"]
    assert marked["matched"] == ["w / want-01", ":ARG0", "b / boy", ":ARG1"] * 2


def test_one_triple_is_singular(tmp_path):
    (tmp_path / "a.amr").write_text("(b / boy)\n")
    run("explain", "a.amr", "a.amr", "--html", "p.html", "--top", "none", cwd=tmp_path)
    claimed = facts(Document((tmp_path / "p.html").read_text()))
    assert (claimed["matched"], claimed["claim"][-13:]) == ("1 of 1 and 1 triple", "than 1 triple")


def test_a_drawing_keeps_its_size_on_a_narrow_page_which_does_not_scroll(browser, folder):
    explained(folder)
    scales = "Array.from(document.querySelectorAll('figure:not([hidden]) svg')).map(each => each.getScreenCTM().a)"
    told = f"JSON.stringify([document.body.scrollWidth, ...{scales}])"
    document, _ = browser.open(folder / "p.html", f"document.body.dataset.seen = {told}", width=500)
    width, *seen = json.loads(document.one("body")["data-seen"])
    assert width <= 500 and seen and set(seen) == {1}


def test_the_page_says_what_proves_the_bound(folder):
    _, document = explained(folder)
    told = facts(document)
    rule = convention("smatch")
    triples = (rule.triples(parse_graph(text.split("\n\n")[0])) for text in (LEFT, RIGHT))
    assert told["sha256"] == fingerprint(rule.signature, *triples)
    assert told["claim"] == "no alignment of these graphs matches more than 5 triples"
    assert told["proof"] == "a tree of 1 node: 1 leaf"
    assert any("checker, which shares no code" in element["text"] for element in document.all("p"))


def test_a_proof_that_the_checker_refuses_proves_nothing(monkeypatch):
    from smatchproof.exact import certificate

    def refuse(*_):
        raise certificate.Refused("node 1: wrong")

    settings = ScoreSettings(certificates=True)
    boy = parse_graph("(b / boy)")
    monkeypatch.setattr(certificate, "certificate", refuse)
    claimed = claim(boy, boy, settings, "p")
    assert not evidence(claimed, settings).proved and not claimed.comparison.counts.proved
    page = explain_page(claimed, settings, "p")
    assert "The checker refuses the proof: node 1: wrong." in page and "not proved: at most 3 triples" in page
    assert "no alignment matches more" not in page


def test_the_proof_and_a_climb_can_be_watched(browser, folder):
    """Every node of the proof is shown, and every step of a climb that the trap catches is drawn."""
    trap = TRAPS["ring"].make(size=8)
    graphs, settings = (trap.pair.left, trap.pair.right), ScoreSettings(trap.pair.convention, certificates=True)
    claimed = claim(*graphs, settings, "ring")
    steps = lesson(claimed)
    values = [int(re.search(r"matches (\d+)", caption)[1]) for _, caption in steps.climb]
    assert steps.found.count(17) < 20 and min(steps.found) == values[-2] < steps.optimum == 17
    assert values == sorted(values)
    page = folder / "ring.html"
    page.write_text(explain_page(claimed, settings, "ring"))
    script = """
    var next = Array.from(document.querySelectorAll("button")).filter(each => each.textContent === "Next step").pop();
    next.click();
    document.body.dataset.shown = Array.from(document.querySelectorAll("#climb-steps figure")).map(
      each => each.hidden ? 0 : 1).join("");
    """
    document, said = browser.open(page, script)
    assert said == [] and document.one("body")["data-shown"] == "01".ljust(len(steps.climb), "0")
    found = browser.figures(page)
    assert found["wrong"] == []
