# Needs Python >= 3.11 and make; everything else is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FUZZYDL := .venv-fuzzydl
# Tests are dealt out to the cores; a core that is done takes over some of another's.
SPREAD := --numprocesses logical --maxprocesses 8 --dist worksteal

.PHONY: help demo test check hermit mutants fuzz faults lowest pythons lock wheel snapshots licences lint types walls docs screenshots pictures bench paper paper-page studies fuzzydl front browser clean

help:
	@echo "make demo    learn rules on bundled data"
	@echo "make test    run all tests"
	@echo "make check   run what takes a few minutes: unit tests, properties with few examples, doctests"
	@echo "make hermit  compare the reasoner with HermiT on random ontologies (ONTOLOGIES=2000)"
	@echo "make mutants try whether tests notice small changes to the code (MUTANTS=--all for every one)"
	@echo "make fuzz    damage files for every reader (READER=csv, SECONDS=60 for each, INPUTS=5000, GUIDED=20)"
	@echo "make faults  end commands at random moments (INTERRUPTIONS=500)"
	@echo "make lowest  run the tests with the lowest versions of all dependencies"
	@echo "make pythons run the tests with every Python that is found (PYTHONS='python3.12 python3.13')"
	@echo "make lock    choose the versions anew that CI installs (LOCKED=yes installs them here)"
	@echo "make wheel   install the wheel in an empty environment and run the demo"
	@echo "make snapshots  compare what the program produces with the last commit that recorded it (RECORD=yes records)"
	@echo "make lint    ruff; make types: mypy; make walls: import-linter"
	@echo "make docs    build the documentation in build/site"
	@echo "make screenshots  draw again what commands print, for the README"
	@echo "make pictures     photograph pages again, for the documentation (needs make browser)"
	@echo "make bench   run the benchmarks (BENCHMARKS='large long_tables out_of_core' for those that take long)"
	@echo "make paper   run the paper's experiment and compare every cell with the committed results (before a release)"
	@echo "make paper-page   write docs/results-paper.md from the committed results (AGAIN=yes runs everything again)"
	@echo "make studies run the studies of docs/studies.md again (STUDIES='rounds semantics' for some; an hour for all)"
	@echo "make front   build the pages of reports and of the studio (needs Node.js)"
	@echo "make browser install what pages are tested with: Chromium, Playwright, axe"
	@echo "make fuzzydl install a fuzzy reasoner to check exports against (make test does it)"

# What CI installs: exact versions with hashes, for all versions of Python and all machines.
LOCK := .ci/requirements.txt
# LOCKED=yes installs these and nothing else; without it, the newest versions that fit.
LOCKED ?=
ifeq ($(LOCKED),yes)
INSTALL_CORE = --require-hashes --requirement $(LOCK)
INSTALL_SELF = --no-deps --no-build-isolation --editable .
INSTALL_DEV = --require-hashes --requirement $(LOCK)
else
INSTALL_CORE = --upgrade pip
INSTALL_SELF = --editable .
INSTALL_DEV = --group dev
endif

$(VENV)/.core: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("owlboost needs Python >= 3.11, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet $(INSTALL_CORE)
	$(BIN)/python -m pip install --quiet $(INSTALL_SELF)
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(BIN)/python -m pip install --quiet $(INSTALL_DEV)
	@touch $@

# The reasoner pins versions of libraries, so it has an environment of its own.
$(FUZZYDL)/.done: pyproject.toml
	$(PYTHON) -m venv $(FUZZYDL)
	$(FUZZYDL)/bin/python -m pip install --quiet --upgrade pip
	$(FUZZYDL)/bin/python -m pip install --quiet --group fuzzydl
	@touch $@

fuzzydl: $(FUZZYDL)/.done

demo: $(VENV)/.core
	$(BIN)/owlboost demo
	@echo "(owlboost is installed in $(VENV): first  . $(BIN)/activate)"

test: $(VENV)/.dev $(FUZZYDL)/.done
	OWLBOOST_FUZZYDL_PYTHON=$(CURDIR)/$(FUZZYDL)/bin/python $(BIN)/python -m pytest $(SPREAD)

# Unit tests and doctests, and properties with 15 % of their examples; no reasoners, browsers or clusters.
check: $(VENV)/.dev
	HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest $(SPREAD) tests/unit tests/property src

ONTOLOGIES ?= 2000

hermit: $(VENV)/.dev
	OWLBOOST_ONTOLOGIES=$(ONTOLOGIES) $(BIN)/python -m pytest $(SPREAD) tests/differential/test_against_hermit.py

mutants: $(VENV)/.dev $(FUZZYDL)/.done
	OWLBOOST_FUZZYDL_PYTHON=$(CURDIR)/$(FUZZYDL)/bin/python $(BIN)/python -m tools.mutants $(MUTANTS)

SECONDS ?= 60
INPUTS ?= 5000
GUIDED ?= 20
INTERRUPTIONS ?= 500

# Runs that are guided by coverage need atheris, which does not exist for every machine.
$(VENV)/.fuzz: $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --group fuzz || echo "atheris cannot be installed here."
	@touch $@

fuzz: $(VENV)/.fuzz
	$(BIN)/python -m tools.fuzzing $(addprefix --reader ,$(READER)) --seconds $(SECONDS) --inputs $(INPUTS) --guided $(GUIDED)

faults: $(VENV)/.dev
	$(BIN)/python -m tools.faults --interruptions $(INTERRUPTIONS)

# The lowest versions of what pyproject.toml names; what these need in turn is chosen by uv.
lowest:
	$(PYTHON) -m venv build/lowest
	build/lowest/bin/python -m pip install --quiet --upgrade pip uv
	build/lowest/bin/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct --editable . --group test
	build/lowest/bin/python -m pytest $(SPREAD)

PYTHONS ?= python3.11 python3.12 python3.13

# Each has an environment of its own, with the newest versions that fit.
pythons:
	@for python in $(PYTHONS); do \
		if ! $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then \
			echo "$$python is not found, or older than 3.11: no tests with it."; continue; \
		fi; \
		place=build/$$(basename $$python); \
		$$python -m venv $$place && $$place/bin/python -m pip install --quiet --upgrade pip && \
		$$place/bin/python -m pip install --quiet --editable . --group test && \
		$$place/bin/python -m pytest $(SPREAD) || exit 1; \
	done

lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade pip uv
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-strip-extras --upgrade \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--group lock --output-file $(LOCK) pyproject.toml

wheel: $(VENV)/.core
	rm -rf build/wheel
	$(PYTHON) -m pip wheel --quiet --no-deps --wheel-dir build/wheel .
	$(PYTHON) -m venv build/wheel/empty
	build/wheel/empty/bin/python -m pip install --quiet build/wheel/*.whl
	cd build/wheel && empty/bin/owlboost demo

# Hashes depend on the machine, so they are kept in build and not committed.
SNAPSHOTS ?= build/snapshots/quick.json

snapshots: $(VENV)/.dev
	$(BIN)/python -m tools.snapshots $(if $(RECORD),--output,--compare) $(SNAPSHOTS)

licences: $(VENV)/.dev
	$(BIN)/python -m tools.licences

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

walls: $(VENV)/.dev
	$(BIN)/lint-imports

$(VENV)/.docs: $(VENV)/.core
	$(BIN)/python -m pip install --quiet --group docs
	@touch $@

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

screenshots: $(VENV)/.core
	$(BIN)/python -m tools.screenshots

pictures: $(VENV)/.dev
	$(BIN)/python -m tools.page_pictures
	$(BIN)/python -m tools.studio_pictures

front/node_modules/.done: front/package-lock.json
	npm --prefix front ci --ignore-scripts --no-audit --no-fund
	@touch $@

front: front/node_modules/.done $(VENV)/.core
	$(BIN)/python -m tools.contract
	npm --prefix front run build

# Tests of pages skip without these, and say so.
browser: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --group browser
	@command -v chromium > /dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -yqq chromium; } \
		|| echo "There is no Chromium and it cannot be installed here: pages are not tested in it."
	@{ command -v npm > /dev/null && $(MAKE) front/node_modules/.done; } \
		|| echo "There is no Node.js, or no registry: the page is not built anew, nor checked by axe."

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks $(BENCHMARKS)

# Data come from OWLBOOST_DATA, or are downloaded.
paper: $(VENV)/.dev
	$(BIN)/python -m tools.paper check

paper-page: $(VENV)/.dev
	$(BIN)/python -m tools.paper page $(if $(AGAIN),--again)

STUDIES ?= all

# The study of reasoners needs Java.
studies: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --group studies
	$(BIN)/python -m tools.studies $(STUDIES)

clean:
	rm -rf $(VENV) $(FUZZYDL) front/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
