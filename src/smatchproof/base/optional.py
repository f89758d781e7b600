"""Optional packages: the extra of each, and the message if it is missing."""

from __future__ import annotations

from importlib import import_module

from smatchproof.base.errors import UsageError

EXTRA_OF = {
    "distributed": "cluster",
    "jinja2": "pages",
    "matplotlib": "pages",
    "mip": "ilp",
    "networkx": "pages",
    "numpy": "stats",
    "pydot": "graphs",
    "rich": "progress",
    "scipy": "stats",
    "shtab": "completion",
}
"""The extra of each optional package, by the package's import name."""

_KNOWN_AS = {"distributed": "Dask", "jinja2": "Jinja2", "mip": "python-mip"}


class MissingPackageError(UsageError):
    """A package that a request needs is not installed, or does not load."""


def require(what: str, *packages: str, extra: str = "") -> None:
    """Load the optional packages of `what`. Raises :class:`MissingPackageError` if one cannot be loaded.

    `extra` is the extra to name if several have the package.

    >>> require("a score", "penman")
    >>> import sys
    >>> sys.modules["mip"], before = None, sys.modules.pop("mip", None)
    >>> require("method ilp", "mip")
    Traceback (most recent call last):
    ...
    smatchproof.base.optional.MissingPackageError: method ilp needs python-mip; ...pip install ...[ilp]'
    >>> _ = sys.modules.pop("mip") if before is None else sys.modules.update(mip=before)
    """
    for package in packages:
        if package == "mip":  # it logs that HiGHS does not load, which a method that needs it says in one line
            import logging

            logging.getLogger(package).setLevel(logging.CRITICAL)
        try:
            import_module(package)
        except Exception as error:  # with unknown releases of others a package may raise anything
            raise MissingPackageError(_sentence(what, package, error, extra)) from None


def of_missing_module(error: ModuleNotFoundError) -> MissingPackageError | None:
    """Return the error for a failed import; ``None`` if the module is in no extra.

    >>> print(of_missing_module(ModuleNotFoundError("No module named 'scipy'", name="scipy.stats")))
    this needs scipy; ...pip install ...[stats]'
    """
    package = (error.name or "").split(".")[0]
    return MissingPackageError(_sentence("this", package, error)) if package in EXTRA_OF else None


def install(extra: str) -> str:
    """Return the command that installs an extra, also of a checkout that is installed."""
    return f"pip install 'smatchproof[{extra}]'"


RELEASES = {"smatch": "1.0.4", "smatchpp": "1.8.0"}
"""The releases of other programs whose internals are known here."""


def release_of(package: str) -> str:
    """Return the installed release of a package, or an empty text.

    >>> release_of("no-such-package")
    ''
    """
    from importlib.metadata import PackageNotFoundError, version  # a score does not need it, and starts at once

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def require_release(package: str) -> None:
    """Raise :class:`MissingPackageError` unless another program is installed in the known release.

    >>> RELEASES["no-such-package"] = "1.0"
    >>> require_release("no-such-package")
    Traceback (most recent call last):
    ...
    smatchproof.base.optional.MissingPackageError: no-such-package 1.0 is not installed; pip install 'no-such-package==1.0'
    >>> del RELEASES["no-such-package"]
    """  # noqa: E501
    release, found = RELEASES[package], release_of(package)
    if found != release:
        there = (
            f"{package} {found} is installed, {release} is needed" if found else f"{package} {release} is not installed"
        )
        raise MissingPackageError(f"{there}; {install_release(package)}")


def install_release(package: str) -> str:
    """Return the command that installs the known release of another program.

    >>> install_release("smatch")
    "pip install 'smatch==1.0.4'"
    """
    return f"pip install '{package}=={RELEASES[package]}'"


def _sentence(what: str, package: str, error: Exception, extra: str = "") -> str:
    """Return the message about a missing package, with a hint; if it is installed, with its own error."""
    is_missing = isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] == package
    reason = "" if is_missing else f", which does not load ({str(error) or type(error).__name__})"
    lacks = isinstance(error, ModuleNotFoundError)
    way_out = install(extra or EXTRA_OF[package]) if lacks else f"pip install --force-reinstall {package}"
    return f"{what} needs {_KNOWN_AS.get(package, package)}{reason}; {way_out}"
