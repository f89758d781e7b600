"""Programs that score aspects, pair by pair: amr-evaluation and smatchpp. Runs alone, as a script.

``python aspect_programs.py PROGRAM PAIRS ANSWERS [FOLDER]`` reads pairs of graphs from a JSON file and writes, for each
pair, matched, left and right triples by the name of the aspect. FOLDER is a copy of amr-evaluation.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

Counted = dict[str, list[int]]
_CHANGES = {
    "unlabelled": (r":[a-zA-Z0-9-]*", ":label"),
    "no-word-senses": (r"(/ [a-zA-Z0-9-]+)-[0-9]+", r"\1-01"),
}
"""What ``evaluation.sh`` replaces in the text of whole files."""


def smatchpp() -> Callable[[str, str], Counted]:
    """The program with its integer program, graph type amr, each aspect by its own alignment."""
    package, solvers = import_module("smatchpp"), import_module("smatchpp.solvers")
    tools = import_module("smatchpp.formalism.amr.tools")
    program = package.Smatchpp(
        alignmentsolver=solvers.get_solver("ilp"),
        graph_standardizer=tools.AMRStandardizer(),
        subgraph_extractor=tools.AMRSubgraphExtractor(),
        score_dimension="all-multialign",
    )

    def pair(left: str, right: str) -> Counted:
        found, _, _ = program.process_pair(left, right)
        return {name: [int(matched), int(one), int(other)] for name, (matched, _, one, other) in found.items()}

    return pair


def amr_evaluation(folder: str) -> Callable[[str, str], Counted]:
    """The counts of two graphs by ``evaluation.sh`` and ``scores.py`` of the folder, which score two files."""
    sys.path[:0] = [folder, str(Path(folder, "smatch"))]
    utils, scores = import_module("utils"), import_module("smatch.smatch_fromlists")
    reader = import_module("smatch.amr").AMR.parse_AMR_line
    sys.path.pop(0)  # what evaluation.sh runs finds its reader beside itself
    for name in ("smatch", "amr"):
        sys.modules.pop(name, None)
    whole = import_module("smatch")

    def on_one_line(text: str) -> str:
        return "".join(line.strip() for line in text.split("\n"))

    def read(text: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
        graph = reader(re.sub(" +", " ", text).replace("\n", ""))
        triples = [*graph.get_triples()[1], *graph.get_triples()[2]]
        return utils.var2concept(graph), [_turned(*triple) for triple in triples]

    def pair(left: str, right: str) -> Counted:
        found: Counted = {}
        for name, change in _CHANGES.items():
            whole.match_triple_dict.clear()
            found[name] = list(whole.get_amr_match(*(on_one_line(re.sub(*change, text)) for text in (left, right))))
        sides = read(left), read(right)
        lists: dict[str, Any] = {
            "concepts": lambda concepts, _: utils.concepts(concepts),
            "named-entities": utils.namedent,
            "negation": utils.negations,
            "wiki": lambda _, triples: utils.wikification(triples),
        }
        for name, words in lists.items():
            one, other = (set(utils.disambig(words(*side))) for side in sides)
            found[name] = [len(one & other), len(one), len(other)]
        for name, part in (("re-entrancies", utils.reentrancies), ("semantic-roles", utils.srl)):
            (graphs,) = scores.generate_amr_lines(*([part(*side)] for side in sides))
            scores.match_triple_dict.clear()
            found[name] = list(scores.get_amr_match(*graphs))
        return found

    return pair


def _turned(role: str, source: str, target: str) -> tuple[str, str, str]:
    return (role[:-3], target, source) if role.endswith("-of") else (role, source, target)


def main(program: str, pairs: str, answers: str, *folder: str) -> None:
    """Write the answers to all pairs."""
    chosen = smatchpp() if program == "smatchpp" else amr_evaluation(*folder)
    found = [chosen(*pair) for pair in json.loads(Path(pairs).read_text(encoding="utf-8"))]
    Path(answers).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
