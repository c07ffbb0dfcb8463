# Everything that a machine with Python 3.11 and nothing else needs; see README.md.

# Where it is set, every process that a test or a server starts would compile all it imports anew.
unexport PYTHONDONTWRITEBYTECODE
# As `twilight` itself has it: where two processes work, numpy's threads wait for each other.
OPENBLAS_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What installs; what playing needs; everything.
UV := $(BIN)/uv
PLAYING := $(VENV)/.playing
INSTALLED := $(VENV)/.installed
COMPILED := .compiled
BUILT := $(COMPILED)/.built
# What setup.py compiles, with the data that it reads.
THINKING := $(shell find $(wildcard src/twilight/engine src/twilight/judgement \
	src/twilight/analysis src/twilight/bots) -name '*.py' -o -name '*.csv' -o -name '*.json' -o -name '*.npz')

THINKING_TESTS := tests/engine tests/cards tests/variants tests/analysis tests/bots
# What is not compiled may have changed since the rest was.
PLAIN_ROOMS := $(filter-out $(wildcard $(addprefix src/twilight/,engine judgement analysis bots)), \
	$(wildcard src/twilight/*))
FRESH = rm -rf $(PLAIN_ROOMS:src/%=$(COMPILED)/%) && cp -R $(PLAIN_ROOMS) $(COMPILED)/twilight/

CLIENT := src/twilight/server/static/index.html
CLIENT_SOURCES := $(shell find web/src web/public web/build -type f 2>/dev/null) web/index.html \
	web/package-lock.json web/vite.config.ts
MODULES := web/node_modules/.package-lock.json
# Node comes from the lock file too, in the environment.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm --prefix web

.PHONY: play test before-tests plain-tests check-client docs test-fast lint types compiled soak bench load chromium services lock clean

# Starts at once in plain Python; what is compiled meanwhile the server's workers take by themselves.
play:
	@$(MAKE) --jobs 2 --no-print-directory $(PLAYING) $(CLIENT)
	@$(MAKE) --question --silent $(BUILT) 2>/dev/null || \
		MAKE="$(MAKE)" $(BIN)/python building/compiler.py $(BUILT)
	$(BIN)/twilight serve --open --compiled $(CURDIR)/$(COMPILED)

# All that thinks is tested in plain Python while it is compiled; then everything, compiled.
test: $(INSTALLED) $(CLIENT) $(MODULES) chromium services
	$(MAKE) --jobs 2 --output-sync before-tests
	$(FRESH)
	TWILIGHT_EXPECT=compiled PYTHONPATH=$(COMPILED) $(BIN)/pytest -n 2 --dist worksteal --durations 25

# The compiler has one large file for one core; the other one does the rest.
before-tests: $(BUILT) types docs lint check-client plain-tests

plain-tests: $(INSTALLED)
	TWILIGHT_EXPECT=plain $(BIN)/pytest -q -m "not slow" $(THINKING_TESTS)

check-client: $(MODULES)
	$(NPM) run check
	$(NPM) test

test-fast: $(INSTALLED) lint types
	$(BIN)/pytest -n 2 --dist worksteal -q -m "not slow" --ignore=tests/browser

lint: $(INSTALLED)
	$(BIN)/ruff check src tests bench examples building setup.py
	$(BIN)/ruff format --check src tests bench examples building setup.py

# The documentation as a site in site/; a broken link or an unknown name is an error.
docs: $(INSTALLED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

types: $(INSTALLED)
	$(BIN)/mypy

compiled: $(BUILT)

soak: $(INSTALLED) $(BUILT)
	PYTHONPATH=$(COMPILED) $(BIN)/python -m bench.soak

bench: $(INSTALLED) $(BUILT) services
	PYTHONPATH=$(COMPILED) $(BIN)/python -m bench.keep

# Many live games on a server of its own, on this machine alone; see docs/hosting.md. Where games
# are kept is for whoever measures to say: make load LOAD="--database postgresql --redis"
LOAD :=
load: $(INSTALLED) services
	$(BIN)/python -m bench.load $(LOAD)
	$(BIN)/python -m bench.siege $(LOAD)
	$(BIN)/python -m bench.outages --database sqlite
	$(BIN)/python -m bench.outages

# The browser client, built into the server's package.
$(CLIENT): $(CLIENT_SOURCES) | $(UV)
	$(BIN)/python building/client.py

# What checks the client's sources; whoever only plays needs none of it.
$(MODULES): $(INSTALLED) web/package-lock.json
	$(NPM) install --silent --no-save
	touch $(MODULES)

# The browser tests use the system's Chromium, the server's tests PostgreSQL and Redis: packages of
# Debian's.
chromium:
	@command -v chromium >/dev/null || { apt-get update -q && apt-get install -y -q chromium; }

services:
	@command -v pg_ctlcluster >/dev/null && command -v redis-server >/dev/null || \
		{ apt-get update -q && apt-get install -y -q --no-install-recommends postgresql redis-server; }

# The locked versions, with hashes; the project itself is installed in place.
IN_PLACE := $(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .

$(UV): deploy/uv.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement deploy/uv.lock
	touch $(UV)

$(PLAYING): $(UV) requirements-play.lock pyproject.toml
	$(UV) pip install --quiet --python $(BIN)/python \
		--require-hashes --requirements requirements-play.lock
	$(IN_PLACE)
	touch $(PLAYING)

$(INSTALLED): $(PLAYING) requirements.lock
	$(UV) pip sync --quiet --python $(BIN)/python requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps $(TORCH)
	$(IN_PLACE)
	touch $(PLAYING) $(INSTALLED)

# An sdist, and from it a wheel with all that thinks compiled by mypyc, which is unpacked beside the
# sources: there only when whole.
$(BUILT): $(PLAYING) $(CLIENT) $(THINKING) setup.py
	rm -rf $(COMPILED) $(COMPILED).part build
	$(UV) build --quiet --no-build-isolation --python $(BIN)/python --out-dir build/dist .
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --target $(COMPILED).part build/dist/*.whl
	touch $(COMPILED).part/.built
	mv $(COMPILED).part $(COMPILED)

# Torch is another package for every kind of machine, most of them huge: not in the lock, nor what it
# brings along for graphics cards. Everything first: what playing needs is the same versions.
TORCH := torch==2.13.0
UNLOCKED := cuda-bindings cuda-pathfinder cuda-toolkit nvidia-cublas nvidia-cuda-cccl \
	nvidia-cuda-cupti nvidia-cuda-nvrtc nvidia-cuda-runtime nvidia-cudnn-cu13 nvidia-cufft nvidia-cufile \
	nvidia-cusolver nvidia-cusparse nvidia-cusparselt-cu13 nvidia-nccl-cu13 nvidia-nvjitlink \
	nvidia-nvshmem-cu13 nvidia-nvtx torch triton
LOCK := $(UV) pip compile --quiet --generate-hashes --no-emit-index-url --no-header \
	--python-version 3.11 --universal

lock:
	$(LOCK) --group dev --all-extras \
		$(addprefix --no-emit-package ,$(UNLOCKED)) --output-file requirements.lock pyproject.toml
	$(LOCK) --group play --constraint requirements.lock --output-file requirements-play.lock pyproject.toml
	echo uv | $(LOCK) --constraint requirements.lock --output-file deploy/uv.lock -

clean:
	rm -rf $(VENV) $(COMPILED) $(COMPILED).* build
