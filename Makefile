# Two commands do all the set-up: `make demo` runs the main job, `make test` passes the tests.
# Needs Python >= 3.11 with pip and venv; everything else is installed into .venv, in the versions of constraints.txt:
# for `make demo` hlogen and what it needs, for all other targets what developers need, too, and for `make docs` Sphinx.

VENV ?= .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
DOCUMENTED := $(VENV)/.documented
CONSTRAINTS ?= constraints.txt
# The newest supported Python on the PATH that is asked for by no one: override with `make test PYTHON=python3.12`.
PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11 python,\
	$(shell $(p) -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(p))))
JOBS ?= 2
# All supported Pythons, and where the machine has them: on the PATH or from pyenv, whose stand-ins on the PATH may have none.
PYTHONS := 3.11 3.12 3.13
python_of = $(firstword $(foreach p,python$(1) $(wildcard $(HOME)/.pyenv/versions/$(1).*/bin/python$(1)),\
	$(shell $(p) -c 'import venv' 2>/dev/null && echo $(p))))

# What starts Python often reads bytecode, also where Python is told to keep none.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test test-fast test-all test-newest constraints campaign mutants lint types contracts style format bench golden real pages docs check-generated wheel clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Sets up $(VENV) with hlogen, and the extras that are asked for.
define install
	@test -n "$(PYTHON)" || { echo "hlogen needs Python >= 3.11 with venv; none found. Name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3"; exit 2; }
	@echo "setting up $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@PIP_CONSTRAINT=$(CONSTRAINTS) PIP_BUILD_CONSTRAINT=$(CONSTRAINTS) \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(1)'
	@touch $@
endef

$(INSTALLED): pyproject.toml $(CONSTRAINTS)
	$(call install)

$(READY): pyproject.toml $(CONSTRAINTS)
	$(call install,[dev])
	@touch $(INSTALLED)

$(DOCUMENTED): $(READY)
	$(call install,[docs])

demo: $(INSTALLED) ## the main job: build, check, run on three backends, break, diagnose
	@$(BIN)/hlogen demo

test: $(READY) ## all gates: lint, types, import contracts, generated files, all tests
	@$(MAKE) --no-print-directory -j $(JOBS) lint check-generated
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q -m "not campaign and not site"

test-fast: $(READY) ## the tests that take seconds
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q -m "not slow and not campaign and not site"

ifndef SEED
SEED := $(shell date +%m%d%H%M)
endif
campaign: $(READY) ## thousands of random programs, others each time (SEED=n: those of a campaign before): half an hour and more
	@echo "campaign $(SEED); the same programs again: make campaign SEED=$(SEED)"
	HLOGEN_CAMPAIGN_SEED=$(SEED) $(BIN)/python -m pytest -n $(JOBS) --dist load -q -m campaign --junitxml out/campaign-$(SEED).xml \
		|| { echo "campaign $(SEED) failed; what failed is in out/campaign-$(SEED).xml. Again: make campaign SEED=$(SEED)"; exit 1; }

mutants: $(READY) ## faults at places drawn by lot, and those that no test notices (SEED=n, ROOM=folder, N=faults or TIME=minutes)
	$(BIN)/python tools/mutants.py --seed $(SEED) $(if $(ROOM),--room $(ROOM)) $(if $(TIME),--minutes $(TIME),--count $(or $(N),48))

test-all: ## all gates on every Python (3.11 to 3.13) that the machine has
	@$(foreach v,$(PYTHONS),$(if $(call python_of,$(v)),\
		echo "Python $(v)" && $(MAKE) test VENV=.venv-$(v) PYTHON=$(call python_of,$(v)) &&,\
		echo "no Python $(v) here" &&)) true

test-newest: ## all gates with the newest of everything, on the newest Python that the machine has
	rm -rf .venv-newest
	$(MAKE) test VENV=.venv-newest CONSTRAINTS= PYTHON=$(lastword $(foreach v,$(PYTHONS),$(call python_of,$(v))))

constraints: ## renew constraints.txt: the newest of everything, for every Python (needs them all)
	@$(foreach v,$(PYTHONS),$(if $(call python_of,$(v)),,echo "no Python $(v) here"; exit 1;)) true
	@$(PYTHON) tools/constraints.py $(foreach v,$(PYTHONS),$(call python_of,$(v)))

lint: types contracts style ## ruff, mypy strict, import contracts

types: $(READY)
	$(BIN)/mypy -n $(JOBS)

contracts: $(READY)
	$(BIN)/lint-imports

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(READY) ## let ruff write the layout
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## speed, as ratios against upstream's interpreter, XLA CPU, onnxruntime and torch; writes docs/benchmarks.md
	$(BIN)/python tools/bench.py --write

golden: $(READY) ## write golden/ anew and confirm it with upstream's interpreter and XLA CPU
	$(BIN)/python tools/golden.py --confirm

real: $(READY) ## export the JAX programs of golden/real anew
	$(BIN)/python tools/export_real.py

docs: $(DOCUMENTED) ## build the documentation as a site, into build/site, and try it
	$(BIN)/python tools/website/build.py
	$(BIN)/python -m pytest -q -m site tests/tools/website

pages: $(READY) ## write the generated pages of docs/ and the stub of hlogen anew
	$(BIN)/python tools/docs.py
	$(BIN)/python tools/accuracy.py
	$(BIN)/python tools/sharding.py

check-generated: $(READY)
	$(BIN)/python tools/golden.py --check
	$(BIN)/python tools/docs.py --check
	$(BIN)/python tools/accuracy.py --check
	$(BIN)/python tools/sharding.py --check

wheel: $(READY) ## build the wheel into dist/
	$(BIN)/python -m build --wheel

clean: ## remove what the targets made
	rm -rf $(VENV) .venv-* dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache
