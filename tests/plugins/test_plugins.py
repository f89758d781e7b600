"""Code of users by name: what is allowed, what is refused, and what a name stands for."""

import subprocess
import sys
import textwrap

import pytest

from smatchproof.base.errors import InputError, UsageError
from smatchproof.plugins import Group, adopt, allow, allow_name, allowed, find, register

MINE = "def greedy(problem, params):\n    'Take what comes first.'\n    return [None] * problem.left_size\n"


def test_a_named_object_of_a_file_has_a_short_name_and_a_fingerprint(mine):
    name = allow_name(Group.METHOD, f"{mine}:greedy")
    found = find(Group.METHOD, name)
    assert name == found.name == "mine.py:greedy"
    assert found.summary == "Take what comes first"
    assert found.label == f"mine.py:greedy#{found.fingerprint}" and len(found.fingerprint) == 8


def test_a_change_of_the_code_changes_the_label(mine):
    name = allow_name(Group.METHOD, f"{mine}:greedy")
    before = find(Group.METHOD, name)
    mine.write_text(MINE.replace("None", "0"))
    allow_name(Group.METHOD, f"{mine}:greedy")
    after = find(Group.METHOD, name)
    assert after.label != before.label and after.value is not before.value


def test_nothing_that_is_only_named_is_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("raise SystemExit('it was run')")
    for name in ("mine.py:greedy", "mine:greedy", f"{tmp_path}/mine.py:greedy"):
        with pytest.raises(UsageError, match="is not allowed here; allow it with --plugin"):
            find(Group.METHOD, name)
    assert find(Group.METHOD, "greedy") is None


def test_a_plugin_allows_every_object_of_its_file_and_nothing_beside_it(mine):
    (mine.parent / "other.py").write_text(MINE)
    assert allow(str(mine)) == "mine.py"
    assert find(Group.METHOD, "mine.py:greedy")
    with pytest.raises(UsageError, match=r"mine\.py has no 'clever'; it has greedy"):
        find(Group.METHOD, "mine.py:clever")
    with pytest.raises(UsageError, match="not allowed"):
        find(Group.METHOD, "other.py:greedy")


@pytest.mark.parametrize("name", ["re", "alignment", "heuristics", "random", "smatchproof", "exact", "typing", "a b-c"])
def test_a_file_of_any_name_hides_nothing(tmp_path, name):
    path = tmp_path / f"{name}.py"
    path.write_text(MINE)
    before = dict(sys.modules), list(sys.path)
    found = find(Group.METHOD, allow_name(Group.METHOD, f"{path}:greedy"))
    assert found.name == f"{name}.py:greedy"
    assert sys.path == before[1]
    assert {each: sys.modules[each] for each in before[0]} == before[0]
    assert [each for each in sys.modules.keys() - before[0].keys() if not each.startswith("_smatchproof_plugin_")] == []
    assert not (tmp_path / "__pycache__").exists()


def test_a_file_may_import_its_neighbours(tmp_path, monkeypatch):
    (tmp_path / "neighbour_of_mine.py").write_text("NUMBER = 7")
    (tmp_path / "mine.py").write_text("from neighbour_of_mine import NUMBER\ndef number(): return NUMBER\n")
    monkeypatch.setitem(sys.modules, "neighbour_of_mine", None)
    monkeypatch.delitem(sys.modules, "neighbour_of_mine")
    before = list(sys.path)
    assert find(Group.METHOD, allow_name(Group.METHOD, f"{tmp_path}/mine.py:number")).value() == 7
    assert sys.path == before


def test_two_files_of_one_name_are_told_apart_by_refusing_the_second(mine, tmp_path):
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "mine.py"
    other.write_text(MINE)
    allow(str(mine))
    with pytest.raises(UsageError, match=r"two plugins are called mine\.py: .*mine\.py and .*other.mine\.py"):
        allow(str(other))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def greedy(:\n", r"mine\.py:1:12: this is no Python"),
        ("x = 1\ny = x / 0\n", r"mine\.py:2: cannot be loaded: ZeroDivisionError: division by zero; repair"),
        ("raise SystemExit\n", r"mine\.py:1: cannot be loaded: SystemExit"),
        ("raise ValueError('one\\ntwo\\x1b[31m')\n", r"cannot be loaded: ValueError: one two \[31m; repair"),
        ("import nobody_has_this\n", r"mine\.py:1: cannot be loaded: ModuleNotFoundError: No module named"),
        ("\0", r"this is no Python|cannot be loaded"),
        ("class E(Exception):\n    def __str__(self): raise E\nraise E\n", r"mine\.py:3: cannot be loaded: E; repair"),
    ],
)
def test_what_cannot_be_loaded_is_an_error_of_one_line(mine, source, message):
    mine.write_text(source)
    with pytest.raises((InputError, UsageError), match=message) as caught:
        allow(str(mine))
    assert "\n" not in (caught.value.headline if isinstance(caught.value, InputError) else str(caught.value))
    with pytest.raises(UsageError, match="not allowed"):
        find(Group.METHOD, "mine.py:greedy")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nowhere/mine.py", "no such file"),
        ("nobody_has_this", "there is no module nobody_has_this"),
        ("json.nobody", r"there is no module json\.nobody"),
        ("mine", "there is no module mine"),
        ("a b", "neither a Python file nor a module"),
        ("", "neither a Python file nor a module"),
        ("../mine", "neither a Python file nor a module"),
    ],
)
def test_what_is_nowhere_cannot_be_allowed(text, message):
    with pytest.raises((InputError, UsageError), match=message):
        allow(text)


def test_ctrl_c_while_a_file_is_loaded_is_ctrl_c(mine):
    mine.write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        allow(str(mine))


# ---- modules and objects


def test_a_module_allows_itself_and_what_is_below_it():
    assert allow("json") == "json"
    assert find(Group.METHOD, "json:dumps").name == "json:dumps"
    assert find(Group.METHOD, "json.decoder:JSONDecoder.decode").fingerprint
    with pytest.raises(UsageError, match="not allowed"):
        find(Group.METHOD, "jsonx:dumps")


def test_an_object_gets_the_name_by_which_others_find_it():
    import json

    assert register(json.dumps) == "json:dumps"
    assert register(json.JSONDecoder.decode) == "json.decoder:JSONDecoder.decode"
    assert find(Group.METHOD, "json:dumps").value is json.dumps


def test_objects_without_a_place_are_known_here_only_and_never_mixed_up():
    first, second = (lambda: 1), (lambda: 2)
    names = [register(first), register(second), register(first)]
    assert names == [f"{__name__}:lambda", f"{__name__}:lambda-2", f"{__name__}:lambda"]
    found = [find(Group.METHOD, name) for name in names]
    assert [each.value() for each in found] == [1, 2, 1]
    assert found[0].fingerprint != found[1].fingerprint


# ---- entry points


def toy_package(tmp_path, monkeypatch, text, package="toy"):
    folder = tmp_path / package
    folder.mkdir()
    (folder / f"{package}_methods.py").write_text(MINE)
    info = folder / f"{package}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(textwrap.dedent(text))
    monkeypatch.syspath_prepend(str(folder))


def test_an_installed_package_registers_names(tmp_path, monkeypatch):
    toy_package(tmp_path, monkeypatch, "[smatchproof.methods]\ntoy = toy_methods:greedy\n")
    with pytest.raises(
        UsageError, match=r"'toy', which toy 1\.2 registers, is not allowed here; .*--plugin toy_methods"
    ):
        find(Group.METHOD, "toy")
    assert "toy_methods" not in sys.modules
    assert allow_name(Group.METHOD, "toy") == "toy"
    found = find(Group.METHOD, "toy")
    assert found.label.startswith("toy#toy-1.2-") and found.summary == "Take what comes first"
    assert find(Group.METRIC, "toy") is None
    monkeypatch.delitem(sys.modules, "toy_methods")


def test_names_that_two_packages_register_are_refused(tmp_path, monkeypatch):
    toy_package(tmp_path, monkeypatch, "[smatchproof.methods]\nsame = toy_methods:greedy\n")
    toy_package(tmp_path, monkeypatch, "[smatchproof.methods]\nsame = rival_methods:greedy\n", "rival")
    with pytest.raises(UsageError, match=r"both register the method 'same'") as caught:
        find(Group.METHOD, "same")
    assert "toy 1.2" in str(caught.value) and "rival 1.2" in str(caught.value)


def test_no_package_takes_the_name_of_what_is_built_in(tmp_path, monkeypatch):
    toy_package(tmp_path, monkeypatch, "[smatchproof.methods]\nexact = toy_methods:greedy\n")
    with pytest.raises(UsageError, match=r"toy 1\.2 registers the method 'exact', which is a built-in name"):
        find(Group.METHOD, "another", {"exact"})


def test_entry_points_are_looked_up_only_when_a_name_is_unknown(monkeypatch, mine):
    def never(**_):
        raise AssertionError("looked up")

    monkeypatch.setattr("importlib.metadata.entry_points", never)
    allow_name(Group.METHOD, "exact", {"exact"})
    find(Group.METHOD, allow_name(Group.METHOD, f"{mine}:greedy"))
    with pytest.raises(AssertionError, match="looked up"):
        find(Group.METHOD, "greedy")


# ---- workers


def test_another_process_adopts_what_is_allowed(mine):
    name = allow_name(Group.METHOD, f"{mine}:greedy")
    code = (
        "import pickle, sys\n"
        "from smatchproof.plugins import Group, adopt, find\n"
        "adopt(pickle.load(sys.stdin.buffer))\n"
        f"print(find(Group.METHOD, {name!r}).label)\n"
    )
    import pickle

    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=pickle.dumps(allowed()), capture_output=True, check=True, cwd="/")
    assert done.stdout.decode().strip() == find(Group.METHOD, name).label


def test_a_file_that_has_changed_since_the_work_began_is_refused(mine):
    allow(str(mine))
    told = allowed()
    mine.write_text(MINE.replace("None", "0"))
    adopt(told)
    assert find(Group.METHOD, "mine.py:greedy")  # loaded before the change
    allow(str(mine))
    adopt(told)
    with pytest.raises(UsageError, match="is not here what it was where the work began"):
        find(Group.METHOD, "mine.py:greedy")
