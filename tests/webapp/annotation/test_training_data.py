"""Training data: only what is graded whole, seen by a researcher, and exactly what was said."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from agents.react import demonstrated_instances
from evaluators.sde import DIMENSIONS, GRADED, sde_score
from evaluators.training_data import Exclusion
from tests.agents.fake_openai import FakeOpenAI
from tests.webapp.annotation.builders import MOMENT, annotator, campaign, graded
from tests.webapp.annotation.training import good_and_bad, sampled, training_scene
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.acting import acted, submitted, without_drawn_titles
from tests.webapp.recovery.builders import opened
from tests.webapp.runs.sets import only_run, worked
from tests.webapp.runs.test_replanning import attempt_of, good, planned, replanning, used
from webapp.annotation.models import Campaign, Judge, JudgeRun, Reading, ReadingState, Role
from webapp.annotation.training_data import (
    Asked,
    NotChosen,
    candidates,
    choose,
    held_out_names,
    undo,
)
from webapp.annotation.training_export import Export
from webapp.annotation.training_models import TrainingChoice, TrainingKind
from webapp.annotation.training_scores import NoSource, scored_responses, sources
from webapp.attempts.models import ScoreRecord
from webapp.benchmark.models import Instance, Split
from webapp.recovery.opinions import graded_responses

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/grading/training-data"
SINGLE, PAIRS = Asked(TrainingKind.SFT), Asked(TrainingKind.DPO)


def keys(asked: Asked) -> list[str]:
    """The candidates."""
    return [one.key for one in candidates(asked).found]


def excluded(asked: Asked) -> dict[str, int]:
    """Why responses are none."""
    counts = candidates(asked).report.excluded
    return {str(why): count for why, count in counts.items() if count}


def records(asked: Asked, **more: Any) -> list[dict[str, Any]]:
    """What is exported."""
    return [json.loads(line) for line in Export(candidates(asked), **more).lines()]


def test_candidates_are_selected_by_the_points_of_people_and_program() -> None:
    training_scene()
    [example] = candidates(SINGLE).found
    assert example.key.startswith("sft-")
    [single] = records(SINGLE, undecided=True)
    assert (single["points"], single["source"]) == (15.0, {"graded": "people", "facts": "program"})
    [pair] = records(PAIRS, undecided=True)
    assert pair["points"]["chosen"] == 15.0
    assert 3 <= pair["points"]["rejected"] < 10
    assert pair["instance"] == "tell_two_travellers-1/1"
    assert excluded(SINGLE) == {"few_points": 1}


def test_what_goes_out_is_what_the_replanner_was_sent_and_what_it_answered() -> None:
    with FakeOpenAI(lambda body: good(used())) as fake:
        attempt = attempt_of(only_run(worked(planned(replanning(fake.base_url)))))
        first, second = (body["messages"] for body in fake.bodies[:2])
    graded(sampled(campaign(graders=1), attempt), annotator("ana"), 1.0)
    [record] = records(SINGLE, undecided=True)
    assert record["messages"][:-1] == first
    assert record["messages"] == second[: len(first) + 1]


def test_who_wrote_no_reply_is_given_the_one_that_would_have_submitted_the_same() -> None:
    _, sample, _ = training_scene()
    [record] = records(SINGLE, undecided=True)
    said = record["messages"][-1]["content"]
    thought, _, plan = said.partition("\n<plan>")
    assert thought == f"<thought>{sample.body['thought']}</thought>"
    assert json.loads(plan.removesuffix("</plan>")) == sample.body["after"]


def test_an_item_that_nobody_could_judge_keeps_a_response_out() -> None:
    sample = sampled(campaign(graders=1), acted("oracle", opened()))
    graded(sample, annotator("ana"), {**dict.fromkeys(GRADED, 1.0), "D4": None})
    assert keys(SINGLE) == []
    assert candidates(SINGLE).report.unscored_items == {"D4": 1}


def test_only_an_attempts_first_response_answers_the_prompt_that_goes_out() -> None:
    where, grader = campaign(graders=1), annotator("ana")
    attempt = opened()
    submitted(attempt, {"nodes": []}, "Nothing.")
    acted("oracle", attempt)
    graded(sampled(where, attempt, which=1), grader, 1.0)
    graded(sampled(where, acted("oracle", opened())), grader, 1.0)
    report = candidates(SINGLE).report
    assert (report.excluded[Exclusion.LATER], report.selected) == (1, 1)
    assert report.unscored_items == {}


def test_s5_is_of_each_response_and_e5_of_its_attempt_as_on_the_board() -> None:
    where, grader = campaign(graders=1), annotator("ana")
    attempt = opened()
    submitted(attempt, {"nodes": []}, "Nothing.")
    acted("oracle", attempt)
    for which in (0, 1):
        graded(sampled(where, attempt, which=which), grader, 1.0)
    refused, taken = scored_responses("people")
    assert (refused.items["S5"], taken.items["S5"]) == (0.0, 1.0)
    efficacy = json.loads(ScoreRecord.objects.get(attempt=attempt).body)["efficacy"]
    assert refused.items["E5"] == taken.items["E5"] == efficacy
    assert 0 < efficacy < 1, "the refused plan cost a round"
    on_board = [
        one.scores(efficacy)["people"]
        for one in graded_responses([attempt.conditions_id])[attempt.pk]
    ]
    for response, score in zip((refused, taken), on_board, strict=True):
        assert sde_score(response.items, response.sources).dimensions == score.dimensions


def test_without_a_score_of_the_attempt_e5_is_unscored_and_no_zero() -> None:
    _, sample, _ = training_scene()
    ScoreRecord.objects.filter(attempt=sample.attempt).delete()
    assert candidates(SINGLE).report.unscored_items == {"E5": 1}


def test_nobody_sees_points_of_what_may_still_be_graded() -> None:
    """Researchers grade as well: what is theirs to grade must not be shown to them before."""
    _, sample, bad = training_scene(graders=2)
    assert keys(SINGLE) == []
    assert excluded(SINGLE) == {"unfinished": 2}
    bao = annotator("bao")
    graded(sample, bao, 1.0)
    assert len(keys(SINGLE)) == 1
    other = sampled(campaign("Second round", graders=2), sample.attempt)
    assert keys(SINGLE) == [], "the same response waits in another campaign"
    Campaign.objects.filter(pk=other.campaign_id).update(closed_at=MOMENT)
    assert len(keys(SINGLE)) == 1
    sampled(campaign("Third round", graders=1), sample.attempt, role=Role.GOLD)
    assert keys(SINGLE) == [], "gold goes to whoever comes"
    Campaign.objects.update(closed_at=MOMENT)
    assert keys(PAIRS) == [], "one of the two was graded by one person alone, of two"
    graded(bad, bao, 0.5)
    assert len(keys(PAIRS)) == 1


def test_private_instances_examples_and_held_out_queries_stay_out() -> None:
    _, sample, _ = training_scene()
    held_out = Asked(TrainingKind.SFT, held_out=frozenset({sample.cluster, "no_such_query"}))
    assert excluded(held_out) == {"held_out": 2}
    assert candidates(held_out).unmatched == ["no_such_query"]
    instance = sample.attempt.instance
    Instance.objects.filter(pk=instance.pk).update(split=Split.PRIVATE)
    assert excluded(SINGLE) == {"private": 2}
    Instance.objects.filter(pk=instance.pk).update(split=Split.PUBLIC)
    name, _, seed = next(iter(demonstrated_instances())).rpartition("/")
    instance.task.name = name
    instance.task.save()
    Instance.objects.filter(pk=instance.pk).update(seed=int(seed))
    assert excluded(SINGLE) == {"demonstration": 2}


def test_a_judges_points_are_its_own_and_name_it() -> None:
    where, sample, _ = training_scene()
    judge = Judge.objects.create(
        name="Judge", model="m", rubric="sde", identity="0123456789abcdef", made_at=MOMENT
    )
    run = JudgeRun.objects.create(judge=judge, campaign=where, made_at=MOMENT)
    for dimension, items in DIMENSIONS.items():
        Reading.objects.create(
            run=run,
            judge=judge,
            sample=sample,
            dimension=dimension,
            content=dimension,
            state=ReadingState.SCORED,
            grades={item: {"value": 0.5, "reason": ""} for item in items if item in GRADED},
        )
    by_judge = Asked(TrainingKind.SFT, judge.identity)
    assert (keys(by_judge), excluded(by_judge)) == ([], {"few_points": 1})
    readings = Reading.objects.exclude(dimension="DR")
    for reading in readings:
        reading.grades = {item: {"value": 1.0, "reason": ""} for item in reading.grades}
        reading.save()
    [record] = records(by_judge, undecided=True)
    assert (record["points"], record["source"]["graded"]) == (12.5, judge.identity)
    assert [one.name for one in sources()] == ["people", judge.identity]
    with pytest.raises(NoSource, match="There are: people, 0123456789abcdef"):
        candidates(Asked(TrainingKind.SFT, "nobody"))


def test_a_choice_holds_for_everybody_until_its_maker_undoes_it() -> None:
    training_scene()
    first, second = annotator("ines"), annotator("jun")
    [key] = keys(SINGLE)
    choose(first, SINGLE, key, keep=False, why="  wrong   tone ")
    choose(first, SINGLE, key, keep=False, why="again")
    assert TrainingChoice.objects.get().why == "wrong tone"
    with pytest.raises(NotChosen, match="ines has dropped it meanwhile"):
        choose(second, SINGLE, key, keep=True)
    assert records(SINGLE, undecided=True) == []
    assert undo(second, TrainingKind.SFT) is None
    assert undo(first, TrainingKind.DPO) is None
    assert undo(first, TrainingKind.SFT) is not None
    choose(second, SINGLE, key, keep=True)
    assert len(records(SINGLE)) == 1
    assert records(PAIRS) == []


@pytest.mark.parametrize(
    ("why", "words"), [("", "Say why it is dropped"), ("x" * 301, "has 301 characters; 300 fit")]
)
def test_what_is_dropped_is_dropped_for_a_reason(why: str, words: str) -> None:
    training_scene()
    with pytest.raises(NotChosen, match=words):
        choose(annotator("ines"), SINGLE, keys(SINGLE)[0], keep=False, why=why)
    assert not TrainingChoice.objects.exists()


def test_the_queue_goes_from_one_candidate_to_the_next(researcher: Persona) -> None:
    where, *_ = training_scene()
    good_and_bad(where, annotator("bao"), "alerts_for_the_watch_list-1")
    first, second = keys(SINGLE)
    page = researcher.page(PAGE)
    assert faults(without_drawn_titles(page)) == []
    assert "15 of 15 points" in text_of(page)
    assert first in page

    refused = researcher.post(f"{PAGE}/choose", key=first, keep="0", why=" ").content.decode()
    assert "Say why it is dropped" in text_of(refused)
    assert first in refused
    assert faults(without_drawn_titles(refused)) == []

    after = researcher.after(f"{PAGE}/choose", key=first, keep="1")
    assert second in after
    assert first not in after
    done = researcher.after(f"{PAGE}/choose", key=second, keep="0", why="says too much")
    assert "Everything is decided." in text_of(done)
    undone = researcher.after(f"{PAGE}/undo", kind="sft")
    assert second in undone
    assert "what you had dropped is undecided again" in text_of(undone)


def test_pairs_show_both_responses(researcher: Persona) -> None:
    training_scene()
    page = researcher.page(PAGE, kind="dpo")
    assert faults(without_drawn_titles(page)) == []
    told = text_of(page)
    assert "Two responses to" in told
    assert "Chosen" in told
    assert "Rejected" in told


def test_without_candidates_the_page_says_what_is_needed(researcher: Persona) -> None:
    page = researcher.page(PAGE)
    assert "more than 10 of 15 points" in text_of(page)
    assert faults(without_drawn_titles(page)) == []
    assert "more than 5 apart" in text_of(researcher.page(PAGE, kind="dpo"))


def test_what_was_kept_is_downloaded_and_the_undecided_only_if_wanted(researcher: Persona) -> None:
    _, sample, _ = training_scene()
    assert researcher.page(f"{PAGE}.jsonl", kind="sft") == ""
    [line] = researcher.page(f"{PAGE}.jsonl", kind="sft", undecided="1").splitlines()
    assert set(json.loads(line)) == {"messages", "source", "points", "instance"}
    held_out = {"held_out": sample.cluster, "undecided": "1"}
    assert researcher.page(f"{PAGE}.jsonl", 200, **held_out) == ""
    refused = researcher.page(f"{PAGE}.jsonl", 400, source="nobody")
    assert refused.startswith("source: ")


def exported(tmp_path: Path, *words: str) -> tuple[dict[str, Any], str]:
    """What the command prints with --json, and what it writes."""
    printed, out = StringIO(), tmp_path / "out.jsonl"
    call_command("export_training_data", "--out", str(out), "--json", *words, stdout=printed)
    return json.loads(printed.getvalue()), out.read_text(encoding="utf-8")


def test_the_command_writes_what_was_kept_and_tells_what_was_left_out(tmp_path: Path) -> None:
    _, sample, _ = training_scene()
    choose(annotator("ines"), PAIRS, keys(PAIRS)[0], keep=True)
    told, written = exported(tmp_path, "--kind", "dpo")
    assert (told["written"], told["kept"], told["undecided"], told["outdated"]) == (1, 1, 0, 0)
    assert set(json.loads(written)) == {
        "prompt",
        "chosen",
        "rejected",
        "source",
        "points",
        "instance",
    }
    told, written = exported(tmp_path, "--kind", "sft")
    assert (told["written"], told["undecided"], written) == (0, 1, "")
    names = tmp_path / "held_out"
    names.write_text(f"# for testing\n{sample.cluster}\n\n", encoding="utf-8")
    told, _ = exported(tmp_path, "--kind", "sft", "--undecided", "--held-out", str(names))
    assert (told["written"], told["report"]["excluded"]["held_out"]) == (0, 2)
    printed = StringIO()
    out = str(tmp_path / "o")
    call_command("export_training_data", "--kind", "sft", "--out", out, stdout=printed)
    assert "1 with too few points" in printed.getvalue()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--source", "nobody"), "Nobody called 'nobody' has graded. There are: people."),
        (("--held-out", "no/such/file"), "no/such/file: No such file or directory"),
    ],
)
def test_what_can_not_be_exported_is_said(
    words: tuple[str, ...], error: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError) as caught:
        exported(tmp_path, "--kind", "sft", *words)
    assert str(caught.value) == error
    assert not (tmp_path / "out.jsonl").exists()


def test_an_instance_that_is_made_no_more_has_no_record_and_is_counted() -> None:
    _, sample, _ = training_scene()
    Instance.objects.filter(pk=sample.attempt.instance_id).update(fingerprint="another")
    export = Export(candidates(SINGLE), undecided=True)
    assert list(export.lines()) == []
    assert (export.written, export.outdated) == (0, 1)


def test_names_of_queries_are_read_line_by_line() -> None:
    assert held_out_names(["# those", " a ", "", "b"]) == {"a", "b"}
