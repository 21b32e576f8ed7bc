"""The document about retrieval: what it is, and how much of what tasks need is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import fill

from agents.retrieval import Case, Measured, Retriever, Searched, measured, searched
from evaluators import Estimate
from sandboxes import catalogue
from sandboxes.tasks import CANARY
from webapp.benchmark.loading import PUBLIC_SEEDS

NUMBERS = (10, 30, 60, 100)
SHORT = (30, 60)
_WIDTH = 100
_GROUPS: dict[str, Callable[[Case], bool]] = {
    "level 1": lambda case: case.level == 1,
    "level 2": lambda case: case.level == 2,
    "level 3": lambda case: case.level == 3,
    "one app": lambda case: case.apps == 1,
    "two apps": lambda case: case.apps == 2,
    "three or more apps": lambda case: case.apps > 2,
}

_TEXT = """# Retrieval

A subject need not be shown all {tools} tools. It can be shown the k that fit the instruction best,
or none but those that it looks for in its own words, as often as it likes (`retrieve_tools`). All
others can be called all the same. What finds tools is a retriever:

| retriever | what it is | version |
| --- | --- | --- |
{versions}

The version is a hash of the catalogue, the libraries' versions, the settings and the vectors. It
belongs to an attempt's conditions.

A tool is found by "(name) description", as in the published benchmark, whose retriever was
all-MiniLM-L6-v2. Its arguments are left out, as there. Whatever the words, k tools are found; those
that fit equally well follow in catalogue order.

**BM25** is the library bm25s with its own k1 and b, over words without endings (Snowball's English
stemmer). The older rank-bm25 goes through all tools in Python for each word, and took more than ten
times as long. Of the library's two lists of common words the larger is left out, since instructions
are letters in the first person. These settings were seen at work on the public instances before
they were chosen, so that BM25 may look a little better here than on others: recall of needed tools
at k = 30 was 59.9 % as it is, 59.4 % with the arguments' names added, 55.8 % without the stemmer,
55.5 % with the smaller list.

**MiniLM** is an optional extra: `requirements-retrieval.txt`, 130 MB installed. Its weights have
8 bits. The tools' vectors lie in `agents/retrieval/tools.npz`; `python -m agents.retrieval` makes
them anew after the catalogue has changed, and until then the file is refused. Only the query is
embedded at run time. The model reads the first 256 word pieces of a text; some long instructions
have more, and their ends are not seen. Processors differ in how they add up 8 bits, so that figures
may differ a little on another machine. The word pieces are those of BERT base uncased
(`agents/retrieval/vocabulary/`, by Google, Apache License 2.0).

## What is measured

The query is the instruction alone, of every instance of the public seeds {first}-{last} of the
{suite} suite: {instances} instances of {templates} templates.

- **needed**: the share of the tools which the task needs that are among the first k, mean over
  instances. Needed are the tools that the gold calls under the default faults, in both branches of
  a condition.
- **latent**: the same of its latent prerequisites, over the {with_latent} instances that have any.
  A needed tool is one if it provides something that another needed tool requires, by what the two
  declare, and if no word of its name that says what it is about occurs in the instruction
  ([trajectories](trajectories.md)). Words are compared without endings ("booking" is "book", but
  "payment" isn't "pay").
- **all**: the share of instances of which every needed tool is among the first k.

Intervals are of 95 %, by bootstrap clustered by template; of no width where all templates came out
alike, which does not mean that the next would. Tools listed at random would find
{chances}.

## What was found

| retriever | k | needed | latent | all |
| --- | --- | --- | --- | --- |
{whole}

{verdict}

## By level and by number of apps

| retriever | tasks | instances | k | needed | latent | all |
| --- | --- | --- | --- | --- | --- | --- |
{groups}

## By template

Means over the public seeds in per cent, needed / latent, at k = {short}; and the latent
prerequisites at any of these seeds. Made by `manage.py describe_retrieval`; a test compares it.

{canary}

| template | {heads} | latent prerequisites |
| --- | {rules} | --- |
{rows}
"""
_WHAT = {
    "bm25": "the default: ranks by shared words, of which rare ones weigh more (Okapi BM25)",
    "minilm": "the published one: ranks by the cosine of sentence embeddings (all-MiniLM-L6-v2)",
}

Found = Mapping[str, Sequence[Searched]]


def describe_retrieval(suite: str, found: Sequence[Case], retrievers: Sequence[Retriever]) -> str:
    """The document, Markdown.

    Args:
        suite: Name of the suite.
        found: Its public instances.
        retrievers: What to measure: BM25 first, then MiniLM.
    """
    searches = {
        retriever.name: searched(found, retriever, max(NUMBERS)) for retriever in retrievers
    }
    return _TEXT.format(
        tools=len(catalogue()),
        versions="\n".join(map(version_row, retrievers)),
        suite=suite,
        first=PUBLIC_SEEDS[0],
        last=PUBLIC_SEEDS[-1],
        instances=len(found),
        templates=len({case.task for case in found}),
        with_latent=sum(bool(case.latent) for case in found),
        chances=_listed([f"{100 * k / len(catalogue()):.0f} % at k = {k}" for k in NUMBERS]),
        whole="\n".join(_whole(searches)),
        verdict=_verdict(searches),
        groups="\n".join(_groups(searches)),
        short=_listed([str(k) for k in SHORT]),
        canary=CANARY,
        heads=" | ".join(f"{name} {k}" for name in searches for k in SHORT),
        rules=" | ".join("---" for _ in searches for _ in SHORT),
        rows="\n".join(template_rows(searches)),
    )


def version_row(retriever: Retriever) -> str:
    """A retriever's row in the table of versions."""
    return f"| {retriever.name} | {_WHAT[retriever.name]} | `{retriever.version}` |"


def _whole(searches: Found) -> Iterator[str]:
    for name, mine in searches.items():
        for k in NUMBERS:
            yield f"| {name} | {k} | {_figures(measured(mine, k))} |"


def _groups(searches: Found) -> Iterator[str]:
    for name, mine in searches.items():
        for title, belongs in _GROUPS.items():
            some = [search for search in mine if belongs(search.case)]
            for k in NUMBERS:
                yield f"| {name} | {title} | {len(some)} | {k} | {_figures(measured(some, k))} |"


def _figures(found: Measured) -> str:
    return " | ".join(_estimate(each) for each in (found.needed, found.latent, found.complete))


def _estimate(found: Estimate) -> str:
    if found.mean is None:
        return "-"
    if found.low is None or found.high is None:
        return _percent(found.mean)
    return f"{_percent(found.mean)} ({100 * found.low:.1f} to {100 * found.high:.1f})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def template_rows(searches: Found) -> Iterator[str]:
    """The rows of the table of templates.

    Args:
        searches: By retriever, what it found for the same instances in the same order.
    """
    some = next(iter(searches.values()))
    for task in dict.fromkeys(search.case.task for search in some):
        latent = sorted({name for s in some if s.case.task == task for name in s.case.latent})
        cells = [
            _cell(measured([search for search in mine if search.case.task == task], k))
            for mine in searches.values()
            for k in SHORT
        ]
        told = ", ".join(f"`{name}`" for name in latent) or "none"
        yield f"| `{task}` | {' | '.join(cells)} | {told} |"


def _cell(found: Measured) -> str:
    parts = (found.needed.mean, found.latent.mean)
    return " / ".join("-" if part is None else f"{100 * part:.0f}" for part in parts)


_VERDICT = (
    "At k = {k}, every tool that the gold calls is listed in {complete} of the instances; in the "
    "others a subject that is shown the top k of the instruction has to find another way, or guess "
    "a name that it was never shown, so that a low score of this strategy tells of the retriever "
    "as much as of the model. Of latent prerequisites {latent} are found, against {needed} of all "
    "needed tools: a subject that looks again, in words of its own, may close that gap, and how "
    "wide it is depends on how tools happen to be described here."
)


def _verdict(searches: Found) -> str:
    """What to make of it, in two sentences."""
    k = SHORT[-1]
    at_k = {name: measured(mine, k) for name, mine in searches.items()}
    return fill(
        _VERDICT.format(
            k=k,
            complete=_by_retriever({name: found.complete for name, found in at_k.items()}),
            latent=_by_retriever({name: found.latent for name, found in at_k.items()}),
            needed=_by_retriever({name: found.needed for name, found in at_k.items()}),
        ),
        _WIDTH,
    )


def _by_retriever(found: Mapping[str, Estimate]) -> str:
    return _listed([f"{_percent(each.mean or 0.0)} ({name})" for name, each in found.items()])


def _listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
