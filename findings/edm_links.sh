#!/usr/bin/env bash
# Guess: EDM of two DMRSs is 100 % only if they are equal: nodes, their kinds and links.
# True:  that of PyDelphin 1.11.0 compares role and ends of a link, and not the part that a DMRS has beyond a dependency
#        graph: with every NEQ, EQ and H turned into another one, it is 100 %, and so it is if the index or the kinds of
#        variables (e, x) differ. is_isomorphic of the MRSs says False.
# Hurts: those who evaluate DMRS parsers: scope, and whether a modifier restricts, are not in the score.
. "$(dirname "$0")/common.bash"
pypi pydelphin==1.11.0
python -W ignore - <<'PY' | seen 'PyDelphin 1.11.0
as it is: RSTR/H ARG1/EQ ARG1/NEQ: EDM 100%
other kinds of links: RSTR/NEQ ARG1/NEQ ARG1/EQ: EDM 100%
other kinds of variables: RSTR/H ARG1/EQ ARG1/NEQ: EDM 100%
another index: RSTR/H ARG1/EQ ARG1/NEQ: EDM 100%
another role: ARG9/H ARG9/EQ ARG9/NEQ: EDM 70%
old does not restrict the dog: MRSs isomorphic False, EDM 100%'
from importlib.metadata import version

from delphin import dmrs, edm, mrs
from delphin.codecs import simplemrs

text = """[ TOP: h0 INDEX: e2 [ e TENSE: pres ] RELS: <
  [ _the_q<0:3> LBL: h4 ARG0: x3 [ x NUM: sg ] RSTR: h5 BODY: h6 ] [ _old_a_1<4:7> LBL: h7 ARG0: e8 ARG1: x3 ]
  [ _dog_n_1<8:11> LBL: h7 ARG0: x3 ] [ _bark_v_1<12:17> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]"""
gold = dmrs.from_mrs(simplemrs.decode(text))
print("PyDelphin", version("pydelphin"))

def score(name, nodes=gold.nodes, links=gold.links, index=gold.index):
    other = dmrs.DMRS(gold.top, index, nodes, links)
    kinds = " ".join(f"{link.role}/{link.post}" for link in other.links)
    print(f"{name}: {kinds}: EDM {edm.compute([gold], [other]).fscore:.0%}")

score("as it is")
turned = {"EQ": "NEQ", "NEQ": "EQ", "H": "NEQ"}
score("other kinds of links", links=[dmrs.Link(link.start, link.end, link.role, turned[link.post]) for link in gold.links])
untyped = [dmrs.Node(one.id, one.predicate, "u", one.properties, one.carg, one.lnk) for one in gold.nodes]
score("other kinds of variables", nodes=untyped)
score("another index", index=gold.nodes[1].id)
score("another role", links=[dmrs.Link(link.start, link.end, "ARG9", link.post) for link in gold.links])
links = [dmrs.Link(link.start, link.end, link.role, {"EQ": "NEQ"}.get(link.post, link.post)) for link in gold.links]
other = dmrs.DMRS(gold.top, gold.index, gold.nodes, links)
isomorphic = mrs.is_isomorphic(mrs.from_dmrs(gold), mrs.from_dmrs(other))
print(f"old does not restrict the dog: MRSs isomorphic {isomorphic}, EDM {edm.compute([gold], [other]).fscore:.0%}")
PY
