"""The core of building problems: one source, which runs as it is or is compiled ahead of time."""

from smatchproof.base.forms import prefer_newer_sources

prefer_newer_sources(__name__, __path__[0])
