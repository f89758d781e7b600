"""The vocabulary of :data:`smatchproof.generators.statistics.DEFAULT`: everyday English, made up for this project.

No corpus was counted for it. The frames have PropBank's form (a sense number, numbered arguments) and the constructions
(names, dates, quantities, conjunctions) are those of the AMR guidelines; how frequent anything is was chosen by hand,
so that the graphs are about as large, as dense and as repetitive as those of short sentences are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

_GROUPS = """
people  | person 40 i 18 he 16 she 14 you 12 they 12 we 8 it 6 boy 5 girl 5 woman 6 man 6 child 5 friend 5 teacher 4
people  | doctor 4 neighbour 3 mayor 3 driver 3 farmer 3 student 4 judge 2 painter 2 sailor 2 guest 3 family 4 team 4
people  | company 5 government 4 crowd 2 dog 3 cat 3 horse 2 bird 2
things  | book 5 letter 5 house 6 door 4 key 4 bread 3 coffee 3 picture 4 song 4 story 5 car 5 train 4 ship 3 bicycle 3
things  | garden 4 tree 4 apple 3 lamp 2 window 3 table 3 chair 2 coat 3 ticket 3 map 3 money 4 job 4 plan 5 idea 4
things  | problem 5 question 5 answer-01 3 law 3 price 3 rain-01 3 noise 2 water 4 fire 3 medicine 3 newspaper 3 thing 9
places  | city 8 country 6 village 4 house 4 school 5 station 4 market 4 garden 3 river 4 sea 3 mountain 3 street 4
places  | room 4 kitchen 3 harbour 2 hospital 3 island 2 here 4 there 4
times   | now 6 today 5 yesterday 6 tomorrow 4 night 4 morning 4 winter 3 summer 3 week 2 date-entity 10 after 6
times   | before 6 once 3 again 4 ever 2 already 3 still 2
traits  | old 7 new-01 6 small 7 big 7 red 3 green 2 other 7 same-01 3 long-03 3 good-02 6 bad-07 3 quiet 3 cold 3
traits  | warm 2 young 4 first 3 last 4 only 4 all 6 this 7 that 7 every 3 some 4 many 3 own 2 wooden 2 strange 2
manners | quick-02 4 slow-05 3 careful 4 quiet 3 together 4 well-09 3 loud 2 alone 2 secret 2 patient 1
links   | and 10 or 3 contrast-01 4 cause-01 4 have-condition-91 1
modals  | possible-01 6 obligate-01 4 recommend-01 2 likely-01 2
units   | hour 5 day 6 week 5 month 4 year 8 minute 5
coins   | euro 6 crown 2 penny 1
lengths | kilometre 5 metre 4 mile 2
"""

_FRAMES = """
want-01 12 01 say-01 12 012 go-02 12 04 come-01 8 04 see-01 9 01 know-01 9 01 think-01 9 01 give-01 6 012 take-01 5 01
find-01 6 01 ask-01 5 012 tell-01 5 012 help-01 5 012 try-01 4 01 like-01 6 01 love-01 4 01 believe-01 4 01 buy-01 5 012
sell-01 4 012 build-01 4 01 write-01 5 012 read-01 5 01 sing-01 3 01 sleep-01 3 0 wait-01 3 01 live-01 5 0 work-01 6 01
play-01 4 01 open-01 4 01 close-01 3 01 carry-01 3 01 bring-01 4 012 send-01 4 012 lose-02 4 01 win-01 3 01 pay-01 4 012
promise-01 3 012 decide-01 4 01 remember-01 4 01 forget-01 3 01 hear-01 4 01 follow-01 3 01 leave-11 4 01 arrive-01 4 04
return-01 3 04 travel-01 3 04 fall-01 3 14 begin-01 5 01 stop-01 4 01 break-01 3 01 repair-01 3 01 cook-01 2 01
paint-02 3 01 teach-01 4 012 learn-01 4 01 visit-01 4 01 meet-02 4 01 fear-01 3 01 hope-01 4 01 need-01 5 01
hide-01 2 01 agree-01 4 012 refuse-01 3 01 laugh-01 3 01 cry-02 2 0 grow-01 3 1 shine-01 2 0 burn-01 2 01 cost-01 3 12
wear-01 3 01
"""
"""Frame, frequency, and the numbers of its arguments."""

_CONCEPTS = """
^        | frames 10 links 6 modals 4 people 1 things 1
ARG0     | people 10 things 1 places 1
ARG1     | things 8 people 5 frames 6 modals 1 links 1
ARG2     | people 6 things 5 places 3 frames 3
ARG3     | things 3 people 2
ARG4     | places 1
ARG0-of  | frames 1
ARG1-of  | frames 1
ARG2-of  | frames 1
op1      | frames 5 people 5 things 4 modals 1
op2      | frames 5 people 4 things 5 modals 1
op3      | frames 4 people 4 things 5
mod      | traits 10 things 1 places 1
domain   | people 3 things 3
poss     | people 1
part-of  | things 2 places 1
location | places 8 things 1
direction | places 1
time     | times 6 frames 2
duration | times 1
manner   | manners 5 frames 1
purpose  | frames 1
cause    | frames 3 traits 1
condition | frames 1
topic    | things 3 people 2 frames 1
beneficiary | people 1
accompanier | people 1
instrument | things 1
degree   | traits 1
frequency | times 1
consist-of | things 1
source   | places 2 people 1
"""
"""What hangs below a role: groups, and how often a concept of them."""

_CONCEPTS_ABOVE = """
name                   | name 1
unit                   | day 1
temporal-quantity unit | units 1
monetary-quantity unit | coins 1
distance-quantity unit | lengths 1
day-of-week            | monday 1
weekday                | monday 3 tuesday 3 friday 4 saturday 3 sunday 4
degree                 | very 9 so 4 too 3 quite 2 more 3 most 2
duration               | temporal-quantity 9 long-03 3
extent                 | distance-quantity 1
frequency              | often 4 always 3 never 2 sometimes 3 daily 1
cost-01 ARG2           | monetary-quantity 1
pay-01 ARG1            | monetary-quantity 4 things 1
contrast-01 ARG1       | frames 4 modals 1
contrast-01 ARG2       | frames 4 modals 2
cause-01 ARG0          | frames 1
cause-01 ARG1          | frames 1
possible-01 ARG1       | frames 1
obligate-01 ARG2       | frames 1
recommend-01 ARG1      | frames 1
likely-01 ARG1         | frames 1
have-condition-91 ARG1 | frames 1
have-condition-91 ARG2 | frames 1
after op1              | frames 5 times 1 temporal-quantity 2
before op1             | frames 5 times 1 temporal-quantity 2
"""
"""The same in certain constructions, and single concepts beside the groups."""

_BRANCHES = """
/frame ^         | ARG0 50 ARG1 30 polarity= 4 . 16
/frame polarity= | ARG0 6 ARG1 3 . 2
/frame mode=     | ARG0 6 ARG1 3 . 2
/frame ARG0      | ARG1 55 ARG2 5 manner 5 location 4 time 5 . 26
/frame ARG1      | ARG2 8 manner 5 location 5 time 8 purpose 3 cause 2 condition 1 instrument 1 accompanier 1 . 66
/frame ARG2      | location 3 time 6 purpose 2 manner 2 . 87
/frame ARG4      | time 10 accompanier 3 manner 3 . 84
/frame manner    | time 6 location 4 . 90
/frame location  | time 10 . 90
/frame time      | purpose 2 duration 2 . 96
/frame purpose   | time 4 . 96
/frame cause     | . 1
/frame condition | . 1
/frame instrument | time 4 . 96
/frame accompanier | time 4 . 96
/frame duration  | . 1
/frame mod       | . 1
/other ^         | mod 16 poss 5 ARG0-of 5 ARG1-of 6 location 3 quant= 3 topic 1 consist-of 1 domain 5 . 56
/other quant=    | mod 8 ARG1-of 3 . 89
/other mod       | mod 4 poss 3 ARG0-of 3 ARG1-of 5 location 4 . 81
/other poss      | mod 3 ARG1-of 2 . 95
/other ARG0-of   | location 2 ARG1-of 2 . 96
/other ARG1-of   | location 3 ARG0-of 2 . 95
/other location  | . 1
/other topic     | . 1
/other consist-of | . 1
/other degree    | . 1
/other domain    | mod 5 . 95
"""

_BRANCHES_OF = """
person      | ^ name 40 ARG0-of 14 mod 8 quant= 6 poss 3 . 30 | name ARG0-of 8 . 60
city        | ^ name 30 mod 3 . 8 | name location 3 . 40
country     | ^ name 30 mod 3 . 8 | name . 40
company     | ^ name 20 mod 5 . 12 | name location 3 . 40
river       | ^ name 10 mod 5 . 10
island      | ^ name 10 mod 5 . 10
name        | ^ op1= 400 | op1= op2= 120 . 280 | op2= . 400
and         | ^ op1 400 | op1 op2 400 | op2 op3 40 . 360 | op3 time 1 . 100
or          | ^ op1 400 | op1 op2 400 | op2 op3 20 . 380 | op3 . 100
after       | ^ op1 100 . 10 | op1 . 100
before      | ^ op1 100 . 10 | op1 . 100
contrast-01 | ^ ARG2 100 ARG1 60 | ARG1 ARG2 100 | ARG2 . 100
cause-01    | ^ ARG0 50 ARG1 60 | ARG0 ARG1 100 | ARG1 . 100
possible-01 | ^ ARG1 80 polarity= 20 | polarity= ARG1 100 | ARG1 . 90 time 5 condition 5
obligate-01 | ^ ARG1 10 ARG2 80 polarity= 5 | polarity= ARG2 50 | ARG1 ARG2 60 | ARG2 . 90 time 5
recommend-01 | ^ ARG1 80 polarity= 4 | polarity= ARG1 50 | ARG1 ARG2 15 . 70
likely-01   | ^ ARG1 80 polarity= 10 | polarity= ARG1 50 | ARG1 . 90
have-condition-91 | ^ ARG1 80 | ARG1 ARG2 80 | ARG2 . 80
temporal-quantity | ^ quant= 200 | quant= unit 200 | unit . 200
monetary-quantity | ^ quant= 200 | quant= unit 200 | unit . 200
distance-quantity | ^ quant= 200 | quant= unit 200 | unit . 200
date-entity | ^ day= 20 month= 60 year= 60 weekday 40 | day= month= 80 | month= year= 60 . 60 | year= . 9 | weekday . 9
good-02     | ^ ARG1 10 degree 6 . 40 | degree . 40
old         | ^ degree 8 . 40
small       | ^ degree 6 . 40
big         | ^ degree 6 . 40
"""
"""Concept, then for each branch before it what may follow."""

_LEAVES = """
i he she you they we it now today yesterday tomorrow here there this that all every some many only other own first last
very so too quite more most often always never sometimes daily again ever already still once together alone
hour day minute euro crown penny kilometre metre mile monday tuesday friday saturday sunday
"""

_CONSTANTS = """
polarity         | - 1
mode             | imperative 3 interrogative 1 expressive 1
quant            | 1 4 2 9 3 8 4 5 5 5 6 3 7 2 10 4 12 3 20 3 40 2 100 2 0.5 1
monetary-quantity quant | 5 3 10 4 25 2 60 2 100 3 450 1 2000 1
day              | 1 2 2 1 5 1 9 1 14 1 17 1 23 1 28 1 30 1
month            | 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1
year             | 1848 1 1912 1 1969 1 1989 2 2003 2 2011 2 2019 2 2024 2
name op1         | "Ada" 3 "Boris" 2 "Clara" 3 "Dario" 2 "Elif" 2 "Femi" 2 "Greta" 3 "Hugo" 2 "Ines" 2 "Jonas" 3
name op1         | "Lagos" 1 "Lima" 2 "Mira" 2 "Nadia" 2 "Oslo" 2 "Pavel" 2 "Quito" 1 "Rosa" 3 "Sven" 2 "Tomas" 2
name op1         | "Kira" 2 "Wien" 1
name op2         | "Adler" 2 "Bergman" 2 "Castro" 1 "Dumont" 2 "Eriksen" 2 "Fontana" 2 "Grant" 2 "Harbour" 1 "Ito" 2
name op2         | "Jansen" 2 "Kovac" 2 "Lopez" 3 "Moreau" 2 "Novak" 3 "Okafor" 2 "Rossi" 3 "Silva" 3 "Weber" 2
"""

_ARGUMENTS = """
name        | . 90
/other      | mod 9 poss 9 location 3 part 1 topic 1 . 90
person      | mod 5 poss 3 . 90
city        | mod 5 . 20
country     | mod 5 . 20
thing       | mod 5 poss 5 . 20
and         | op1 20 op2 20 op3 3 . 20
or          | op1 20 op2 20 . 20
after       | op1 20 . 20
before      | op1 20 . 20
contrast-01 | ARG1 20 ARG2 20 . 20
cause-01    | ARG0 20 ARG1 20 . 20
possible-01 | ARG1 20 . 20
obligate-01 | ARG1 20 ARG2 20 . 20
recommend-01 | ARG0 5 ARG1 20 ARG2 20 . 20
likely-01   | ARG1 20 . 20
have-condition-91 | ARG1 20 ARG2 20 . 20
temporal-quantity | unit 20 . 20
monetary-quantity | unit 20 . 20
distance-quantity | unit 20 . 20
date-entity | weekday 5 . 20
"""

_MENTIONS = """
/frame ARG0 /other    | ARG0 34 ARG1 12 ARG2 5 ^ 5 domain 1 poss 4 op1 2 op2 1 location 1
/frame ARG1 /other    | ARG0 9 ARG1 12 ARG2 2 ^ 2 domain 1 poss 1 op1 1 op2 1 location 2
/frame ARG2 /other    | ARG0 5 ARG1 3 ARG2 1 location 1
/other poss /other    | ARG0 9 ARG1 2 ARG2 1 ^ 1 op1 1
/other part-of /other | ARG0 1 ARG1 2
/frame ARG1 /frame    | ARG1 5 ^ 1
/frame ARG2 /frame    | ARG1 2
"""
"""A later mention as far as its role and class, then the roles below which the variable is defined."""

_SIZES = "1 3 2 5 3 8 4 11 5 12 6 12 7 11 8 9 9 8 10 7 11 5 12 4 13 3 14 3 16 3 18 2 20 2 24 1 30 1"

_REENTRANCIES = """
1  | 0 1
3  | 0 95 1 5
5  | 0 75 1 23 2 2
7  | 0 54 1 33 2 11 3 2
10 | 0 36 1 34 2 20 3 8 4 2
14 | 0 22 1 28 2 24 3 15 4 8 5 3
20 | 0 10 1 18 2 22 3 20 4 15 5 8 6 5 7 2
"""

_REPEATS = """
1  | 0 1
5  | 0 96 1 4
8  | 0 82 1 15 2 3
12 | 0 60 1 25 2 11 3 4
20 | 0 18 1 22 2 22 3 18 4 12 5 8
30 | 1 10 2 15 3 20 4 20 5 15 6 10 8 10
"""


def tables() -> dict[str, Any]:
    """The counts, in the form that :meth:`CorpusStatistics.from_dict` takes."""
    groups = {name: Counter(row) for name, row in _rows(_GROUPS).items()}
    frames = _triples(_FRAMES)
    groups["frames"] = Counter({frame: int(count) for frame, count, _ in frames})
    concepts = {role: _concepts(row, groups) for role, row in _rows(_CONCEPTS).items()}
    for context, row in _rows(_CONCEPTS_ABOVE).items():
        concepts.setdefault(context, Counter()).update(_concepts(row, groups))
    branches = {**_rows(_BRANCHES), **_constructions()}
    arguments = {leaf: {"": 90} for leaf in _LEAVES.split()}
    for group in ("times", "traits", "manners", "units", "lengths"):
        arguments.update({concept: {"degree": 5, "": 90} for concept in groups[group]})
    arguments.update(_rows(_ARGUMENTS))
    arguments["/frame"] = {"ARG0": 50, "ARG1": 60, "ARG2": 15, "ARG4": 5, "time": 9, "location": 6, "manner": 6, "": 90}
    for frame, _, numbers in frames:
        branches.update(_frame_branches(frame, [f"ARG{number}" for number in numbers]))
        arguments[frame] = {**{f"ARG{number}": 20 for number in numbers}, "time": 2, "location": 1, "manner": 1, "": 20}
    return {
        "sizes": _counts(_SIZES),
        "concepts": concepts,
        "branches": branches,
        "constants": _rows(_CONSTANTS),
        "arguments": arguments,
        "reentrancies": _rows(_REENTRANCIES),
        "repeats": _rows(_REPEATS),
        "mentions": {
            f"{kind} {below}": count for kind, row in _rows(_MENTIONS).items() for below, count in row.items()
        },
    }


def _counts(text: str) -> dict[str, int]:
    """``value count value count ...``; a full stop is the end of the branches."""
    words = text.split()
    return {"" if value == "." else value: int(count) for value, count in zip(words[::2], words[1::2], strict=True)}


def _rows(text: str) -> dict[str, dict[str, int]]:
    """``context | value count ...`` on each line; a context may go on in a second line."""
    rows: dict[str, dict[str, int]] = {}
    for line in text.strip().splitlines():
        context, _, counts = line.partition("|")
        rows.setdefault(context.strip(), {}).update(_counts(counts))
    return rows


def _triples(text: str) -> list[tuple[str, str, str]]:
    words = text.split()
    return list(zip(words[::3], words[1::3], words[2::3], strict=True))


def _concepts(row: Mapping[str, int], groups: Mapping[str, Counter[str]]) -> Counter[str]:
    """The concepts of some groups, each group with its weight, whatever its size; a single concept is its own group.

    >>> _concepts({"pets": 3, "and": 1}, {"pets": Counter(cat=1, dog=1)})
    Counter({'cat': 150, 'dog': 150, 'and': 100})
    """
    counts: Counter[str] = Counter()
    for name, weight in row.items():
        group = groups.get(name, Counter({name: 1}))
        counts.update({concept: max(1, 100 * weight * count // group.total()) for concept, count in group.items()})
    return counts


def _constructions() -> dict[str, dict[str, int]]:
    """The rows of concepts whose branches are their own."""
    rows = {f"{concept} ^": {"": 40} for concept in _LEAVES.split()}
    for line in _BRANCHES_OF.strip().splitlines():
        concept, *parts = (part.strip() for part in line.split("|"))
        for part in parts:
            previous, _, counts = part.partition(" ")
            rows[f"{concept} {previous}"] = _counts(counts)
    return rows


def _frame_branches(frame: str, arguments: list[str]) -> dict[str, dict[str, int]]:
    """The rows of a frame: its arguments in their order, most of them expressed; then adjuncts, or the end."""
    adjuncts = {"time": 7, "location": 4, "manner": 4, "purpose": 2, "cause": 2, "": 70}
    before = ["^", *arguments]
    rows: dict[str, dict[str, int]] = {}
    for at, previous in enumerate(before):
        to_come = arguments[at:]
        weights = dict(zip(to_come, (200, 40, 10), strict=False))
        rows[f"{frame} {previous}"] = {**adjuncts, **weights}
    rows[f"{frame} ^"] |= {"": 20, "polarity=": 26, "mode=": 4}
    rows[f"{frame} polarity="] = rows[f"{frame} mode="] = dict(zip(arguments, (60, 20, 5), strict=False)) | {"": 5}
    return rows
