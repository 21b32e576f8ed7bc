# Everything is installed by whichever target needs it; nothing else has to be typed.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
# The site starts half a second sooner when its bytecode is kept.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
VENV := .venv
PORT ?= 8000
# One more than there are processors: much of the tests is waiting for browsers and servers.
TEST_PROCESSES ?= $(shell expr $$(nproc) + 1)
BIN := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3)
INSPECT := .venv-inspect
CLIENTS := tests/clients
UV_VERSION := $(shell sed -n "s/^uv==//p" requirements-dev.txt)
SUDO = $(if $(filter-out 0,$(shell id -u)),sudo)
APT_INSTALL = $(SUDO) apt-get update -qq; \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

.PHONY: help install run postgres redis browser clients check test verify bench screenshots

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

install: $(VENV)/installed var/secret_key ## install what is missing

postgres: ## install a PostgreSQL server if there is none; the tests start their own with it
	@if ! command -v initdb && ! compgen -G "/usr/lib/postgresql/*/bin/initdb"; then \
		if ! [ -e /etc/postgresql-common ]; then \
			$(SUDO) mkdir -p /etc/postgresql-common/createcluster.d; \
			echo "create_main_cluster = false" | \
				$(SUDO) tee /etc/postgresql-common/createcluster.d/touchstone.conf; \
		fi; \
		$(APT_INSTALL) postgresql; \
	fi >/dev/null

redis: ## install a Redis server if there is none; the tests start their own with it
	@if ! command -v redis-server; then \
		RUNLEVEL=1; export RUNLEVEL; $(APT_INSTALL) redis-server; \
	fi >/dev/null

run: install ## prepare the site and serve it at 127.0.0.1:8000 (PORT=...)
	@exec $(BIN)/python manage.py serve --prepare --port $(PORT)

browser: ## install Chromium if there is none; the tests of the pages drive it
	@if ! command -v chromium && ! command -v chromium-browser && ! command -v google-chrome; then \
		$(APT_INSTALL) chromium; \
	fi >/dev/null

clients: $(INSPECT)/installed $(CLIENTS)/node_modules/installed ## install other people's clients; the tests of the guide for agents run them

check: install ## lint, types and the boundaries between packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: install postgres redis browser clients ## the tests, the long ones sampled
	$(BIN)/pytest -n $(TEST_PROCESSES) --dist loadfile --no-loadscope-reorder -m "not verify"

verify: install postgres redis browser clients ## everything, whole: what closes an issue
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder
	$(BIN)/python manage.py verify_tasks --seeds 1-20

bench: install browser ## measure; one JSON object a line
	@$(BIN)/python -m tests.bench

screenshots: install browser ## write pictures of all pages into docs/screenshots/
	$(BIN)/python -m tests.browser.screenshots

$(VENV)/installed: requirements.txt requirements-retrieval.txt requirements-dev.txt $(VENV)/bin/uv
	@echo "Installing what is pinned in requirements-dev.txt: about a minute"
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --compile-bytecode -r requirements-dev.txt
	@touch $@

$(VENV)/bin/uv:
	@py="$(PYTHON)"; \
	if ! "$$py" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))'; then \
		$(APT_INSTALL) python3 python3-venv; \
		py="$$(command -v python3.11 || command -v python3)"; \
	fi; \
	"$$py" -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

var/secret_key: | $(VENV)/installed
	@mkdir -p -m 700 var
	@umask 077; "$(BIN)/python" -c 'import secrets; print(secrets.token_urlsafe(50))' > $@

$(INSPECT)/installed: $(CLIENTS)/requirements-inspect.txt | $(VENV)/installed
	@echo "Installing Inspect AI, apart from the site: about a minute"
	@$(BIN)/uv venv --quiet --allow-existing --python $(BIN)/python $(INSPECT)
	@$(BIN)/uv pip sync --quiet --python $(INSPECT)/bin/python $<
	@touch $@

$(CLIENTS)/node_modules/installed: $(CLIENTS)/package.json $(CLIENTS)/package-lock.json
	@if ! command -v node || ! command -v npm; then \
		$(APT_INSTALL) nodejs npm; \
	fi >/dev/null
	@echo "Installing the TypeScript client: less than a minute"
	@npm ci --prefix $(CLIENTS) --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@
