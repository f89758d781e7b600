"""Solvers of other fields for exported texts: the optimum there, and the answer as such a solver writes it.

Each takes the text and a folder for its files, and knows nothing of ours: where no package reads a format, the text is
read here and solved by SciPy, or by looking at everything.
"""

import itertools
import os
import re
import subprocess


def solve_lp(text, folder, suffix=".lp"):
    """HiGHS, and the solution file that it writes."""
    import highsbox

    model, options, answer = folder / f"model{suffix}", folder / "options", folder / "model.sol"
    model.write_text(text, encoding="utf-8")
    options.write_text("mip_rel_gap = 0\n")
    command = [highsbox.highs_bin_path(), model, "--options_file", options, "--solution_file", answer]
    environment = os.environ | {"LD_LIBRARY_PATH": highsbox.highs_lib_dir()}
    done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, cwd=folder)  # where it writes Highs.log
    found = answer.read_text()
    if "Model status\nEmpty\n" in found:  # ends with 1, and states no objective
        return 0, found
    assert done.returncode == 0
    return round(float(re.search("^Objective (.+)", found, re.MULTILINE)[1])), found


def solve_mps(text, folder):
    """HiGHS, and the solution file that it writes."""
    return solve_lp(text, folder, ".mps")


def solve_wcnf(text, folder):
    """RC2 of python-sat, and literals as solvers wrote them until 2020."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_string=text)) as solver:
        model = solver.compute()
        return solver.cost, f"c a comment\no {solver.cost}\ns OPTIMUM FOUND\nv {' '.join(map(str, model))} 0\n"


def solve_opb(text, folder):
    """A reader of linear OPB, and SciPy."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    heading, *lines = text.splitlines()
    variables, constraints = map(int, re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", heading).groups())
    objective, *rows = [line for line in lines if not line.startswith("*")]
    assert len(rows) == constraints
    assert objective.startswith("min: ") and objective.endswith(";")
    if not variables:
        return 0, "s OPTIMUM FOUND\no 0\nv\n"

    def coefficients(words):
        vector = np.zeros(variables)
        for coefficient, name in zip(words[::2], words[1::2], strict=True):
            vector[int(name.removeprefix("x")) - 1] += int(coefficient)
        return vector

    matrix, least = np.zeros((len(rows), variables)), np.zeros(len(rows))
    for number, row in enumerate(rows):
        *terms, relation, bound, end = row.split()
        assert (relation, end) == (">=", ";")
        matrix[number], least[number] = coefficients(terms), int(bound)
    found = milp(
        coefficients(objective.removeprefix("min: ").removesuffix(";").split()),
        constraints=LinearConstraint(matrix, least, np.inf),
        integrality=np.ones(variables),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 0},
    )
    assert found.success
    literals = [f"x{number}" if value > 0.5 else f"-x{number}" for number, value in enumerate(found.x, 1)]
    half = len(literals) // 2
    value = round(found.fun)
    return value, f"o {value}\ns OPTIMUM FOUND\nv {' '.join(literals[:half])}\nv {' '.join(literals[half:])}\n"


def solve_clique(text, folder):
    """A reader of DIMACS graphs, and networkx."""
    import networkx

    graph = networkx.Graph()
    heading, *edges = [line.split() for line in text.splitlines() if not line.startswith("c")]
    assert heading[:2] == ["p", "edge"] and int(heading[3]) == len(edges)
    graph.add_nodes_from(range(1, int(heading[2]) + 1))
    for kind, one, other in edges:
        assert kind == "e"
        graph.add_edge(int(one), int(other))
    assert graph.number_of_edges() == len(edges) and len(graph) == int(heading[2])
    clique, size = networkx.max_weight_clique(graph, weight=None)
    return size, " ".join(map(str, clique)) + "\n"


def solve_qap(text, folder):
    """All permutations, and the best as QAPLIB has it."""
    linear, quadratic = [], []
    heading, *lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    for kind, *numbers in lines:
        {"l": linear, "q": quadratic}[kind].append([int(number) for number in numbers])
    assert heading[:2] == ["p", "qap"] and list(map(int, heading[3:])) == [len(linear), len(quadratic)]
    size = int(heading[2])

    def weight(columns):
        singles = sum(w for i, j, w in linear if columns[i - 1] == j)
        return singles + sum(w for i, j, k, m, w in quadratic if columns[i - 1] == j and columns[k - 1] == m)

    best = max(itertools.permutations(range(1, size + 1)), key=weight)
    return weight(best), f"{size} {weight(best)}\n{' '.join(map(str, best))}\n"


def solve_dd(text, folder):
    """All sets of assignments, and the best labelling as libmpopt prints it."""
    assignments, edges = [], []
    heading, *lines = [line.split() for line in text.splitlines() if not line.startswith("c ")]
    for kind, *numbers in lines:
        {"a": assignments, "e": edges}[kind].append([int(number) for number in numbers])
    assert heading[0] == "p" and list(map(int, heading[3:])) == [len(assignments), len(edges)]
    assert [number for number, *_ in assignments] == list(range(len(assignments)))
    left_size, right_size = int(heading[1]), int(heading[2])
    best = (0, [None] * left_size)
    choices = [[None, *range(right_size)]] * left_size
    for labels in itertools.product(*choices):
        used = [label for label in labels if label is not None]
        made = {number: cost for number, i, j, cost in assignments if labels[i] == j}
        if len(set(used)) < len(used) or len(made) < len(used):
            continue
        cost = sum(made.values()) + sum(cost for one, other, cost in edges if one in made and other in made)
        best = min(best, (cost, list(labels)), key=lambda found: found[0])
    return best[0], f"primals.evaluate: {float(best[0])}\nprimals.labeling: {best[1]}\n"


SOLVERS = {
    "lp": solve_lp,
    "mps": solve_mps,
    "wcnf": solve_wcnf,
    "opb": solve_opb,
    "clique": solve_clique,
    "qap": solve_qap,
    "dd": solve_dd,
}
