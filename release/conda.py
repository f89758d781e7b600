"""The conda recipe, built by rattler-build and tested: ``python -m release.conda``; needs ``py-rattler-build``.

Its channel is a stand-in that is made here, so that nothing is asked of another machine: this Python, the wheels that
the recipe needs, and packages without files in the place of compilers, so that the one of this machine is used.
"""

from __future__ import annotations

import hashlib
import io
import json
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

from release.metadata import ROOT, project

SUBDIR = "linux-64" if platform.machine() == "x86_64" else f"linux-{platform.machine()}"
LIBRARY = f"lib/python{sys.version_info.major}.{sys.version_info.minor}"
COMPILERS = (f"gcc_{SUBDIR}", f"sysroot_{SUBDIR}")
_LEFT_OUT = shutil.ignore_patterns("test", "tests", "site-packages", "__pycache__", "idlelib", "config-*", "*.a")


class Channel:
    """A channel in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.records = folder, dict[str, object]()
        (folder / SUBDIR).mkdir(parents=True)

    def add(self, name: str, version: str, depends: Iterable[str] = (), files: Path | None = None) -> None:
        """Add a package with the files of a folder, or without any."""
        index = {"name": name, "version": version, "build": "0", "build_number": 0, "depends": [*depends]}
        path = self.folder / SUBDIR / f"{name}-{version}-0.tar.bz2"
        found = sorted(each for each in files.rglob("*") if not each.is_dir()) if files else []
        inside = {each.relative_to(files).as_posix(): each for each in found} if files else {}
        paths = [
            {"_path": at, "path_type": "hardlink", "sha256": _sha256(each), "size_in_bytes": each.stat().st_size}
            for at, each in inside.items()
        ]
        with tarfile.open(path, "w:bz2", compresslevel=1) as archive:
            _write(archive, "info/index.json", index | {"subdir": SUBDIR})
            _write(archive, "info/paths.json", {"paths": paths, "paths_version": 1})
            for at, each in inside.items():
                archive.add(each, at)
        self.records[path.name] = index | {"subdir": SUBDIR, "sha256": _sha256(path), "size": path.stat().st_size}

    def close(self) -> str:
        """Write the list of packages; returns the address of the channel."""
        for subdir, records in ((SUBDIR, self.records), ("noarch", {})):
            (self.folder / subdir).mkdir(exist_ok=True)
            listed = {"info": {"subdir": subdir}, "packages": records, "packages.conda": {}, "repodata_version": 1}
            (self.folder / subdir / "repodata.json").write_text(json.dumps(listed))
        return self.folder.as_uri()


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _write(archive: tarfile.TarFile, name: str, value: object) -> None:
    data = json.dumps(value).encode()
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    archive.addfile(entry, io.BytesIO(data))


def _python(folder: Path) -> Path:
    """The Python that runs here, as the files of a package."""
    home = Path(sys.base_prefix)
    shutil.copytree(home / LIBRARY, folder / LIBRARY, ignore=_LEFT_OUT)
    headers = LIBRARY.replace("lib/", "include/")
    shutil.copytree(home / headers, folder / headers)
    (folder / "bin").mkdir()
    for name in ("python", Path(LIBRARY).name):
        shutil.copy(Path(sys.executable).resolve(), folder / "bin" / name)
    return folder


def stand_in(folder: Path) -> str:
    """Make the channel; returns its address."""
    channel = Channel(folder / "channel")
    channel.add("python", platform.python_version(), files=_python(folder / "python"))
    for name in COMPILERS:
        channel.add(name, "1.0")
    with (ROOT / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["build-system"]["requires"]
    wheels = folder / "wheels"
    command = [sys.executable, "-m", "pip", "--quiet", "download", "--only-binary", ":all:", "--dest", str(wheels)]
    subprocess.run([*command, "pip", *needed, *project()["dependencies"]], check=True)
    for wheel in sorted(wheels.iterdir()):
        name, version = wheel.name.split("-")[:2]
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder / name / LIBRARY / "site-packages")
        channel.add(name.lower(), version, ["python"], folder / name)
    return channel.close()


def build(output: Path) -> Path:
    """Build the recipe into a folder, and run its tests; returns the package."""
    from rattler_build import Stage0Recipe, ToolConfiguration, VariantConfig

    with tempfile.TemporaryDirectory() as temporary:
        address = stand_in(Path(temporary))
        variants = VariantConfig({"c_compiler": ["gcc"], "c_stdlib": ["sysroot"], "python": [f"{LIBRARY[10:]}.*"]})
        recipe = Stage0Recipe.from_file(ROOT / "release" / "recipe" / "recipe.yaml")
        strategy = ToolConfiguration(test_strategy="native")
        (built,) = recipe.run_build(variants, strategy, output_dir=output, channels=[address])
    (package,) = built.packages
    return Path(package)


if __name__ == "__main__":
    print(f"{build(ROOT / 'build' / 'conda')}: built and tested")
