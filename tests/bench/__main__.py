"""Measure and print one JSON object a line: name, value, unit, n, and what was promised of it."""

from __future__ import annotations

import argparse

from tests.bench import agreement, board, grading, pages, site, worlds

GROUPS = {
    "worlds": worlds.figures,
    "site": site.figures,
    "pages": pages.figures,
    "board": board.figures,
    "grading": grading.figures,
    "agreement": agreement.figures,
}


def main() -> None:
    """Print the figures of the groups that were asked for; of all if none was."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="group", help=" or ".join(GROUPS))
    chosen = parser.parse_args().groups or list(GROUPS)
    if unknown := set(chosen) - set(GROUPS):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    for group in chosen:
        for figure in GROUPS[group]():
            print(figure.line(), flush=True)


if __name__ == "__main__":
    main()
