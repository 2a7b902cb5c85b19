# The two commands are `make play` and `make test`. Each sets up what it needs in .venv first: playing the base packages
# and the built page, testing everything. What the machine lacks is brought into the checkout (tools/provide.py).
PYTHON ?= python3
BIN := .venv/bin
PLAYABLE := .venv/.playable
READY := .venv/.ready
CHECKED := src tests benchmarks tools
PAGE := src/oddboard/server/web/index.html
PAGE_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/fixtures/*' -not -path 'web/test-results/*')
BUILDERS := web/node_modules/.builders
MODULES := web/node_modules/.ready
# Not `npm ci`: it insists on the packages of all other platforms, too.
NPM := npm install --no-save --no-audit --no-fund --ignore-scripts --loglevel=error --update-notifier=false
# What runs side by side tells one after the other, where this make can do that.
GROUPED := $(if $(filter output-sync,$(.FEATURES)),--output-sync)
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Some machines forbid Python to keep what it has read; then every start would read all packages anew, for two seconds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test tested browsers suite units warm brought quick check check-page check-types check-code types docs pictures bench mutants soak release clean

play: $(PLAYABLE) $(PAGE)
	@trap : INT; $(BIN)/oddboard serve --open || test $$? -eq 130 # Ctrl-C, which is how one stops, and no error

# Two parts at a time: the page's need no Python packages, and browsers leave the processors idle half of the time.
test:
	@echo "Everything is set up, checked and tested, two parts at a time; each tells at its end." >&2
	@$(MAKE) --no-print-directory --jobs=2 $(GROUPED) tested

tested: browsers suite

browsers: check units warm brought $(PAGE)
	export CHROMIUM="$$(python tools/provide.py chromium)" && cd web && npx playwright test

# Who waits for a browser's answer comes first.
suite: check units warm brought $(PAGE)
	export CHROMIUM="$$(python tools/provide.py chromium)" && nice $(BIN)/python -m pytest -n 2

units: $(MODULES)
	cd web && npm test

warm: $(READY)
	$(BIN)/oddboard warm

# One after the other, as both may change .venv.
brought: $(READY) $(MODULES)
	python tools/provide.py chromium
	python tools/provide.py postgresql

# The tests of one game without the compiler, and without the slow referee: make quick GAME=everest
quick: $(READY)
	ODDBOARD_INTERPRETED=1 $(BIN)/python -m pytest -x "tests/games/$(subst -,_,$(GAME))" --ignore-glob="*against_referee*"

check: check-page check-types check-code

check-code: $(READY)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/mypy

check-page: $(MODULES)
	cd web && npm run check

# The types are made from the server's own description: a change there that nobody carried over fails here.
check-types: $(READY) $(MODULES)
	$(BIN)/python web/openapi.py | node web/tools/types.mjs --check

types: $(READY) $(MODULES)
	$(BIN)/python web/openapi.py | node web/tools/types.mjs

# The documentation site, in build/site; its boards are drawn by the page, and kept until something changes.
docs: $(READY) $(PAGE)
	CHROMIUM="$$(python tools/provide.py chromium)" $(BIN)/python -m tools.site

# Every board, for the documentation.
pictures: $(READY) $(PAGE)
	node web/e2e/serve.mjs 8918 & server=$$!; \
	until curl -sf http://127.0.0.1:8918/api/health >/dev/null; do sleep 1; done; \
	node web/tools/pictures.mjs http://127.0.0.1:8918 docs/pictures; done=$$?; kill $$server; exit $$done

bench: $(READY)
	$(BIN)/python -m benchmarks.random_play
	$(BIN)/python -m benchmarks.server

# Every planted mistake must make a test fail; names those that none notices.
mutants: $(READY)
	$(BIN)/python -m tests.mutants

# Hours rather than minutes: many more games of everything, planted mistakes, and the whole suite without the compiler.
soak: $(READY) mutants
	$(BIN)/python -m pytest -n 2 -m soak
	ODDBOARD_INTERPRETED=1 $(BIN)/python -m pytest -n 2

clean:
	rm -rf .venv build dist src/*.egg-info src/oddboard/compiled web/node_modules web/test-results src/oddboard/server/web .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# In a test two things at a time must not bring packages into one folder.
$(PAGE): $(PAGE_SOURCES) | $(if $(filter tested,$(MAKECMDGOALS)),$(MODULES))
	@$(MAKE) --no-print-directory $(BUILDERS)
	@echo "The page is built, which takes some seconds." >&2
	@cd web && npm run --silent build -- --logLevel error
	@touch $(PAGE)

# What builds the page; where everything was brought before, everything stays.
$(BUILDERS): web/package-lock.json | $(BIN)/python
	@python tools/provide.py node >/dev/null
	@echo "Packages that build the page are brought, about 30 MB to download." >&2
	@cd web && $(NPM) $(if $(wildcard $(MODULES)),,--omit=dev)
	@touch $(BUILDERS)

# What checks and tests it, too; Node comes into .venv where there is none, after everything else that does.
$(MODULES): web/package-lock.json | $(BIN)/python $(if $(shell command -v npm),,$(READY))
	@python tools/provide.py node >/dev/null
	@cd web && $(NPM)
	@touch $(BUILDERS) $(MODULES)

# Wheel and source distribution, both with the page; the wheel with compiled rules, too. Then the wheel is tried.
release: $(READY) $(PAGE)
	$(BIN)/python tools/release.py

$(BIN)/python:
	@$(PYTHON) tools/provide.py environment >/dev/null

$(PLAYABLE): pyproject.toml constraints.txt | $(BIN)/python
	@python tools/provide.py playing >/dev/null
	@touch $(PLAYABLE)

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@python tools/provide.py everything >/dev/null
	@touch $(PLAYABLE) $(READY)
