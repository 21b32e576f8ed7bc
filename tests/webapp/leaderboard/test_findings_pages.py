"""The pages of findings: what they say, to whom, and at what cost."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.webapp.leaderboard.courses import RETRIEVAL, analysed, needed, replied, under
from tests.webapp.leaderboard.records import contestant_named, instance_of, scored
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.benchmark.models import Suite
from webapp.leaderboard.findings import PAGES
from webapp.leaderboard.findings_figures import MOST_DRAWN
from webapp.leaderboard.kept import forget
from webapp.leaderboard.sets import condition_sets

TASKS = [f"task {number}" for number in range(6)]
DASH = "\N{EN DASH}"
KNOWN: dict[str, Any] = {"new": (1_000, 60, 400), "billed": (1_500, 2_000, 60)}


def a_field() -> None:
    """An agent with all tools, with ten and by retrieval, and a built-in one."""
    for number, task in enumerate(TASKS):
        instance = instance_of(task)
        full = scored("agent", instance, 0)
        analysed(replied(full, 10**9), *["clean_slate"] * (number < 3), **KNOWN)
        analysed(under(needed(10), "agent", instance), **KNOWN)
        latent: dict[str, Any] = (
            {"latent_in_view": (0, 1), "latent_called": (1, 1)} if number == 0 else {}
        )
        analysed(under(RETRIEVAL, "agent", instance), in_view=(1, 2), **latent)
        analysed(scored("built in", instance))


def digest_of(words: str) -> str:
    """The hash of the set of conditions that is told in these words."""
    return next(known.digest for known in condition_sets() if known.words == words)


def by_retrieval() -> str:
    """The hash of the conditions under which tools are retrieved."""
    return digest_of("the 30 tools listed that bm25 finds nearest")


def told(html: str) -> dict[str, Any]:
    """The figure in a page."""
    place = next(tag for tag in Markup(html).all("div") if tag.get("id") == "plot")
    figure: dict[str, Any] = json.loads(place["data-figure"])
    return figure


def lines(text: str) -> list[dict[str, str]]:
    """CSV, read."""
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("what", PAGES)
def test_everybody_reads_them_and_no_tool_is_named(
    what: str, nobody: Persona, owner: Persona, researcher: Persona
) -> None:
    a_field()
    for persona in (nobody, owner, researcher):
        for query in ({}, {"conditions": by_retrieval()}, {"level": "1", "app": "LightShop"}):
            page = persona.page(f"/findings/{what}", **query)
            assert faults(page) == []
            assert "agent" in text_of(page)
            assert "secret_tool" not in page
            table = persona.page(f"/findings/{what}.csv", **query)
            assert "secret_tool" not in table


def test_the_first_page_is_led_to_with_what_was_chosen(nobody: Persona) -> None:
    assert nobody.get("/findings")["Location"] == "/findings/distractors"
    assert (
        nobody.get("/findings", level="2", page="3")["Location"] == "/findings/distractors?level=2"
    )
    assert nobody.get("/findings/else").status_code == 404
    assert nobody.get("/findings/else.csv").status_code == 404


@pytest.mark.parametrize("what", PAGES)
def test_before_anything_is_attempted_they_say_what_to_run(what: str, nobody: Persona) -> None:
    page = nobody.page(f"/findings/{what}")
    assert faults(page) == []
    assert "manage.py run_agent full_context --model MODEL --base-url URL" in text_of(page)
    assert lines(nobody.page(f"/findings/{what}.csv")) == []

    scored("agent", instance_of())
    Suite.objects.update(version="older")
    assert "1 attempt at older versions of the suite is left out" in text_of(
        nobody.page(f"/findings/{what}")
    )


def test_each_says_what_to_run_where_it_has_nothing_to_tell(nobody: Persona) -> None:
    scored("agent", instance_of())
    commands = {
        "distractors": "run_agent distractors --model MODEL --base-url URL --distractors 0",
        "cost": "manage.py run_agent full_context --model MODEL --base-url URL",
        "patterns": "manage.py run_agent full_context --model MODEL --base-url URL",
        "recall": "manage.py run_agent iterative_rag --model MODEL --base-url URL",
    }
    for what, command in commands.items():
        page = nobody.page(f"/findings/{what}")
        assert faults(page) == []
        assert command in text_of(page)
        assert "data-figure" not in page


def test_the_page_of_distractors_tells_the_change_and_what_it_is_of(nobody: Persona) -> None:
    a_field()
    text = text_of(nobody.page("/findings/distractors"))
    assert "1 of 1 contestant clearly solves less with the most tools than with the fewest" in text
    assert "6 shared instances of 6 tasks" in text
    assert "Change from 10 to all \N{MINUS SIGN}100.0" in text
    assert "1 more contestant was run under one number alone, and has no curve." in text
    found = lines(nobody.page("/findings/distractors.csv"))
    assert [(line["distractors"], line["success"]) for line in found] == [
        ("10", "1.0"),
        ("all", "0.0"),
    ]
    assert {line["compared_by"] for line in found} == {digest_of("default conditions")}


def test_where_no_instance_is_shared_the_page_says_so(nobody: Persona) -> None:
    scored("agent", instance_of("one"))
    under(needed(3), "agent", instance_of("two"))
    page = nobody.page("/findings/distractors")
    assert "no instance has a score under all of these numbers" in text_of(page)
    assert "data-figure" not in page
    assert faults(page) == []


def test_the_page_of_costs_tells_tokens_and_dollars(nobody: Persona) -> None:
    a_field()
    text = text_of(nobody.page("/findings/cost"))
    billed = "1,500 2,000 60 3,560 2.4 \N{MULTIPLICATION SIGN} new"
    assert f"agent agent 6 1,000 400 60 1,460 {billed} 2,060 0.00100" in text
    assert "weighs an uncached token 1, a cached one 0.1 and one of output 6" in text
    assert "1 more contestant has no replies that are known here" in text
    assert "Reported by the paper: ComplexMCP" in text
    assert "Claude-opus-4 Iterative RAG 358 872 3,473" in text
    (line,) = lines(nobody.page("/findings/cost.csv"))
    assert (line["usd"], line["billed_cached"]) == ("0.001", "2000.0")


def test_unknown_usage_and_prices_are_told_as_such(nobody: Persona) -> None:
    analysed(scored("untold", instance_of()), new=(9, None, None), billed=(None,) * 3)
    analysed(scored("unpriced", instance_of()), **KNOWN)
    page = nobody.page("/findings/cost")
    assert faults(page) == []
    no_figures = " ".join([DASH] * 10)
    untold = f"untold agent 0 of 1: the rest tell no usage {no_figures} no price"
    assert untold in text_of(page)
    assert f"2,060 {DASH} no price" in text_of(page)


def test_the_page_of_patterns_counts_and_leads_researchers_to_the_attempts(
    nobody: Persona, researcher: Persona
) -> None:
    a_field()
    page = nobody.page("/findings/patterns")
    assert "Of 6 failed attempts, 3 show clean slate, 0 show saturation and 0 show" in text_of(page)
    assert "agent agent of 6 failed 0.0 50.0" in text_of(page)
    assert "12 of 12 ended attempts are analysed." in text_of(page)
    assert "/findings/showing" not in page

    links = Markup(researcher.page("/findings/patterns")).links()
    wanted = next(link for link in links if "clean_slate&of=failed" in link)
    listed = researcher.page(wanted)
    assert faults(listed) == []
    assert "Clean slate: 3 of 6 failed attempts" in text_of(listed)
    assert "It is told of clean_slate at secret_tool." in listed
    attempts = contestant_named("agent").attempts.filter(conditions__body__access="all")
    own = attempts.get(instance__task__name="task 2")
    assert f"/attempts/{own.pk}#on-the-way" in listed
    assert f"/attempts/{own.pk}#event-2" in listed
    none = researcher.page(wanted.replace("clean_slate", "none").replace("failed", "all"))
    assert "No pattern: 3 of 6 attempts" in text_of(none)
    empty = researcher.page(wanted.replace("clean_slate", "defeatism"))
    assert "None of them shows it." in text_of(empty)


def test_what_is_no_cell_of_the_table_lists_nothing(researcher: Persona, owner: Persona) -> None:
    a_field()
    for query in ({}, {"contestant": "x"}, {"contestant": "1", "record": "1", "pattern": "x"}):
        page = researcher.page("/findings/showing", **query)
        assert faults(page) == []
        assert "leads to its attempts here" in text_of(page)
    assert owner.get("/findings/showing").status_code == 404


def test_what_is_withheld_is_said_to_be(nobody: Persona) -> None:
    analysed(scored("short", instance_of(), 0), "clean_slate")
    text = text_of(nobody.page("/findings/patterns"))
    assert "would tell which of them hold a trap. Researchers see it." in text
    assert lines(nobody.page("/findings/patterns.csv")) == []

    a_field()
    text = text_of(nobody.page("/findings/patterns"))
    assert "1 more contestant with attempts or failures at fewer than five tasks is told" in text


def test_the_page_of_recall_has_both_kinds_apart(nobody: Persona) -> None:
    a_field()
    elsewhere = nobody.page("/findings/recall")
    assert "Choose conditions under which tools are retrieved" in text_of(elsewhere)
    assert f"/findings/recall?conditions={by_retrieval()}" in elsewhere

    page = nobody.page("/findings/recall", conditions=by_retrieval())
    assert "agent agent 6 50.0 100.0 0.0 no interval n = 1 100.0 no interval n = 1" in text_of(page)
    (line,) = lines(nobody.page("/findings/recall.csv", conditions=by_retrieval()))
    assert (line["in_view"], line["latent_in_view"], line["latent_called"]) == ("0.5", "0.0", "1.0")


def test_names_are_text_and_nothing_else(nobody: Persona) -> None:
    for name in ("<b>bold</b>", "=SUM(A1)", "\u202eevil", "x" * 100):
        for task in TASKS:
            analysed(scored(name, instance_of(task), 0), **KNOWN)
        for task in TASKS[1:]:  # fewer, so that the others are shown first
            under(needed(1), name, instance_of(task))
    for what in ("distractors", "cost", "patterns"):
        page = nobody.page(f"/findings/{what}")
        assert faults(page) == []
        assert "<b>bold" not in page
        assert "\u202e" not in page
        assert "&lt;b&gt;bold&lt;/b&gt;" in json.dumps(told(page))
        found = {line["contestant"] for line in lines(nobody.page(f"/findings/{what}.csv"))}
        assert "'=SUM(A1)" in found


def test_the_figures_show_what_the_tables_say(nobody: Persona) -> None:
    a_field()
    curve = told(nobody.page("/findings/distractors"))
    assert curve["data"][0]["y"] == [100, 0]
    assert curve["layout"]["xaxis"]["ticktext"] == ["10", "all"]

    bars = {
        (bar["name"], bar.get("xaxis", "x")): bar["x"]
        for bar in told(nobody.page("/findings/cost"))["data"]
    }
    assert bars == {
        ("prompt, once", "x"): [1_000],
        ("responses", "x"): [400],
        ("output", "x"): [60, 60],
        ("billed uncached", "x"): [1_500],
        ("billed cached", "x"): [2_000],
        ("uncached", "x2"): [1_500],
        ("cached", "x2"): [200],
        ("output", "x2"): [360],
    }
    shares = {bar["name"]: bar["x"] for bar in told(nobody.page("/findings/patterns"))["data"]}
    assert shares == {
        "saturation": [None],
        "clean slate": [50],
        "defeatism": [None],
        "none of them": [50],
    }, "no bar stands for nothing: its edge would be seen"
    recall = told(nobody.page("/findings/recall", conditions=by_retrieval()))
    assert {bar["name"]: bar["x"] for bar in recall["data"]} == {
        "needed, in view": [50],
        "needed, called": [100],
        "latent, in view": [None],
        "latent, called": [100],
    }


def test_long_names_and_numbers_leave_room_on_a_narrow_screen(nobody: Persona) -> None:
    analysed(scored("a model of many words, <r>, text", instance_of()), **KNOWN)

    layout = told(nobody.page("/findings/cost"))["layout"]

    name = "a model of many<br>words, &lt;r…"
    assert layout["yaxis"]["ticktext"] == [f"{name}, new", "billed"]
    assert layout["yaxis2"]["ticktext"] == [name]
    for axis, title in (
        ("xaxis", "Tokens for each attempt"),
        ("xaxis2", "Price, in uncached tokens"),
    ):
        told_of = layout[axis]
        assert told_of["title"]["text"] == title
        assert (told_of["tickformat"], told_of["nticks"], told_of["tickangle"]) == ("~s", 5, 0)


def test_the_tab_is_called_after_what_it_shows(nobody: Persona) -> None:
    assert "Distractors Cost Failure patterns Recall" in text_of(nobody.page("/findings/patterns"))


def test_of_many_contestants_the_figure_has_the_first_and_says_so(nobody: Persona) -> None:
    for number in range(MOST_DRAWN + 1):
        analysed(scored(f"agent {number}", instance_of()), **KNOWN)
    page = nobody.page("/findings/cost")
    assert "the first 8 by name; the table has all 9" in text_of(page)
    assert len(told(page)["layout"]["yaxis2"]["ticktext"]) == MOST_DRAWN


def test_choices_are_kept_from_page_to_page(nobody: Persona) -> None:
    a_field()
    page = nobody.page("/findings/cost", level="1", app="x", page="4")
    assert 'class="errorlist"' in page
    page = nobody.page("/findings/cost", level="1")
    for what in PAGES:
        assert f"/findings/{what}?level=1" in Markup(page).links()
    assert "/findings/cost.csv?level=1" in Markup(page).links()


def test_the_number_of_queries_does_not_grow(nobody: Persona, researcher: Persona) -> None:
    def queries(persona: Persona, path: str) -> int:
        forget()
        with CaptureQueriesContext(connection) as found:
            persona.page(path)
        return len(found)

    a_field()
    paths = [f"/findings/{what}{kind}" for what in PAGES for kind in ("", ".csv")]
    before = {path: queries(nobody, path) for path in paths}
    contestant = contestant_named("agent")
    record = contestant.attempts.filter(conditions__body__access="all")[0].conditions_id
    cell = f"/findings/showing?contestant={contestant.pk}&record={record}&pattern=clean_slate"
    researcher.page(cell)  # which notes that somebody came
    listed = queries(researcher, cell)
    for seed in range(2, 5):
        for task in TASKS:
            for name in ("agent", f"agent {seed}"):
                instance = instance_of(task, seed)
                analysed(replied(scored(name, instance, 0), 1, 2), "clean_slate", **KNOWN)
                under(needed(10), name, instance)
    assert {path: queries(nobody, path) for path in paths} == before
    assert queries(researcher, cell) == listed
    assert max(before.values()) < 22


@pytest.mark.parametrize("path", ["/findings", "/findings/cost", "/findings/cost.csv"])
def test_they_are_only_read(path: str, owner: Persona) -> None:
    assert owner.post(path).status_code == 405


def test_the_page_of_a_contestant_leads_there(nobody: Persona) -> None:
    a_field()
    digest = digest_of("default conditions")
    page = nobody.page(f"/contestants/{contestant_named('agent').pk}", conditions=digest)
    assert faults(page) == []
    for what in PAGES:
        assert f"/findings/{what}?conditions={digest}" in Markup(page).links()
