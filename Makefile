# Everything sets itself up in .venv: `make play` and `make test` work in a fresh clone.
# Needed: Python ≥ 3.11 with venv, make, and for speed a C compiler and Python's headers. tools/prerequisites.py checks.

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
READY := $(VENV)/.uv-0.13
ARGS ?=

export UV_PROJECT_ENVIRONMENT := $(VENV)
export UV_PYTHON_DOWNLOADS := never

.DEFAULT_GOAL := help
.PHONY: help sync play test test-long lint bench clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

sync: $(READY)
	@$(UV) sync --quiet --locked --python $(BIN)/python

$(READY):
	@python3 -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv>=0.13,<0.14"
	@touch $@

play: sync ## play Surakarta in this terminal
	@$(BIN)/parlour play surakarta $(ARGS)

lint: sync
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

test: lint ## all checks and the fast tests
	@$(BIN)/pytest -n auto $(ARGS)

clean: ## remove everything that was built, and .venv
	@git clean -fdXq
