"""Settings of the site: one file, typed, from the environment. Whatever is wrong stops the start.

| variable          | meaning                                      | when it is not set          |
| ----------------- | -------------------------------------------- | --------------------------- |
| SECRET_KEY        | signs sessions and links                     | read from SECRET_KEY_FILE   |
| SECRET_KEY_FILE   | file that holds the key                      | var/secret_key              |
| DEBUG             | true or false                                | false                       |
| ALLOWED_HOSTS     | host names, separated by commas              | localhost,127.0.0.1         |
| DATABASE_FILE     | the SQLite file                              | var/touchstone.sqlite3      |
| DATABASE_URL      | postgres://USER:PASSWORD@HOST:PORT/NAME      | SQLite, in DATABASE_FILE    |
| REDIS_URL         | Redis for several processes: work, channels  | both inside the one process |
| TRUSTED_ORIGINS   | origins behind a proxy, separated by commas  | none                        |
| BEHIND_TLS        | cookies only over https                      | false                       |
| TASKS             | names of the tasks to offer, by commas       | all                         |
| MODEL_ADDRESSES   | where models may be asked: docs/models.md    | OpenAI, and this machine    |
| PRICES_FILE       | price table of models: docs/models.md        | the one that comes with it  |
| RUN_THREADS       | runs at once in the one process              | 8                           |
| LOG_LEVEL         | DEBUG, INFO, WARNING or ERROR                | INFO                        |
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
_MOST = 1_000


def _text(name: str, default: str) -> str:
    value = os.environ.get(name, default)
    if not value.strip():
        raise ImproperlyConfigured(f"{name} is set but empty")
    return value


def _flag(name: str, default: bool) -> bool:
    value = os.environ.get(name, str(default)).lower()
    if value not in ("true", "false"):
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}")
    return value == "true"


def _number(name: str, default: int) -> int:
    value = _text(name, str(default))
    if not (value.isascii() and value.isdecimal() and 1 <= int(value) <= _MOST):
        raise ImproperlyConfigured(f"{name} must be a whole number from 1 to {_MOST}")
    return int(value)


def _words(name: str, default: str) -> list[str]:
    words = [word.strip() for word in _text(name, default).split(",")]
    if not all(words):
        raise ImproperlyConfigured(f"{name} has an empty entry")
    return words


def _secret(name: str, default_file: Path) -> str:
    if name in os.environ:
        return _text(name, "")
    path = Path(_text(f"{name}_FILE", str(default_file)))
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(
            f"set {name} or {name}_FILE, or run `make install`, which makes {path}"
        ) from error
    if not secret:
        raise ImproperlyConfigured(f"{path} is empty")
    return secret


def _one_of(name: str, default: str, known: tuple[str, ...]) -> str:
    value = _text(name, default)
    if value not in known:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(known)}, not {value!r}")
    return value


def _address(name: str, *schemes: str) -> str | None:
    if name not in os.environ:
        return None
    value = _text(name, "")
    if not value.startswith(tuple(f"{scheme}://" for scheme in schemes)):
        raise ImproperlyConfigured(f"{name} must start with {schemes[0]}://")
    return value


# Each request has a thread of its own, which nobody comes back to: a connection that outlived it
# would be of use to nobody, and PostgreSQL soon had none left.
_PER_REQUEST = 0


def _database() -> dict[str, Any]:
    url = _address("DATABASE_URL", "postgres", "postgresql")
    if url is not None:
        try:
            return {
                **dj_database_url.parse(url, conn_max_age=_PER_REQUEST, conn_health_checks=True)
            }
        except ValueError as error:
            raise ImproperlyConfigured(
                "DATABASE_URL can't be read; write postgres://USER:PASSWORD@HOST:PORT/NAME, with "
                "the signs of the password that mean something in an address as %2F and so on"
            ) from error
    # FULL: an answered call survives the loss of power. IMMEDIATE: who writes says so at the start,
    # so that nobody holds a snapshot that can't be written to.
    pragmas = ["journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-8000"]
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": _text("DATABASE_FILE", str(VAR_DIR / "touchstone.sqlite3")),
        "CONN_MAX_AGE": _PER_REQUEST,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "".join(f"PRAGMA {pragma};" for pragma in pragmas),
        },
        "TEST": {"NAME": str(VAR_DIR / f"test-{os.getpid()}.sqlite3")},
    }


SECRET_KEY = _secret("SECRET_KEY", VAR_DIR / "secret_key")
DEBUG = _flag("DEBUG", default=False)
ALLOWED_HOSTS = _words("ALLOWED_HOSTS", "localhost,127.0.0.1")
CSRF_TRUSTED_ORIGINS = _words("TRUSTED_ORIGINS", "") if "TRUSTED_ORIGINS" in os.environ else []
BEHIND_TLS = _flag("BEHIND_TLS", default=False)
TASKS = _words("TASKS", "") if "TASKS" in os.environ else []
MODEL_ADDRESSES = _text("MODEL_ADDRESSES", "") if "MODEL_ADDRESSES" in os.environ else None
"""None: those of `agents.model.DEFAULT_ADDRESSES`."""
PRICES_FILE = Path(_text("PRICES_FILE", "")) if "PRICES_FILE" in os.environ else None
RUN_THREADS = _number("RUN_THREADS", 8)
REDIS_URL = _address("REDIS_URL", "redis", "rediss")
LOADS_SUITES = False
"""Whether the process puts what is missing of the suites through the gate (`serve --prepare`)."""

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "webapp.accounts",
    "webapp.benchmark",
    "webapp.attempts",
    "webapp.console",
    "webapp.leaderboard",
    "webapp.runs",
    "webapp.recovery",
    "webapp.annotation",
    "webapp.api",
    "webapp.pages",
]
MIDDLEWARE = [
    "webapp.pages.middleware.content_security_policy",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "webapp.accounts.seen.last_seen",
]
ROOT_URLCONF = "webapp.urls"
ASGI_APPLICATION = "webapp.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    if REDIS_URL is None
    else {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
}

AUTH_USER_MODEL = "accounts.User"
CSRF_FAILURE_VIEW = "webapp.pages.errors.untrusted"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_AGE = 30 * 24 * 3600
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "webapp.api.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "webapp.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "webapp.api.errors.answer",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Touchstone",
    "DESCRIPTION": "Where people and agents take the same test.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
}

_QUIET = ("mcp", "httpx2", "uvicorn", "celery", "kombu")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {
        "handlers": ["console"],
        "level": _one_of("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    },
    # Uvicorn would write the address of every WebSocket, and with it a secret.
    "loggers": {name: {"level": "WARNING"} for name in _QUIET},
}
