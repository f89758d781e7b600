"""Citations for a metric: the references of ``references.bib``, by the keys that the table of metrics names."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources

from smatchproof.base.version import VERSION, YEAR
from smatchproof.scoring.metrics import metric_entry
from smatchproof.scoring.systems.question import MetricChoice

_CONVENTIONS = dict.fromkeys(("smatchpp-amr", "smatchpp-generic", "smatchpp-plain"), "opitz-2023-smatch")


def references() -> dict[str, str]:
    """The references in BibTeX, by their keys."""
    text = resources.files("smatchproof.scoring.systems").joinpath("references.bib").read_text(encoding="utf-8")
    entries = text.strip().split("\n\n")
    return {entry.partition("{")[2].partition(",")[0]: entry for entry in entries}


def citations(choices: Iterable[MetricChoice]) -> list[str]:
    """Return the references of these metrics, of their conventions and aspects, each once, and that of smatchproof.

    >>> found = citations([MetricChoice(), MetricChoice("bamboo-smatch")])
    >>> [text.partition("{")[2].partition(",")[0] for text in found]
    ['cai-knight-2013-smatch', 'opitz-etal-2021-weisfeiler', 'smatchproof']
    """
    keys: list[str] = []
    for choice in choices:
        entry, rule = metric_entry(choice.name), choice.settings.convention
        keys += entry.references
        name = entry.convention or ("convention" in entry.options and rule.name)
        if name in _CONVENTIONS:
            keys.append(_CONVENTIONS[name])
        if rule.aspect:
            keys.append("damonte-etal-2017-incremental")
    texts = references()
    return [*(texts[key] for key in dict.fromkeys(keys)), _ours()]


def _ours() -> str:
    """The reference of smatchproof; its address is that in the metadata of the installation, if there is one."""
    from importlib.metadata import PackageNotFoundError, metadata  # only --cite needs it

    try:
        urls = metadata("smatchproof").get_all("Project-URL") or []
    except PackageNotFoundError:
        urls = []
    members = {
        "title": "smatchproof: exact, proved Smatch for meaning-representation graphs",
        "author": "{The smatchproof developers}",
        "year": YEAR,
        "version": VERSION,
        "license": "MIT",
        **({"url": urls[0].partition(", ")[2]} if urls else {}),
    }
    return "@software{smatchproof,\n" + "".join(f'    {key} = "{value}",\n' for key, value in members.items()) + "}"
