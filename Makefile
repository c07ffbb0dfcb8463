# Everything that a machine with Python 3.11 and nothing else needs; see README.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
COMPILED := .compiled
BUILT := $(COMPILED)/.built
# What setup.py compiles, with the data that it reads.
THINKING := $(shell find $(wildcard src/twilight/engine src/twilight/judgement \
	src/twilight/analysis src/twilight/bots) -name '*.py' -o -name '*.csv' -o -name '*.json')

THINKING_TESTS := tests/engine tests/cards tests/variants tests/analysis tests/bots

CLIENT := src/twilight/server/static/index.html
CLIENT_SOURCES := $(shell find web/src web/public web/build -type f 2>/dev/null) web/index.html \
	web/package-lock.json web/vite.config.ts
# Node comes from the lock file too, in the environment.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --prefix web

.PHONY: play test test-fast lint types compiled soak bench load chromium services lock clean

play: $(INSTALLED) $(CLIENT)
	$(BIN)/twilight serve --open

# What is compiled passes the same tests as it does plain; then everything, plain.
test: $(INSTALLED) lint types $(CLIENT) $(BUILT) chromium services
	$(NPM) run check
	$(NPM) test
	TWILIGHT_EXPECT=compiled PYTHONPATH=$(COMPILED) $(BIN)/pytest -n 2 -q --dist worksteal \
		-m "not slow" $(THINKING_TESTS)
	TWILIGHT_EXPECT=plain $(BIN)/pytest -n 2 --dist worksteal --durations 25

test-fast: $(INSTALLED) lint types
	$(BIN)/pytest -n 2 --dist worksteal -q -m "not slow" --ignore=tests/browser

lint: $(INSTALLED)
	$(BIN)/ruff check src tests bench examples setup.py
	$(BIN)/ruff format --check src tests bench examples setup.py

types: $(INSTALLED)
	$(BIN)/mypy

compiled: $(BUILT)

soak: $(INSTALLED) $(BUILT)
	PYTHONPATH=$(COMPILED) $(BIN)/python -m bench.soak

bench: $(INSTALLED) $(BUILT)
	PYTHONPATH=$(COMPILED) $(BIN)/python bench/keep.py

# Many live games on a server of its own, on this machine alone; see docs/hosting.md.
load: $(INSTALLED)
	$(BIN)/python bench/load.py

# The browser client, built into the server's package. `npm ci` would demand the parts that the
# lock file can't name: binaries for other systems that not every registry keeps.
$(CLIENT): $(INSTALLED) $(CLIENT_SOURCES)
	$(NPM) install --silent --no-save
	$(NPM) run build --silent
	touch $(CLIENT)

# The browser tests use the system's Chromium, the server's tests PostgreSQL and Redis: packages of
# Debian's.
chromium:
	@command -v chromium >/dev/null || { apt-get update -q && apt-get install -y -q chromium; }

services:
	@command -v pg_ctlcluster >/dev/null && command -v redis-server >/dev/null || \
		{ apt-get update -q && apt-get install -y -q --no-install-recommends postgresql redis-server; }

# The locked versions, with hashes; the project itself is installed in place.
$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip sync --quiet --compile-bytecode --python $(BIN)/python requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	touch $(INSTALLED)

# A wheel with engine, analysis and bots compiled by mypyc, unpacked beside the sources.
$(BUILT): $(INSTALLED) $(THINKING) setup.py
	rm -rf $(COMPILED) build
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheel .
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --target $(COMPILED) build/wheel/*.whl
	touch $(BUILT)

lock:
	$(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --no-header \
		--python-version 3.11 --universal --group dev --all-extras \
		--output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) $(COMPILED) build
