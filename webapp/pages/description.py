"""The document that describes a suite: its table, and how large its tasks are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string

from sandboxes.tasks import CANARY, TRAPS, Size, Template, templates
from webapp.benchmark.loading import PUBLIC_SEEDS
from webapp.pages.histogram import HEIGHT, WIDTH, Histogram
from webapp.pages.suites import LEVELS, calls_drawn, tools_drawn
from webapp.pages.words import in_words

_STYLE = """<style>
  .line { stroke: #9996; }
  .bar { fill: #c2901c; }
  text { fill: #808080; font: 10.5px sans-serif; }
  .value { text-anchor: end; }
  .span { text-anchor: middle; }
</style>"""

_HEAD = """# The {suite} suite

{tasks} templates over seeded worlds, each with any number of instances; figures are of the public
seeds {first}-{last}. Made by `manage.py describe_suite`; a test compares it with the suite.

{canary}

| level | templates |
| --- | --- |
{levels}

| apps that a template needs | templates |
| --- | --- |
{crossings}

| trap | templates | what it is |
| --- | --- | --- |
{traps}

## How large they are

{calls}: calls of the gold, without faults.

![Histogram of the golds' calls](figures/gold-calls.svg)

{tools}: distinct tools of the gold.

![Histogram of the golds' distinct tools](figures/gold-tools.svg)

## All templates

`calls` and `tools` are of the gold, from least to most over the public seeds.

| template | level | apps | traps | calls | tools | what it asks |
| --- | --- | --- | --- | --- | --- | --- |
{rows}
"""


@dataclass(frozen=True)
class Description:
    """A suite, described.

    Args:
        text: The document, Markdown.
        figures: Drawings by file name, SVG.
    """

    text: str
    figures: dict[str, str]


def describe(suite: str, found: Sequence[Size]) -> Description:
    """Describe a suite.

    Args:
        suite: Its name.
        found: The `sizes` of its instances.
    """
    known = list(templates(suite).values())
    calls = calls_drawn([size.calls for size in found])
    tools = tools_drawn([size.tools for size in found])
    assert calls is not None
    assert tools is not None
    text = _HEAD.format(
        suite=suite,
        tasks=len(known),
        first=PUBLIC_SEEDS[0],
        last=PUBLIC_SEEDS[-1],
        canary=CANARY,
        levels="\n".join(_levels(known)),
        crossings="\n".join(_crossings(known)),
        traps="\n".join(_traps(known)),
        calls=_sentence(calls),
        tools=_sentence(tools),
        rows="\n".join(_row(template, found) for template in known),
    )
    return Description(text, {"gold-calls.svg": drawn(calls), "gold-tools.svg": drawn(tools)})


def drawn(histogram: Histogram) -> str:
    """A histogram as a file of its own, with its colours in it."""
    context = {"histogram": histogram, "width": WIDTH, "height": HEIGHT}
    svg = render_to_string("pages/histogram.html", context)
    return svg.replace(">", f">{_STYLE}", 1)


def _sentence(histogram: Histogram) -> str:
    return histogram.sentence[:1].upper() + histogram.sentence[1:]


def _levels(known: Sequence[Template]) -> Iterator[str]:
    for level, note in LEVELS.items():
        yield f"| {level}: {note} | {sum(template.level == level for template in known)} |"


def _crossings(known: Sequence[Template]) -> Iterator[str]:
    for number, name in ((1, "one"), (2, "two"), (3, "three or more")):
        count = sum(min(len(template.apps), 3) == number for template in known)
        yield f"| {name} | {count} |"


def _traps(known: Sequence[Template]) -> Iterator[str]:
    for trap, meaning in TRAPS.items():
        count = sum(trap in template.traps for template in known)
        yield f"| {in_words(trap)} | {count} | {meaning} |"


def _row(template: Template, found: Sequence[Size]) -> str:
    mine = [size for size in found if size.task == template.id]
    cells = (
        f"`{template.id}`",
        str(template.level),
        ", ".join(template.apps),
        ", ".join(in_words(trap) for trap in template.traps) or "none",
        _span([size.calls for size in mine]),
        _span([size.tools for size in mine]),
        template.summary,
    )
    return f"| {' | '.join(cells)} |"


def _span(values: Sequence[int]) -> str:
    if not values:
        return "none"
    least, most = min(values), max(values)
    return str(least) if least == most else f"{least}-{most}"
