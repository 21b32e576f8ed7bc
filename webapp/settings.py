"""Settings of the site: one file, typed, from the environment. Whatever is wrong stops the start.

| variable          | meaning                                      | when it is not set          |
| ----------------- | -------------------------------------------- | --------------------------- |
| SECRET_KEY        | signs sessions and links                     | read from SECRET_KEY_FILE   |
| SECRET_KEY_FILE   | file that holds the key                      | var/secret_key              |
| DEBUG             | true or false                                | false                       |
| ALLOWED_HOSTS     | host names, separated by commas              | localhost,127.0.0.1         |
| DATABASE_FILE     | the SQLite file                              | var/touchstone.sqlite3      |
"""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"


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


SECRET_KEY = _secret("SECRET_KEY", VAR_DIR / "secret_key")
DEBUG = _flag("DEBUG", default=False)
ALLOWED_HOSTS = _words("ALLOWED_HOSTS", "localhost,127.0.0.1")

INSTALLED_APPS = ["webapp.benchmark", "webapp.runs"]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": _text("DATABASE_FILE", str(VAR_DIR / "touchstone.sqlite3")),
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
