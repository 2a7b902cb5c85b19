# The two commands are `make play` and `make test`; both set up everything they need in .venv first.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
CHECKED := src tests benchmarks
PAGE := src/oddboard/server/web/index.html

.PHONY: play test check bench soak clean

play: $(READY) $(PAGE)
	$(BIN)/oddboard serve --open

test: check
	$(BIN)/oddboard warm
	$(BIN)/python -m pytest -n 2

check: $(READY)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python benchmarks/random_play.py
	$(BIN)/python -m benchmarks.server

# Hours rather than minutes: many more games of everything, and the whole suite without the compiler.
soak: $(READY)
	$(BIN)/python -m pytest -n 2 -m soak
	ODDBOARD_INTERPRETED=1 $(BIN)/python -m pytest -n 2

clean:
	rm -rf .venv build src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PAGE): $(shell find web -type f -not -path 'web/node_modules/*')
	command -v npm >/dev/null || { echo "The page is built with Node 20 or later: install it (Debian: apt-get install nodejs npm), then run make again"; exit 1; }
	cd web && npm install --no-save --no-audit --no-fund && npm run build
	touch $(PAGE)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Oddboard needs Python 3.11 or later, and this is " + sys.version.split()[0] + ": make PYTHON=python3.11") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev,bench,cuda,envs,openspiel]"
	touch $(READY)
