# One command does everything, set-up included: `make advise DICE=666421`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= maxi-yatzy
DICE ?= 666421
ARGS ?=

.PHONY: advise test lint verify bench clean

# The marker file is newer than pyproject.toml when the environment is complete.
$(VENV)/installed: pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Omkast needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

## What should I keep?  make advise DICE=666421 ARGS="--bonus tactic", make advise GAME=yatzy DICE=66642
advise: $(VENV)/installed
	@$(BIN)/omkast $(GAME) advise $(DICE) $(ARGS)

## All checks: style, types, tests.
test: lint
	$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/installed .typing/omkast
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict .typing/omkast tests

# mypy finds modules by folder, so it gets a folder with the import names.
.typing/omkast:
	mkdir -p $@
	ln -sfn ../../solver $@/solver
	ln -sfn ../../cli $@/cli

## The proof that the numbers are right.  make verify ARGS=--quick takes less than a minute.
verify: $(VENV)/installed
	@$(BIN)/omkast verify $(ARGS)

## Measure the kernel against the load limit of this machine.
bench: $(VENV)/installed
	$(BIN)/python bench/kernel.py

clean:
	rm -rf $(VENV) .typing build dist *.egg-info
