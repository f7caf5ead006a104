# Every target works on a fresh machine that has Python 3.11 or newer, and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
BENCH_READY := $(VENV)/.bench-ready
HOST ?= 127.0.0.1
PORT ?= 8000

.PHONY: help run test lint format openapi playouts bench clean

help:
	@echo "make run       serve on http://$(HOST):$(PORT)"
	@echo "make test      run the tests"
	@echo "make lint      check style and types"
	@echo "make format    put the code into form"
	@echo "make openapi   write openapi.yaml anew"
	@echo "make playouts  play 1,000 random games of each kind, with every move judged twice"
	@echo "make bench     measure the referee beside its peers, and write bench.json"

run: $(RUN_READY)
	$(BIN)/referee serve --host $(HOST) --port $(PORT)

test: $(DEV_READY)
	$(BIN)/python -m pytest

lint: $(DEV_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy referee sdk/src examples tests bench

format: $(DEV_READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

openapi: $(DEV_READY)
	$(BIN)/referee openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

playouts: $(DEV_READY)
	$(BIN)/python -m tests.playouts

bench: $(BENCH_READY)
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(RUN_READY): $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet -e .
	touch $@

$(DEV_READY): $(BIN)/python pyproject.toml sdk/pyproject.toml
	$(BIN)/python -m pip install --quiet -e '.[dev]' -e ./sdk
	touch $@

$(BENCH_READY): $(BIN)/python pyproject.toml bench/install.py bench/node/package.json
	$(BIN)/python -m pip install --quiet -e '.[bench]'
	$(BIN)/python -m bench.install
	touch $@
