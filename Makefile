# `make play` and `make test` work in a fresh clone: they create an environment in .venv first.
# Required: Python ≥ 3.11 with venv, make, and for speed a C compiler and Python headers; tools/prerequisites.py checks.
#
# PYTHON=python3.13   the Python to set up with, instead of the first one that is new enough
# VENV=.venv-other    another environment beside the first; compiled modules of several Pythons coexist
# ARGS="..."          more arguments for the program
# LOCK=               install from your own package index, if the public one cannot be reached; rewrites uv.lock

VENV ?= .venv
PYTHON ?=
ARGS ?=

BIN := $(VENV)/bin
UV := $(BIN)/uv
UV_VERSION := 0.13
# The lock file names the public index; without this, an index set on the machine would make it look out of date.
LOCK ?= --locked --default-index https://pypi.org/simple
READY := $(VENV)/.ready-uv-$(UV_VERSION)
# Playing needs no test tools; those already installed stay.
PLAY_GROUPS := --inexact --no-default-groups --group build
# uv hides the output of a build that works; steps are written to descriptor 3 instead (tools/progress.py).
STARTED := $(shell date +%s)
STEP = printf '%5d s  %s\n' $$(($$(date +%s) - $(STARTED)))
SYNC = PARLOUR_STARTED=$(STARTED) PARLOUR_PROGRESS_FD=3 $(UV) sync --quiet $(LOCK) --extra server --python $(BIN)/python \
	$$($(BIN)/python -m tools.rebuild) 3>&2

# Any Python that can run the check below; it finds the one to use. A name on PATH may not run: pyenv leaves scripts there.
PYTHONS = $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python
RUNS = -c 'import sys; sys.exit(sys.version_info < (3, 6))'
ANY_PYTHON = $(shell for name in $(PYTHONS); do "$$name" $(RUNS) 2> /dev/null && command -v "$$name" && break; done)
# Modules that run as C: coverage cannot measure them in a compiled run.
COMPILED = $(if $(filter-out 0,$(PARLOUR_PURE)),,$(shell find src -name '*.pxd' | sed 's/pxd$$/py/' | paste -s -d, -))
# Group the output of parallel targets, where make can (not on macOS).
WHOLE = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

export UV_PROJECT_ENVIRONMENT := $(VENV)
export UV_PYTHON_DOWNLOADS := never
# Makes the first start as fast as the others.
export UV_COMPILE_BYTECODE := 1
# Some images set it; then every process that a test starts would compile the source again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help sync play test test-long pytest coverage vitest lint style page format screenshots bench docs dist clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(READY) ## start Parlour and open its page
	@$(SYNC) $(PLAY_GROUPS)
	@cat build/interpreted-* 2>/dev/null >&2 || true
	@$(BIN)/parlour $(ARGS)

# The tests wait for servers and browsers a third of their time: the checks run meanwhile.
test: sync ## all checks and the fast tests: for every change
	@$(MAKE) --no-print-directory --jobs=2 $(WHOLE) pytest style page vitest

test-long: $(READY) ## the tests that take long: playouts, faults, load, packages, a Ray cluster
	@$(SYNC) --group long --group dist --group docs
	@$(BIN)/pytest -m long $(ARGS)

screenshots: sync ## take the pictures in docs/screenshots again
	@$(BIN)/python -m tests.web.screenshots $(ARGS)

# Parts: ARGS="sdist wheels data archive".
dist: $(READY) ## build what is released into dist/: packages, and a folder with its own Python
	@$(SYNC) --group dist
	@$(BIN)/python -m tools.dist $(ARGS)

docs: $(READY) ## build the documentation as a site into build/site
	@$(SYNC) --group docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m tools.docs_site

bench: sync ## measure speed
	@$(BIN)/python -m bench $(ARGS)

lint: style page ## style, types and the direction of imports

style: sync
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tools.check_docs

page: sync
	@$(BIN)/python -m tools.web check

format: sync ## put the source into shape
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/python -m tools.web format

vitest: sync ## the tests of the page's own logic only
	@$(BIN)/python -m tools.web test

# "+" shows the progress at once, instead of all output at the end.
pytest: sync ## the fast tests only
	+@$(BIN)/pytest -n auto --dist worksteal $(ARGS)

coverage: sync ## how much of the source the fast tests without a browser reach
	@$(BIN)/pytest -n auto --dist worksteal -m "not long and not browser" -p pytest_cov --cov --cov-report= $(ARGS)
	@$(BIN)/coverage report --omit "$(COMPILED)"

clean: ## remove everything that was built, and the environments
	@rm -rf .venv .venv-* build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@rm -rf web/node_modules web/build web/.svelte-kit src/parlour/server/static
	@find src tests tools bench -name __pycache__ -prune -exec rm -rf {} + -o -name '*.so' -exec rm -f {} +

# An environment is good if its Python runs and the clone has not been moved since: scripts in it hold absolute paths.
ifneq ($(shell test -x $(BIN)/python && cat $(READY) 2>/dev/null),$(CURDIR))
.PHONY: $(READY)
endif

$(READY):
	@python="$(ANY_PYTHON)"; test -n "$$python" || { \
		echo "Parlour needs Python 3.11 or newer, and no Python 3 on PATH runs. On Debian or Ubuntu, this installs it:" >&2; \
		printf '\n    sudo apt-get install python3 python3-venv python3-dev gcc\n\n' >&2; \
		echo "Then run the same command again, or name a Python that is elsewhere: PYTHON=/path/to/python3.13" >&2; \
		exit 2; }; \
		python="$$("$$python" tools/prerequisites.py --python "$(PYTHON)")" \
		&& echo "Setting up Parlour in $(VENV). The first time takes about a minute." >&2 \
		&& $(STEP) "creating the environment" >&2 \
		&& "$$python" -m venv --clear $(VENV) \
		&& $(BIN)/python -m pip install --quiet --disable-pip-version-check "uv~=$(UV_VERSION).0" \
		&& $(STEP) "installing packages" >&2
	@echo "$(CURDIR)" > $@

sync: $(READY)
	@$(SYNC)
	@PARLOUR_STARTED=$(STARTED) PARLOUR_PROGRESS_FD=2 $(BIN)/python -m tools.web install
	@cat build/interpreted-* 2>/dev/null >&2 || true
