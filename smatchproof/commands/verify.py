"""``smatchproof verify``: check certificates, and name their faults."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.optional import require
from smatchproof.graphs.corpus import Corpus
from smatchproof.inference.interval import Interval
from smatchproof.problem.score import CorpusScore
from smatchproof.scoring.methods.registry import DEFAULT_METHOD
from smatchproof.scoring.metrics import check_options
from smatchproof.scoring.metrics.entry import CONVENTION_OPTIONS, SIMILARITY_OPTIONS
from smatchproof.scoring.metrics.presets import PRESETS
from smatchproof.scoring.settings import OnError
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_similarities, read_similarities
from smatchproof.shell.options import (
    add_convention,
    add_format,
    add_options,
    add_plugins,
    allow_plugins,
    read_convention,
    whole_number,
)
from smatchproof.shell.terminal import columns_of_terminal, say

if TYPE_CHECKING:
    from smatchproof.exact.checker import Limits
    from smatchproof.scoring.verification import CertificateQuestion, Verified

_DESCRIPTION = """\
Check the certificates that "score --certificates" wrote, with a checker that
shares no code with the solver. With the two corpora, everything but alignment
and proof is made anew from them and from the options: every pair must have its
certificate, and it must be about these graphs under this convention and metric.
Without them a certificate is checked against the graphs that it holds. Of a
folder that "compare -o" wrote, every file is written anew from the question, the
corpora that it names, alignments and certificates, and compared byte for byte.
"""
_TRUSTED = "similarities are trusted as the certificates state them"
_HELD = "the graphs are those that the certificates hold; name both corpora to compare them"
_LIMITS = {
    "line": ("bytes of one certificate", "2^24"),
    "weights": ("weights of one pair of graphs", "10^6"),
    "work": ("looks at a weight or a pair, for one certificate", "10^9"),
}
"""What the checker limits, as its own options are called."""
_LARGEST_LIMIT = 2**60
_EXIT = {True: 0, False: 1}


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "verify", "check certificates", _DESCRIPTION, ("metric", "convention", "similarity"))
    parser.add_argument(
        "certificates", metavar="CERTIFICATES", help="file of certificates, a line each, may be .gz; or a folder"
    )
    parser.add_argument("candidate", metavar="CANDIDATE", nargs="?", help="file of AMRs that was scored")
    parser.add_argument("reference", metavar="REFERENCE", nargs="?", help="file of AMRs it was compared with")
    add_format(parser, "json")
    parser.add_argument(
        "--keep-going", action="store_true", help="list all that is wrong, not the first only; the exit code is 1"
    )
    add_options(parser, "on-error")
    parser.add_argument(
        "--verified",
        action="store_true",
        help="let smatchproof-checker, the program made of the Coq proofs, check them first",
    )
    parser.add_argument("--checker", metavar="PROGRAM", help="that program, where it is not on the PATH")
    for name, (what, default) in _LIMITS.items():
        text = f"{what}, at most (default: {default}); more may fill memory"
        parser.add_argument(f"--{name}", type=whole_number(1, _LARGEST_LIMIT), metavar="N", help=text)
    add_plugins(parser, "the certificates")
    parser.add_argument(
        "--metric",
        choices=["smatch", "s2match", *PRESETS],
        help="s2match: concepts match by similarity; or a preset (default: smatch)",
    )
    add_convention(parser)
    add_options(parser, "map")
    add_similarities(parser)
    parser.add_argument(
        "--trust-similarities",
        action="store_true",
        default=None,
        help="with s2match: take the similarities that the certificates state as they are",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check all certificates and print the score that they prove together."""
    from smatchproof.scoring.verification import Problem, VerificationError, verify, verify_corpora

    allow_plugins(options)
    if Path(options.certificates).is_dir():
        return _verify_folder(options)
    result, limits = _Result(options), _limits(options)
    if options.verified or options.checker:
        _run_verified_checker(options, result, limits)
    if options.candidate:
        question = _question(options)
        found = verify_corpora(
            options.certificates, options.candidate, options.reference, question, options.keep_going, limits
        )
    else:
        _refuse_question(options)
        found = verify(options.certificates, options.keep_going, limits)
    for each in found:
        if isinstance(each, Problem):
            say(f"refused: {each.text}", file=sys.stderr)
            result.problems.append(each.text)
        else:
            result.add(each)
    if result.accepted not in (None, result.corpus.pairs) and not result.problems:
        text = f"its checker read {result.accepted:,} certificates, we {result.corpus.pairs:,}"
        raise VerificationError(f"{options.certificates}: {text}; keep the file as it is meanwhile")
    print(result.json()) if options.format == "json" else say(result.text())
    return _EXIT[not result.problems]


def _limits(options: argparse.Namespace) -> Limits:
    """The limits of the checker, as far as they are given."""
    from smatchproof.exact.checker import Limits

    return Limits(**{name: getattr(options, name) for name in _LIMITS if getattr(options, name) is not None})


def _run_verified_checker(options: argparse.Namespace, result: _Result, limits: Limits) -> None:
    """Run the program made of the proofs on the file. The file is read again afterwards, so it must not be a pipe."""
    from smatchproof.scoring.verification import VerificationError
    from smatchproof.scoring.verified_checker import PROGRAM, find_checker, run_checker

    if not options.verified:
        raise UsageError("--checker names the program of --verified; give that, too")
    program = find_checker(options.checker)
    if not (path := Path(options.certificates)).is_file():
        if path.exists() and not path.is_dir():
            raise UsageError(f"--verified reads {options.certificates} twice; name a regular file")
        return  # the next reader of the file names its fault
    answer = run_checker(program, options.certificates, limits)
    if answer.certificates is not None:
        result.checker, result.accepted = [*answer.lines], answer.certificates
        return
    text = f"{options.certificates}: {PROGRAM}: {(answer.lines or ('no answer',))[0]}"
    if not options.keep_going:
        raise VerificationError(text)
    say(f"refused: {text}", file=sys.stderr)
    result.problems.append(text)


def _verify_folder(options: argparse.Namespace) -> int:
    """Verify a bundle: exit code 0 where question, corpora and evidence give every byte of it."""
    folder = Path(options.certificates)
    if options.candidate or options.keep_going or options.on_error or options.verified or options.checker:
        what = f"{quoted(str(folder))} is a folder, which is verified whole, by its own question"
        raise UsageError(f"{what}; leave out corpora, --keep-going, --on-error, --verified and --checker")
    _refuse_question(options)
    from smatchproof.scoring.bundles.bundle_folder import MANIFEST

    if not (folder / MANIFEST).exists():
        what = f"{quoted(str(folder))} is a folder without {MANIFEST}"
        raise UsageError(f'{what}; name a file of certificates, or a folder that "compare -o" wrote')
    require("verify DIR", "scipy", "jinja2", "matplotlib", "networkx")
    from smatchproof.reports.tables.system_tables import NumberFormat, system_text
    from smatchproof.shell.bundle_files import verify_bundle

    found = verify_bundle(folder, _limits(options))
    if options.format == "json":
        numbers = {"verified": found.certificates, "recounted": found.recounted, "files": found.kinds.total()}
        print(json.dumps(numbers | {"kinds": found.kinds}, indent=2))
        return 0
    decimals = NumberFormat(found.question.decimals, found.question.percent)
    say(system_text(found.table, decimals, columns_of_terminal(sys.stdout)))
    say(f"verified   {found}")
    return 0


def _question(options: argparse.Namespace) -> CertificateQuestion:
    """Read the question that the options ask about the two corpora."""
    from smatchproof.scoring.verification import CertificateQuestion

    if not options.reference:
        raise UsageError("give both corpora, CANDIDATE and REFERENCE, or neither")
    trusted, metric = bool(options.trust_similarities), options.metric or "smatch"
    grading = None
    if trusted and (metric != "s2match" or options.vectors or options.similarities):
        raise UsageError("--trust-similarities is for --metric s2match without --vectors or --similarities")
    if not trusted and (similarities := read_similarities(options, [metric])):
        with Corpus(options.candidate) as candidate, Corpus(options.reference) as reference:
            grading = similarities.grading([candidate, reference])
    on_error = OnError(options.on_error or OnError.STOP)
    if metric not in PRESETS:
        return CertificateQuestion(read_convention(options), grading, trusted, on_error)
    given = {name for name in (*CONVENTION_OPTIONS, *SIMILARITY_OPTIONS) if getattr(options, name) is not None}
    check_options(metric, given, DEFAULT_METHOD)
    preset = PRESETS[metric]
    return CertificateQuestion(preset.convention, preset.grading(grading), trusted, on_error)


_ASKING = ("metric", "convention", "top", "duplicates", "map", "on_error", "trust_similarities", *SIMILARITY_OPTIONS)


def _refuse_question(options: argparse.Namespace) -> None:
    """Refuse options of the question without corpora: the certificates state their question themselves."""
    if given := [name for name in _ASKING if getattr(options, name) is not None]:
        name = given[0].replace("_", "-")
        raise UsageError(f"--{name} is for certificates of two corpora; give CANDIDATE and REFERENCE")


@dataclass(slots=True)
class _Result:
    """The facts that the certificates prove together, and the faults that were found in them."""

    options: argparse.Namespace
    corpus: CorpusScore = field(default_factory=CorpusScore)
    convention: str = ""
    empty: list[str] = field(default_factory=list)
    links: list[tuple[int, int]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    checker: list[str] = field(default_factory=list)
    accepted: int | None = None

    def add(self, certificate: Verified) -> None:
        """Count one more certificate that holds."""
        self.corpus.add(certificate.counts, certificate.counts.proved)
        self.convention = certificate.convention
        self.empty += certificate.empty
        self.links += [] if certificate.links is None else [certificate.links]

    @property
    def backbones(self) -> dict[str, int]:
        """The links that certificates about all optima prove to be in all of them and in some."""
        forced, some = map(sum, zip(*self.links, strict=True))
        return {"certificates": len(self.links), "forced": forced, "open": some}

    @property
    def notes(self) -> list[str]:
        """The assumptions of the result beside the certificates."""
        graded = "|sim:" in self.convention
        trusted = graded and (self.options.trust_similarities or not self.options.candidate)
        return [note for note, holds in ((_TRUSTED, trusted), (_HELD, not self.options.candidate)) if holds]

    def json(self) -> str:
        """The result as one JSON object."""
        counts = self.corpus.counts
        return json.dumps(
            {
                "verified": self.corpus.pairs,
                "matched": counts.matched,
                "upper_bound": counts.upper_bound,
                **({"denominator": counts.denominator} if counts.denominator > 1 else {}),
                "left_triples": counts.left_triples,
                "right_triples": counts.right_triples,
                **self.corpus.micro._asdict(),
                **({} if self.corpus.all_proved else {"f1_upper": self.corpus.micro_upper.f1}),
                "proved": self.corpus.proved,
                "convention": self.convention,
                **({"every_optimum": self.backbones} if self.links else {}),
                "graphs_compared": bool(self.options.candidate),
                **({"verified_checker": self.checker} if self.checker else {}),
                "notes": self.notes,
                "counted_as_empty": self.empty,
                "problems": self.problems,
            },
            indent=2,
            ensure_ascii=False,
        )

    def text(self) -> str:
        """The result as lines."""
        counts, options = self.corpus.counts, self.options
        about = (
            f"the graphs of {options.candidate} and {options.reference}"
            if options.candidate
            else "the graphs they hold"
        )
        sizes = f"{counts.left_triples:,} and {counts.right_triples:,} triples"
        most = "" if counts.proved else f" than {counts.format_triples(counts.upper_bound)}"
        lines = [
            f"verified   {self.corpus.pairs:,} certificates, about {about}",
            f"matched    {counts.format_triples(counts.matched)} of {sizes}: no alignments match more{most}",
            f"F1         {Interval(self.corpus.micro.f1, self.corpus.micro_upper.f1)}",
            f"convention {self.convention}",
            *(
                ["links      {forced:,} in every optimum, {open:,} in some".format(**self.backbones)]
                if self.links
                else []
            ),
            *(f"checker    {line}" for line in self.checker),
            *(f"note       {note}" for note in self.notes),
            *(f"empty      {graph}" for graph in self.empty),
        ]
        if self.problems:
            lines.append(f"refused    {len(self.problems):,} (listed on standard error): not all pairs are verified")
        return "\n".join(lines)
