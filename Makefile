# The commands of zarleague. On a fresh machine only Python 3.11 (or later) and make are needed.
#
#   make run      serve the league on http://127.0.0.1:8000 (PORT=8001 moves it)
#   make test     check everything; finds or brings up PostgreSQL, Redis and Chromium
#   make test-all  the same with every row of the long tables of which `make test` takes some, and
#                 with the journeys whose steps other tests take, too
#   make mutants  30 wrong changes to the code, each of which a test must notice; ARGS="engine" for
#                 some of them
#   make lint     formatting, types of Python and JavaScript, the direction of imports, templates
#   make bench    print figures, one JSON object a line
#   make build    what a deployment needs: dependencies, static files, translations; with S3=1
#                 also the client of S3-compatible stores, for BACKUP_STORE and REPORT_STORE
#   make screenshots  every page of docs/design.md on the demo site, on a phone and a desktop, by
#                 day and night, in one contact sheet: build/screenshots/sheet.html
#   make wheel    build/wheel/zarleague-….whl, which pip installs: the command zarleague serves
#   make messages collect the texts to translate into locale/*/LC_MESSAGES/django.po
#   make cluster  the site as it runs on many machines, on this one: PostgreSQL, Redis, two web
#                 processes behind nginx, two workers, one for long work, a sender and the clock
#   make try-upgrade FROM=COMMIT  that site on the release of a commit, upgraded to this one while hands
#                 are entered
#   make chaos    1,000 faults on both kinds of site, and what is left of the hands entered
#                 meanwhile; ARGS="embedded --faults 20" for some of them
#   make attack   what others feel of each thing a hostile account or a stranger can do to a site
#   make fuzz     requests that schemathesis makes of the API's own description, by everybody;
#                 FUZZ=100 of each kind to each operation; then LOGS=20000 logs of any lines for the
#                 engine, and FILES=1000 leagues, spreadsheets and backups with something changed,
#                 both from the seed SEED on
#   make lock     pin the newest versions that pyproject.toml allows

SHELL := /bin/sh
.DELETE_ON_ERROR:
.SUFFIXES:

PORT ?= 8000
export PORT
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Without compiled modules on the disk each of the many processes would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
PY := $(VENV)/bin/python
# Node comes from PyPI, the type checker of the scripts from npm.
TSC := PATH=$(CURDIR)/$(VENV)/bin:$$PATH node_modules/.bin/tsc
BABEL := $(PY) -m babel.messages.frontend --quiet

# A stamp is written when its step is complete, so that an interrupted step is repeated.
RUN_STAMP := $(VENV)/.installed-run
BUILD_STAMP := $(VENV)/.installed-build
S3_STAMP := $(VENV)/.installed-s3
TEST_STAMP := $(VENV)/.installed-test
BENCH_STAMP := $(VENV)/.installed-bench
TSC_STAMP := node_modules/.package-lock.json
STATIC_STAMP := build/static/.collected
CLIENT := zarleague/client/operations.py
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))

.PHONY: run
run: build
	@exec $(PY) -m zarleague

.PHONY: build
build: $(RUN_STAMP) $(STATIC_STAMP) $(CATALOGUES) $(CLIENT) $(if $(filter 1,$(S3)),$(S3_STAMP))

.PHONY: wheel
wheel: build
	@$(PY) -m pip wheel --quiet --no-deps --wheel-dir build/wheel .
	@sed -n 's/ *\\$$//; /==/p' requirements/s3.txt > build/constraints.txt
	@ls build/wheel/*.whl

.PHONY: test
test: lint $(STATIC_STAMP) $(CATALOGUES)
	@exec $(PY) -m tests $(ARGS)

.PHONY: test-all
test-all: export TABLES = whole
test-all: test

# Types take as long as everything else, so both go on at once.
.PHONY: lint
lint: $(TEST_STAMP) $(TSC_STAMP) $(CLIENT)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-types lint-style

.PHONY: lint-types
lint-types:
	$(PY) -m mypy

.PHONY: lint-style
lint-style:
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"
	$(PY) -m djlint --quiet --lint templates
	$(TSC) --project tsconfig.json
	$(TSC) --project tsconfig.worker.json

.PHONY: bench
bench: $(BENCH_STAMP)
	@exec $(PY) -m benchmarks $(ARGS)

.PHONY: screenshots
screenshots: build $(TEST_STAMP)
	@exec $(PY) -m tools.screenshots $(ARGS)

.PHONY: messages
messages: $(RUN_STAMP) $(BUILD_STAMP)
	$(BABEL) extract --mapping-file=pyproject.toml --keyword=pgettext:1c,2 --keyword=Step \
	    --keyword=RulesError:2 --keyword=gettext_lazy --keyword=gettext_noop --sort-by-file --no-location \
	    --project=zarleague --output-file=build/django.pot .
	$(BABEL) update --domain=django --input-file=build/django.pot --output-dir=locale --width=100 \
	    --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

.PHONY: cluster
cluster: build $(TEST_STAMP)
	@exec $(PY) -m tools.cluster

.PHONY: try-upgrade
try-upgrade: build $(TEST_STAMP)
	@exec $(PY) -m tools.upgrade $(FROM)

.PHONY: chaos
chaos: build $(TEST_STAMP)
	@exec $(PY) -m tools.chaos $(ARGS)

.PHONY: attack
attack: build $(BENCH_STAMP)
	@exec $(PY) -m benchmarks attack saturation

.PHONY: fuzz
fuzz: export FUZZ ?= 30
fuzz: LOGS ?= 20000
fuzz: SEED ?= 100000
fuzz: FILES ?= 1000
fuzz: $(TEST_STAMP) $(STATIC_STAMP) $(CLIENT)
	@$(PY) -m pytest -q tests/api/test_fuzz.py $(ARGS)
	@$(PY) -m tests.engine.any_log $(LOGS) $(SEED)
	@exec env FILES=$(FILES) SEED=$(SEED) $(PY) -m pytest -q -s tests/exchange/test_any_file.py $(ARGS)

.PHONY: mutants
mutants: $(TEST_STAMP) $(STATIC_STAMP) $(CATALOGUES) $(CLIENT)
	@exec $(PY) -m tools.mutants $(ARGS)

.PHONY: lock
lock: $(TEST_STAMP)
	tools/lock

$(RUN_STAMP): requirements/run.txt
	@tools/install $(VENV) $< $@

$(BUILD_STAMP): requirements/build.txt | $(RUN_STAMP)
	@tools/install $(VENV) $< $@

$(S3_STAMP): requirements/s3.txt | $(RUN_STAMP)
	@tools/install $(VENV) $< $@

$(TEST_STAMP): requirements/test.txt
	@tools/install $(VENV) $< $@ $(RUN_STAMP) $(BUILD_STAMP) $(S3_STAMP)

$(BENCH_STAMP): requirements/bench.txt
	@tools/install $(VENV) $< $@ $(RUN_STAMP) $(BUILD_STAMP) $(S3_STAMP) $(TEST_STAMP)

$(TSC_STAMP): package.json package-lock.json $(TEST_STAMP)
	PATH=$(CURDIR)/$(VENV)/bin:$$PATH npm ci --loglevel=error
	@touch $@

$(STATIC_STAMP): $(RUN_STAMP) $(shell find static -type f -o -type d)
	@SECRET_KEY=unused DATABASE_URL= REDIS_URL= $(PY) manage.py collectstatic --noinput --clear -v 0 --ignore rest_framework
	@touch $@

$(CLIENT): tools/make_client.py $(shell find zarleague -name '*.py' -not -name operations.py) | $(RUN_STAMP)
	@$(PY) -m tools.make_client

%.mo: %.po $(BUILD_STAMP)
	@$(BABEL) compile --input-file=$< --output-file=$@ 
