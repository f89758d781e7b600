"""The sections of the measurements: each has its function, and its table stands in the file of results."""

from pkgutil import resolve_name

import pytest

from benchmarks.__main__ import SECTIONS, main
from benchmarks.common import RESULTS


@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_has_a_function_and_a_table(name):
    title, place = SECTIONS[name]
    assert callable(resolve_name(f"benchmarks.{place}"))
    assert f"\n## {title}\n\n`python -m benchmarks {name}`\n" in RESULTS.read_text(encoding="utf-8")


def test_an_unknown_section_is_refused(capsys):
    assert main(["nothing"]) == 2
    assert capsys.readouterr().err.startswith("unknown section 'nothing'; choose from certificates, reading, ")
