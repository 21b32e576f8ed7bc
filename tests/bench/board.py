"""What the recovery board costs on the server where much is graded.

The database holds 5,000 responses of ten agents; two people have graded each, and a judge has read
it. Warm is what a reader meets; cold, the one who comes first after a new grade.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from tests.bench.figure import Figure, latency
from tests.bench.pages import PAGE_MS, visited
from tests.bench.serving import Server
from tests.bench.site import prepared_site
from tests.webapp import outside

RESPONSES, GRADES = 5_000, 5
_PAGE = "/recovery"


def figures() -> Iterator[Figure]:
    """All measurements of the recovery board."""
    with prepared_site() as launch:
        outside.run(launch.environment, "graded-board", str(RESPONSES))
        with launch.running() as site:
            yield latency("board.graded", visited(site, _PAGE), PAGE_MS)
            times = [_after_a_grade(site) for _ in range(GRADES)]
            yield Figure("board.graded_cold", 1e3 * median(times), "ms", len(times))


def _after_a_grade(site: Server) -> float:
    """Seconds that the first visit takes after a new grade has arrived."""
    outside.run(site.environment, "grade")
    (seconds,) = visited(site, _PAGE, warmed=0, visits=1)
    return seconds
