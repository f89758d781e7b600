# Each target makes what it needs: `make demo` and `make test` work on a fresh machine with Python 3.11 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAMPLES := src/smatchproof/samples

# The tests start hundreds of programs: what Python compiles for the first one is kept for the others.
unexport PYTHONDONTWRITEBYTECODE

# Where memory has four gigabytes to spare, files of the tests lie there: to delete them, and to wait for the disk, took half
# of the time of those that write much.
SPACE := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4000000 {print "/dev/shm"}')
quick test test-plain test-bounds test-proofs: export TMPDIR := $(or $(SPACE),$(TMPDIR),/tmp)

.DEFAULT_GOAL := help
.PHONY: help demo quick test test-plain test-bounds test-proofs stress lint dist proofs tutorial lectures site man format bench library clean

help:
	@echo "make demo    score the sample annotations, and run heuristics against the optimum on the study"
	@echo "make quick   ask the heart of it: problems, solver, checker, conventions, scores (under a minute)"
	@echo "make test    run the tests on all cores (3 minutes on two); make test ROOM=exact those of one room"
	@echo "make test-plain   test the solver as it runs where nothing could be compiled"
	@echo "make test-bounds  test it compiled with bounds that are watched"
	@echo "make test-proofs  compile the Coq development and compare the checker with the proved one"
	@echo "make stress  run the long sweeps too"
	@echo "make lint    ruff and mypy --strict"
	@echo "make dist    build a release, and use it in an empty environment"
	@echo "make proofs  compile the Coq development, check that it rests on no axiom, and make smatchproof-checker of it"
	@echo "make tutorial  run docs/np-completeness.ipynb and make its page"
	@echo "make lectures  slides and a worksheet for two lectures, from the tutorial, in build/lectures"
	@echo "make site    documentation, reference, tutorial, playground and reports, a folder for each version in build/site"
	@echo "make man     a man page of all commands, build/smatchproof.1"
	@echo "make format  let ruff lay out the code"
	@echo "make bench   measure, and write benchmarks/RESULTS.md"
	@echo "make library  solve the library of hard pairs again, and compare with its records; LIMIT=60 seconds for open ones"

# The environment is made by the standard library alone. A stamp says which requirements it holds, and that the core was
# compiled since its sources have changed, where it can be.
CORE := setup.py $(wildcard src/smatchproof/*/core/*.py src/smatchproof/*/core/*.pxd)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: pyproject.toml constraints.txt $(CORE) | $(BIN)/python
	@echo 'installing into $(VENV); where there is a C compiler the solver is compiled, which takes a minute'
	$(INSTALL) -e .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml constraints.txt $(CORE) | $(BIN)/python
	@echo 'installing into $(VENV) what tests and tools need; compiling the solver takes a minute'
	$(INSTALL) -e '.[dev]'
	@touch $@ $(VENV)/run.stamp $(VENV)/demo.stamp

# python-mip for the integer program of the paper, with HiGHS: its extra brings CBC, too, which is 600 megabytes.
$(VENV)/demo.stamp: $(VENV)/run.stamp
	$(BIN)/python -c 'import mip, highsbox' 2>/dev/null || $(INSTALL) --no-deps mip highsbox cffi pycparser
	@touch $@

demo: $(VENV)/demo.stamp
	$(BIN)/smatchproof score $(SAMPLES)/annotator-a.amr $(SAMPLES)/annotator-b.amr
	$(BIN)/smatchproof experiment table2

# The inner loop: what nearly every change touches, without other processes, and with few random examples.
QUICK := tests/problem tests/conventions tests/graphs/test_reading.py tests/test_architecture.py \
    $(patsubst %,tests/exact/test_%.py,checker certified core) \
    $(patsubst %,tests/scoring/test_%.py,scoring certification fine_grained presets sembleu significance verification)

quick: $(VENV)/dev.stamp
	HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -q -n logical --dist loadfile -m "not stress and not coq" $(QUICK)

# One more than there are processors: many tests wait for programs that they start.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')

# In the order of the folders: sorted by their number of tests, the long files of few tests would come last, one alone.
# ROOM=exact or ROOM=lab/reductions asks one room alone: its tests, and the examples in its docstrings.
test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m "not stress and not coq" \
	    $(if $(ROOM),$(wildcard tests/$(ROOM) src/smatchproof/$(ROOM)))

# The solver as it runs where nothing could be compiled.
test-plain: $(VENV)/dev.stamp
	SMATCHPROOF_PLAIN=1 $(BIN)/python -m pytest -n logical -m "not stress and not coq" tests/exact tests/conventions tests/graphs \
	    tests/test_architecture.py

# Compiled with bounds that are watched, once; then compiled again as always. Libraries of others throw exceptions of C++,
# which the watcher has to know of from the beginning.
test-bounds: $(VENV)/dev.stamp
	SMATCHPROOF_CHECKED=1 $(BIN)/python setup.py --quiet build_ext --inplace --force
	LD_PRELOAD="$$(cc -print-file-name=libasan.so) $$(cc -print-file-name=libstdc++.so.6)" ASAN_OPTIONS=detect_leaks=0 \
	    $(BIN)/python -m pytest -p no:cacheprovider -m "not stress and not coq" tests/exact; \
	status=$$?; $(BIN)/python setup.py --quiet build_ext --inplace --force; exit $$status

test-proofs: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m "coq and not stress"

# The campaigns keep here what they have done, and go on from there; each has a number of cases of its own (some hours of
# two cores in all). With --report FILE... each puts its figures into benchmarks/RESULTS.md.
CAMPAIGNS ?= build/campaigns

stress: $(VENV)/dev.stamp
	HYPOTHESIS_PROFILE=stress $(BIN)/python -m pytest -n logical --dist loadfile \
	    tests src README.md docs benchmarks/stress/sweeps
	@mkdir -p $(CAMPAIGNS)
	@for shard in 0 1; do \
	    { for name in claims exact proofs; do \
	        $(BIN)/python -m benchmarks.stress.$$name.campaign --shard $$shard/2 --state $(CAMPAIGNS)/$$name-$$shard.json || exit; \
	    done; } & jobs="$$jobs $$!"; \
	done; for job in $$jobs; do wait $$job || failed=1; done; test -z "$$failed"

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Of a build before, files that have left or moved since would be in the wheel again.
dist: $(VENV)/dev.stamp
	rm -rf build/lib build/bdist.*
	$(BIN)/python -m release

proofs:
	@command -v coqc >/dev/null || { echo "make proofs: coqc is not installed; install Coq (Debian package coq)" >&2; exit 2; }
	@$(MAKE) --no-print-directory -C proofs tools || { echo "make proofs: without these there is no smatchproof-checker; \`make -C proofs theorems\` needs Coq alone" >&2; exit 2; }
	$(MAKE) -C proofs

TUTORIAL := docs/np-completeness.ipynb
OFFLINE := require_js_url mathjax_url jquery_url mermaid_js_url

tutorial: $(VENV)/dev.stamp
	$(BIN)/jupyter-nbconvert --to notebook --execute --inplace --ExecutePreprocessor.timeout=300 \
	    --ClearMetadataPreprocessor.enabled=True --ClearMetadataPreprocessor.preserve_cell_metadata_mask=tags \
	    --ClearMetadataPreprocessor.preserve_cell_metadata_mask=slideshow \
	    --ClearMetadataPreprocessor.preserve_nb_metadata_mask=kernelspec $(TUTORIAL)
	$(BIN)/jupyter-nbconvert --to html --CoalesceStreamsPreprocessor.enabled=True $(foreach url,$(OFFLINE),--HTMLExporter.$(url)=) $(TUTORIAL)
	$(BIN)/python -m website.tutorial $(TUTORIAL:.ipynb=.html)

lectures: $(VENV)/dev.stamp
	$(BIN)/python -m website.lectures build/lectures

# npm downloads Pyodide for the playground, once; without it: python -m website --without-playground.
site: $(VENV)/dev.stamp
	$(BIN)/python -m website

man: $(VENV)/run.stamp
	mkdir -p build
	$(BIN)/python -m release.manual > build/smatchproof.1

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks

LIMIT ?= 60

library: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks.library check --limit $(LIMIT)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
