"""What the browser gets as it lies on the disk: styles, scripts, fonts."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


class _Files(StaticFiles):
    """Files; those in folders that carry a version never change, the others are asked for anew."""

    def file_response(self, full_path: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(full_path, *args, **kwargs)
        versioned = f"{os.sep}vendor{os.sep}" in str(full_path)
        response.headers["Cache-Control"] = _FOR_GOOD if versioned else _ASK_AGAIN
        return response


def static_files() -> Starlette:
    """The files, as an ASGI application below STATIC_URL."""
    files = _Files(directory=settings.STATICFILES_DIRS[0])
    return Starlette(routes=[Mount(settings.STATIC_URL.rstrip("/"), files)])
