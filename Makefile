# Every target sets up what it needs in a virtual environment inside the tree; nothing else on the machine is touched.
# `make test PYTHON=python3.13` uses another interpreter, in an environment of its own.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

CANDIDATES := python3 python3.13 python3.12 python3.11 python3.14
RECENT := -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))'
VENV := .venv
ifdef PYTHON
  VENV := .venv-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
else
  PYTHON := $(shell for p in $(CANDIDATES); do if $$p $(RECENT) >/dev/null 2>&1; then echo $$p; break; fi; done)
endif

BIN := $(VENV)/bin
# uv is used when it is there, since it is quicker; pip does the same work.
UV := $(shell uv --version >/dev/null 2>&1 && echo uv)
INSTALL = $(if $(UV),uv pip install --quiet --python $(BIN)/python,$(BIN)/python -m pip install --quiet --disable-pip-version-check)
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url pyproject.toml

EXTRAS := $(shell sed -n '/^\[project.optional-dependencies\]/,/^\[/s/^\([a-z]*\) = \[.*/\1/p' pyproject.toml)
GROUPS := dev oracles interop
# Tests run in random order: on a server for CI always in the same one, elsewhere in a new one each time. The seed stands in
# the command that is printed; SEED=7 repeats it.
SEED ?= $(if $(CI),1,$(shell date +%s))
PYTEST = $(BIN)/python -m pytest --randomly-seed=$(SEED)
FAST := not slow and not oracle and not browser and not interop

BASE := $(VENV)/.installed-base
DEV := $(VENV)/.installed-dev
ALL := $(VENV)/.installed-all

PEERS := $(basename $(notdir $(wildcard requirements/peers/*.txt)))

.PHONY: help setup demo test test-313 test-all fuzz peers check format docs lock golden build clean

help:  ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "raggauge needs Python 3.11 or newer: install it, or say make PYTHON=/path/to/python3" >&2; exit 2; fi
	$(PYTHON) -m venv $(VENV)

$(BASE): pyproject.toml requirements/base.txt | $(BIN)/python
	$(INSTALL) --require-hashes -r requirements/base.txt
	$(INSTALL) --no-deps -e .
	@touch $@

$(DEV): $(BASE) requirements/dev.txt
	$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

$(ALL): $(DEV) requirements/all.txt
	$(INSTALL) --require-hashes -r requirements/all.txt
	@touch $@

setup: $(DEV)  ## make .venv with all that development needs

demo: $(BASE)  ## evaluate the bundled example and hold what is found against what was planted
	@$(BIN)/python examples/tidewell/demo.py

test: $(DEV)  ## the quick tests
	$(PYTEST) -q -n 2 -m "$(FAST)" $(ARGS)

test-313:  ## the quick tests on Python 3.13
	$(MAKE) test PYTHON=python3.13

test-all: $(ALL)  ## every test: also slow ones, reference tools, a browser
	$(PYTEST) -q -n 2 $(ARGS)

fuzz: $(DEV)  ## the property tests, with many more random examples
	$(PYTEST) -q -n 2 -m hypothesis --hypothesis-profile=fuzz $(ARGS)

peers:  ## the files of other tools, written anew by their own packages (make peers ONLY=ragas; all: 4 GB, node)
	cd tests/formats/peers && for peer in $(or $(ONLY),$(PEERS) promptfoo); do \
	  echo $$peer; env=$(CURDIR)/$(VENV)-peers/$$peer; [ -d $$env ] || $(PYTHON) -m venv $$env; \
	  if [ $$peer = promptfoo ]; then npm install --silent --no-audit --no-fund --prefix $$env promptfoo@0.121.20; \
	  else $$env/bin/python -m pip install --quiet --disable-pip-version-check -r $(CURDIR)/requirements/peers/$$peer.txt; fi; \
	  script=write_$${peer//-/_}.py; [ -f $$script ] || script=write_$${peer%-old}.py; \
	  PROMPTFOO=$$env/node_modules/.bin/promptfoo $$env/bin/python $$script files/$$peer >/dev/null; done

check: $(DEV)  ## format, lint, types, layers, budgets, generated docs
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python docs/generate.py --check
	$(PYTEST) -q tests/architecture

format: $(DEV)  ## put every file into shape
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

docs: $(DEV)  ## write the pages that are made from code
	$(BIN)/python docs/generate.py

golden: $(DEV)  ## write the golden files of the tests anew; read the difference before committing
	$(PYTEST) -q -n 2 --update-golden tests $(ARGS)

build: $(DEV)  ## wheel and sdist in dist/
	$(BIN)/python -m build --quiet

lock:  ## renew requirements/ from pyproject.toml
	$(COMPILE) --all-extras --group dev --group oracles --group interop -o requirements/all.txt
	$(COMPILE) -c requirements/all.txt -o requirements/base.txt
	for extra in $(EXTRAS); do $(COMPILE) -c requirements/all.txt --extra $$extra -o requirements/$$extra.txt; done
	for group in $(GROUPS); do $(COMPILE) -c requirements/all.txt --group $$group -o requirements/$$group.txt; done
	for peer in $(PEERS); do uv pip compile --quiet --python-version 3.11 --no-header --no-annotate --no-emit-index-url \
	  requirements/peers/$$peer.in -o requirements/peers/$$peer.txt; done

clean:  ## remove environments, caches and builds
	rm -rf .venv .venv-* dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
