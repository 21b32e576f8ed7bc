# Everything is installed by whichever target needs it; nothing else has to be typed.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
# The site starts half a second sooner when its bytecode is kept.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
VENV := .venv
PORT ?= 8000
BIN := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3)
UV_VERSION := $(shell sed -n "s/^uv==//p" requirements-dev.txt)
SUDO = $(if $(filter-out 0,$(shell id -u)),sudo)
APT_INSTALL = $(SUDO) apt-get update -qq; \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

.PHONY: help install run postgres browser check test verify bench screenshots

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

run: install ## prepare the site and serve it at 127.0.0.1:8000 (PORT=...)
	@exec $(BIN)/python manage.py serve --prepare --port $(PORT)

browser: ## install Chromium if there is none; the tests of the pages drive it
	@if ! command -v chromium && ! command -v chromium-browser && ! command -v google-chrome; then \
		$(APT_INSTALL) chromium; \
	fi >/dev/null

check: install ## lint, types and the boundaries between packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: install postgres browser ## the tests, the long ones sampled
	$(BIN)/pytest -n auto --dist loadfile -m "not verify"

verify: install postgres browser ## everything, whole: what closes an issue
	$(BIN)/pytest -n auto --dist loadfile
	$(BIN)/python manage.py verify_tasks --seeds 1-20

bench: install browser ## measure; one JSON object a line
	@$(BIN)/python -m tests.bench

screenshots: install browser ## write pictures of all pages into docs/screenshots/
	$(BIN)/python -m tests.browser.screenshots

$(VENV)/installed: requirements.txt requirements-dev.txt $(VENV)/bin/uv
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
