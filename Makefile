# Everything a machine with Python 3.11 and nothing else needs; see README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export UV_PROJECT_ENVIRONMENT := $(VENV)

.PHONY: play test test-fast lint types soak bench lock clean

play: $(STAMP)
	$(BIN)/twilight play

test: $(STAMP) lint types
	$(BIN)/pytest -n 2

test-fast: $(STAMP) lint types
	$(BIN)/pytest -n 2 -m "not slow"

lint: $(STAMP)
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench

types: $(STAMP)
	$(BIN)/mypy

soak: $(STAMP)
	$(BIN)/python bench/soak.py

bench: $(STAMP)
	$(BIN)/python bench/speed.py

# The locked versions, with hashes; the project itself is installed in place.
$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip uv
	$(BIN)/uv pip sync --quiet --python $(BIN)/python requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	touch $(STAMP)

lock:
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-header \
		--python-version 3.11 --universal --group dev --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist
