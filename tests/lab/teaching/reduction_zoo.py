"""Functions that students hand in: honest reductions, and wrong ones as teachers know them."""

from itertools import combinations, count

HONEST, WRONG = [], []


def _in(zoo, source, target):
    def enter(function):
        zoo.append((function, source, target))
        return function

    return enter


def _complement(n, edges):
    return [edge for edge in combinations(range(n), 2) if edge not in set(map(tuple, edges))]


def _literals(clauses):
    return [(at, literal) for at, clause in enumerate(clauses) for literal in clause]


def _joined(nodes, good):
    return [(a, b) for a, b in combinations(range(len(nodes)), 2) if good(nodes[a], nodes[b])]


def _compatible(one, other):
    return one[0] != other[0] and one[1] != -other[1]


def _rooted(n, edges, both):
    """An AMR whose root has all vertices below it: vertex 0 first, edges where their first end is introduced."""
    arcs = [*edges, *((b, a) for a, b in edges)] if both else edges
    written = [f"(v{at} / v{''.join(f' :e v{b}' for a, b in arcs if a == at)})" for at in range(n)]
    return "(r / r" + "".join(f" :m {each}" for each in written) + ")"


def _triples(n, edges):
    return 2 + 2 * n + len(edges)


def _split(clauses, fresh):
    """Clauses of at most three literals, with new variables that carry the rest of a long clause."""
    out = []
    for clause in clauses:
        left = list(clause)
        while len(left) > 3:
            new = fresh()
            out.append([*left[:2], new])
            left = [-new, *left[2:]]
        out.append(left)
    return out


def _fresh(clauses):
    numbers = count(1 + max((abs(literal) for clause in clauses for literal in clause), default=0))
    return lambda: next(numbers)


def _colours_as_clauses(n, edges, colours=3, some=True):
    at = [[1 + colours * v + c for c in range(colours)] for v in range(n)]
    clauses = list(at) if some else []
    return clauses + [[-at[a][c], -at[b][c]] for a, b in edges for c in range(colours)]


# ---- Honest


@_in(HONEST, "clique", "independent-set")
@_in(HONEST, "independent-set", "clique")
def complement(n, edges, k):
    return n, _complement(n, edges), k


@_in(HONEST, "independent-set", "vertex-cover")
@_in(HONEST, "vertex-cover", "independent-set")
def outside(n, edges, k):
    return n, edges, n - k


@_in(HONEST, "3-sat", "clique")
def literals_to_clique(clauses):
    nodes = _literals(clauses)
    return len(nodes), _joined(nodes, _compatible), len(clauses)


@_in(HONEST, "sat", "3-sat")
def split(clauses):
    return _split(clauses, _fresh(clauses))


@_in(HONEST, "clique", "subgraph")
def complete_pattern(n, edges, k):
    return k, list(combinations(range(k), 2)), n, edges


@_in(HONEST, "hamiltonian-cycle", "subgraph")
def cycle_pattern(n, edges):
    if n < 3:
        return 3, [(0, 1), (1, 2), (0, 2)], 1, []
    return n, [(at, (at + 1) % n) for at in range(n)], n, edges


@_in(HONEST, "3-colouring", "sat")
def colours_as_clauses(n, edges):
    return _colours_as_clauses(n, edges)


@_in(HONEST, "clique", "smatch")
def clique_to_smatch(n, edges, k):
    wanted = list(combinations(range(k), 2))
    return _rooted(k, wanted, False), _rooted(n, edges, True), _triples(k, wanted)


@_in(HONEST, "subgraph", "smatch")
def subgraph_to_smatch(n, edges, m, host):
    return _rooted(n, edges, False), _rooted(m, host, True), _triples(n, edges)


@_in(HONEST, "3-sat", "3-colouring")
def clauses_as_gates(clauses):
    """Karp's way: a triangle of true, false and base, one of each variable with base, two gates a clause."""
    number = {at: index for index, at in enumerate(sorted({abs(x) for clause in clauses for x in clause}))}
    edges, size = [(0, 1), (0, 2), (1, 2)], 3 + 2 * len(number)  # 0 true, 1 false, 2 base
    node = {sign * at: 3 + 2 * index + (sign < 0) for at, index in number.items() for sign in (1, -1)}
    for at in number:
        edges += [(node[at], node[-at]), (2, node[at]), (2, node[-at])]
    for clause in clauses:
        held = node[clause[0]]
        for literal in clause[1:]:
            a, b, out = size, size + 1, size + 2
            size += 3
            edges += [(a, held), (b, node[literal]), (a, b), (a, out), (b, out), (out, 2)]
            held = out
        edges.append((held, 1))
    return size, edges


# ---- Wrong


@_in(WRONG, "clique", "independent-set")
@_in(WRONG, "independent-set", "clique")
@_in(WRONG, "independent-set", "vertex-cover")
@_in(WRONG, "vertex-cover", "independent-set")
@_in(WRONG, "max-cut", "independent-set")
@_in(WRONG, "clique", "colouring")
@_in(WRONG, "colouring", "clique")
def as_it_is(n, edges, k):
    return n, edges, k


@_in(WRONG, "independent-set", "vertex-cover")
def one_too_many(n, edges, k):
    return n, edges, n - k + 1


@_in(WRONG, "clique", "vertex-cover")
def no_complement(n, edges, k):
    return n, edges, n - k


@_in(WRONG, "3-sat", "clique")
def clauses_not_kept_apart(clauses):
    nodes = _literals(clauses)
    return len(nodes), _joined(nodes, lambda a, b: a[1] != -b[1]), len(clauses)


@_in(WRONG, "clique", "subgraph")
def path_pattern(n, edges, k):
    return k, [(at, at + 1) for at in range(k - 1)], n, edges


@_in(WRONG, "hamiltonian-cycle", "subgraph")
def hamiltonian_path(n, edges):
    return n, [(at, at + 1) for at in range(n - 1)], n, edges


@_in(WRONG, "3-colouring", "sat")
def no_colour_needed(n, edges):
    return _colours_as_clauses(n, edges, some=False) or [[1]]


@_in(WRONG, "colouring", "sat")
def always_three(n, edges, k):
    return _colours_as_clauses(n, edges)


@_in(WRONG, "3-colouring", "max-cut")
def all_edges_cut(n, edges):
    return n, edges, len(edges)


@_in(WRONG, "clique", "smatch")
def threshold_too_low(n, edges, k):
    left, right, least = clique_to_smatch(n, edges, k)
    return left, right, least - 1


@_in(WRONG, "subgraph", "smatch")
def single_arcs(n, edges, m, host):
    return _rooted(n, edges, False), _rooted(m, host, False), _triples(n, edges)
