# The two commands are `make play` and `make test`; both set up everything they need in .venv first.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
CHECKED := src tests benchmarks
PAGE := src/oddboard/server/web/index.html
PAGE_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/fixtures/*' -not -path 'web/test-results/*')
MODULES := web/node_modules/.ready

.PHONY: play test check check-page types pictures bench soak clean

play: $(READY) $(PAGE)
	$(BIN)/oddboard serve --open

test: check $(PAGE)
	$(BIN)/oddboard warm
	cd web && npm test
	cd web && npx playwright test
	$(BIN)/python -m pytest -n 2

check: $(READY) check-page
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/mypy

# The types are made from the server's own description: a change there that nobody carried over fails here.
check-page: $(READY) $(MODULES)
	$(BIN)/python web/openapi.py > web/node_modules/openapi.json
	cd web && npx openapi-typescript node_modules/openapi.json -o src/schema.d.ts --check
	cd web && npm run check

types: $(READY) $(MODULES)
	$(BIN)/python web/openapi.py > web/node_modules/openapi.json
	cd web && npx openapi-typescript node_modules/openapi.json -o src/schema.d.ts

# Every board, for the documentation.
pictures: $(READY) $(PAGE)
	node web/e2e/serve.mjs 8918 & server=$$!; \
	until curl -sf http://127.0.0.1:8918/api/health >/dev/null; do sleep 1; done; \
	node web/tools/pictures.mjs http://127.0.0.1:8918 docs/pictures; done=$$?; kill $$server; exit $$done

bench: $(READY)
	$(BIN)/python benchmarks/random_play.py
	$(BIN)/python -m benchmarks.server

# Hours rather than minutes: many more games of everything, and the whole suite without the compiler.
soak: $(READY)
	$(BIN)/python -m pytest -n 2 -m soak
	ODDBOARD_INTERPRETED=1 $(BIN)/python -m pytest -n 2

clean:
	rm -rf .venv build src/*.egg-info web/node_modules web/test-results src/oddboard/server/web .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PAGE): $(MODULES) $(PAGE_SOURCES)
	cd web && npm run build
	touch $(PAGE)

# Not `npm ci`: it insists on the packages of all other platforms, too.
$(MODULES): web/package-lock.json
	node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' || { echo "The page is built with Node 20.19 or later: install it, then run make again"; exit 1; }
	cd web && npm install --no-save --no-audit --no-fund --ignore-scripts
	touch $(MODULES)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Oddboard needs Python 3.11 or later, and this is " + sys.version.split()[0] + ": make PYTHON=python3.11") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable ".[dev,bench,cuda,envs,openspiel,ray,study]"
	touch $(READY)
