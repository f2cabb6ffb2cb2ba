# One command does everything, set-up included: `make advise DICE=666421`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= maxi-yatzy
DICE ?= $(if $(filter maxi-yatzy,$(GAME)),666421,66642)
ARGS ?=

.PHONY: advise test lint verify bench clean

# The environment links to every file of the packages, so it is made anew when one comes or goes.
SOURCES := build/sources
ifneq ($(shell find solver cli tables -type f ! -path '*/__pycache__/*' | LC_ALL=C sort), $(shell cat $(SOURCES) 2>/dev/null))
.PHONY: $(SOURCES)
endif
$(SOURCES):
	@mkdir -p $(@D)
	@find solver cli tables -type f ! -path '*/__pycache__/*' | LC_ALL=C sort > $@

# The marker file is newer than pyproject.toml when the environment is complete.
$(VENV)/installed: pyproject.toml $(SOURCES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Omkast needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV), which takes a minute or two; only the first time and when files come or go." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--config-settings editable_mode=strict --editable '.[dev]'
	@touch $@

## What should I keep?  make advise DICE=666421 ARGS="--bonus tactic", make advise GAME=yatzy
advise: $(VENV)/installed
	@$(BIN)/omkast $(GAME) advise $(DICE) $(ARGS)

# Neighbouring tests stay on one processor, so that costly fixtures are seldom made twice.
## All checks: style, types, tests.  make test ARGS="-n 0 -k closure" runs in one process.
test: lint
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --quiet $(ARGS)

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --package omkast
	$(BIN)/mypy tests bench

## The proof that the numbers are right.  make verify ARGS=--quick takes less than a minute.
verify: $(VENV)/installed
	@$(BIN)/omkast verify $(ARGS)

## Measure a solve against the load limit of this machine, and how long questions take.  make bench ARGS=--record
bench: $(VENV)/installed
	$(BIN)/python bench/kernel.py $(ARGS)
	$(BIN)/python bench/questions.py

clean:
	rm -rf $(VENV) build dist *.egg-info
