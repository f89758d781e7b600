"""A checkout without the links at its top."""

import shutil

from tests.packaging.test_names import PUBLIC, ROOT, python, tracked


def test_a_checkout_without_the_links_works(tmp_path, samples):
    """Its package imports, its program scores, its wheel holds the same, and its tests are the same ones."""
    checkout = tmp_path / "checkout"
    for mode, name in tracked():
        if mode != "120000" and (ROOT / name).exists():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, checkout / name)
    done = python("-c", f"{PUBLIC}; print(smatchproof.__file__)", cwd=checkout)
    assert done.stdout.splitlines() == ["2", str(checkout / "smatchproof" / "__init__.py")], done.stderr
    score = ("-m", "smatchproof", "score", samples / "annotator-a.amr", samples / "annotator-b.amr")
    assert python(*score, cwd=checkout).returncode == 0
    assert packages(checkout) == packages(ROOT)
    assert collected(checkout) == collected(ROOT)


def packages(folder):
    """The packages that the build would find."""
    words = "import setuptools; print(*sorted(setuptools.find_packages(include=['smatchproof*'])), sep='\\n')"
    done = python("-c", words, cwd=folder)
    assert done.returncode == 0, done.stderr
    found = done.stdout.split()
    assert found
    return found


def collected(folder):
    """The tests of some folders, which are collected as all are: the doctests of the package too."""
    some = ("tests/packaging", "smatchproof/exact", "smatchproof/reports/figures/figure_style.py")
    done = python("-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *some, cwd=folder)
    assert done.returncode == 0, done.stdout
    return [line for line in done.stdout.splitlines() if "::" in line]
