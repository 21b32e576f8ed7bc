"""What the report on agreement costs: 400 samples, 13 items, three people, two judges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.bench.figure import Figure, at_most
from tests.bench.site import prepared_site
from tests.webapp import outside

REPORT_S = 20.0


def figures() -> Iterator[Figure]:
    """All measurements of agreement."""
    with prepared_site() as launch:
        found: dict[str, Any] = outside.run(launch.environment, "agreement")
    yield at_most("agreement.report", found["seconds"], "s", found["grades"], REPORT_S)
