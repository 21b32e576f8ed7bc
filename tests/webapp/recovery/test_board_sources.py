"""On the board people's grades and judges' stand by source, apart from rules, and not too early."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluators.judge import _prompts
from evaluators.sde import GRADED
from tests.webapp.annotation.builders import MOMENT, annotator, campaign, graded
from tests.webapp.annotation.readings import judge, read
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.records import instance_of, scored
from webapp.annotation.models import Campaign, Role, Sample, SheetState
from webapp.annotation.passports import source_of
from webapp.attempts.models import Attempt
from webapp.leaderboard.kept import forget
from webapp.recovery.board import Row, read_board, read_types
from webapp.recovery.lines import Line
from webapp.recovery.opinions import graded_responses

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    """Nothing that was made of another test's records stays."""
    forget()
    yield
    forget()


def sample_of(where: Campaign, attempt: Attempt, event: int = 2, **facts: Any) -> Sample:
    """A response of an attempt, whose plan could be run unless it is said to be None."""
    return Sample.objects.create(
        **{
            "campaign": where,
            "attempt": attempt,
            "event_number": event,
            "contestant": attempt.contestant,
            "body": {"after": {"nodes": []}},
            "digest": f"{attempt.pk} {event}",
            "cluster": attempt.instance.task.name.rpartition("-")[0],
            "level": attempt.instance.task.level,
            "place": attempt.pk,
            **facts,
        }
    )


def row() -> Row:
    """The only row of the board."""
    (only,) = read_board(with_gold=True).rows
    return only


def worth(line: Line) -> dict[str, tuple[float | None, ...]]:
    """By source: SI, DR, ES and Avg."""
    return {
        one.source: (*(mean.value for mean in one.dimensions.values()), one.average.value)
        for one in line.sde
    }


def closed(**how: Any) -> Campaign:
    """A campaign in which nothing is given out any more."""
    return campaign(**{"closed_at": MOMENT, "graders": 1, **how})


def test_people_and_judges_are_scored_apart_with_the_facts_of_programs() -> None:
    where, minos = closed(), judge()
    attempt = scored("agent", instance_of("buy", 1, "Null_Error"), efficacy=0.5)
    sample = sample_of(where, attempt)
    graded(sample, annotator("ana"), 1.0)
    graded(sample, annotator("bao"), 1.0)
    read(minos, sample, 0.5)

    found = worth(row().both)
    assert set(found) == {"rule", "people", source_of(minos)}
    assert found["rule"] == (None, None, None, None)
    assert found["people"] == pytest.approx((100, 100, 90, 290 / 3))
    assert found[source_of(minos)] == pytest.approx((60, 50, 50, 160 / 3))
    assert [line.level for line in row().shown] == [None, 1]
    (told,) = read_board(with_gold=True).judges
    assert (told.source, told.status, told.identity) == (
        source_of(minos),
        "provisional",
        minos.identity,
    )


def test_nothing_is_told_as_long_as_somebody_may_still_grade_the_sample() -> None:
    where, minos = campaign(graders=2), judge()
    sample = sample_of(where, scored("agent", instance_of("buy", 1, "Null_Error")))
    read(minos, sample, 1.0)
    graded(sample, annotator("ana"), 1.0)
    assert set(worth(row().both)) == {"rule"}
    second = graded(sample, annotator("bao"), 1.0)
    second.state, second.saved_at = SheetState.RESERVED, None
    second.save()
    assert set(worth(row().both)) == {"rule"}
    second.state, second.saved_at = SheetState.SAVED, MOMENT
    second.save()
    assert set(worth(row().both)) == {"rule", "people", source_of(minos)}


def test_a_response_that_waits_in_another_campaign_is_told_of_when_it_is_done_there() -> None:
    attempt = scored("agent", instance_of("buy", 1, "Null_Error"))
    graded(sample_of(closed(name="Old"), attempt), annotator("ana"), 1.0)
    assert set(worth(row().both)) == {"rule", "people"}
    again = sample_of(campaign("New", graders=1), attempt)
    assert set(worth(row().both)) == {"rule"}
    graded(again, annotator("bao"), 1.0)
    assert set(worth(row().both)) == {"rule", "people"}, "as many as are wanted have graded it"
    third = campaign("Third", graders=1)
    sample_of(third, attempt, digest="with more of it shown")
    assert set(worth(row().both)) == {"rule"}, "it is the same response"
    third.closed_at = MOMENT
    third.save()
    assert set(worth(row().both)) == {"rule", "people"}


def test_the_same_shown_of_another_attempt_is_no_more_told() -> None:
    first, second = (
        scored("agent", instance_of(name, 1, "Null_Error")) for name in ("buy", "sell")
    )
    graded(sample_of(closed(name="Old"), first, digest="same"), annotator("ana"), 1.0)
    where = campaign("New", graders=1)
    sample_of(where, second, digest="same")
    assert set(worth(row().both)) == {"rule"}
    where.closed_at = MOMENT
    where.save()
    assert set(worth(row().both)) == {"rule", "people"}


def test_what_is_told_is_found_in_as_many_queries_however_much_there_is(
    django_assert_num_queries: Any,
) -> None:
    ana = annotator("ana")
    old, new = closed(name="Old"), campaign("New", graders=1)

    def one_more(number: int) -> int:
        attempt = scored("agent", instance_of(f"flow {number}", 1, "Null_Error"))
        graded(sample_of(old, attempt), ana, 1.0)
        if number % 2:
            sample_of(new, attempt)
        return attempt.conditions_id

    conditions = [one_more(number) for number in range(2)]
    with CaptureQueriesContext(connection) as few:
        assert len(graded_responses(conditions)) == 1
    conditions += [one_more(number) for number in range(2, 8)]
    with django_assert_num_queries(len(few)):
        assert len(graded_responses(conditions)) == 4


def test_gold_samples_are_told_when_the_campaign_is_closed_and_training_never() -> None:
    where = campaign(graders=1)
    attempt = scored("agent", instance_of("buy", 1, "Null_Error"))
    gold = sample_of(where, attempt, role=Role.GOLD)
    taught = sample_of(where, attempt, 3, role=Role.TRAINING)
    graded(gold, annotator("ana"), 1.0)
    graded(taught, annotator("bao"), 0.0)
    assert set(worth(row().both)) == {"rule"}
    where.closed_at = MOMENT
    where.save()
    assert worth(row().both)["people"] == (100, 100, 100, 100)


def test_several_responses_of_an_attempt_weigh_as_one_instance() -> None:
    where, ana = closed(), annotator("ana")
    attempt = scored("agent", instance_of("buy", 1, "Null_Error"))
    graded(sample_of(where, attempt, 2), ana, 1.0)
    graded(sample_of(where, attempt, 3, body={"after": None}), ana, 0.0)
    other = scored("agent", instance_of("sell", 1, "Null_Error"))
    graded(sample_of(where, other), ana, 0.0)
    # SI: (100 + 0) / 2 at one instance, 20 at the other, where S5 alone is 1. E5 is the attempt's.
    assert worth(row().both)["people"] == pytest.approx((35, 25, 40, 100 / 3))
    (people,) = (one for one in row().both.sde if one.source == "people")
    assert (people.responses, people.average.n) == (3, 2)


def test_what_is_not_settled_is_unscored_and_no_zero() -> None:
    where = closed()
    sample = sample_of(where, scored("agent", instance_of("buy", 1, "Null_Error")))
    graded(sample, annotator("ana"), 1.0)
    graded(sample, annotator("bao"), {**dict.fromkeys(GRADED, 1.0), "S1": 0.0})
    (people,) = (one for one in row().both.sde if one.source == "people")
    assert people.dimensions["SI"].value is None
    assert people.dimensions["SI"].missing == {"S1": 1}
    assert people.dimensions["DR"].value == 100


def graded_in_part(levels: Mapping[int, float]) -> str:
    """Twenty responses that a judge gives all; people have graded half of them, and give less."""
    where, minos, ana = closed(), judge(), annotator("ana")
    for number in range(20):
        level = 1 + number % 2
        attempt = scored("agent", instance_of(f"flow {number}", level, "Null_Error"))
        sample = sample_of(where, attempt)
        kind = 1.0 if number % 4 < 2 else 0.5
        read(minos, sample, kind)
        if number < 10:
            graded(sample, ana, levels[level] if kind == 1.0 else 0.0)
    return source_of(minos)


def test_where_people_have_graded_a_part_a_judge_is_corrected_by_them() -> None:
    source = graded_in_part({1: 0.5, 2: 0.5})
    both = row().both
    (found,) = both.corrected
    assert (found.source, found.judged, found.graded) == (source, 20, 10)
    judged = worth(both)[source][1]
    assert judged == 75
    corrected = found.dimensions["DR"]
    assert corrected.mean == pytest.approx(25, abs=0.5), "always a half less than the judge gave"
    assert (corrected.n, corrected.clusters) == (10, 10)
    assert corrected.low is not None
    assert corrected.high is not None
    assert corrected.low < 25 < corrected.high
    assert [line.corrected[0].graded for line in row().lines] == [10, 5, 5]


def test_a_judge_that_read_no_more_than_people_graded_has_no_second_line() -> None:
    where = closed()
    sample = sample_of(where, scored("agent", instance_of("buy", 1, "Null_Error")))
    read(judge(), sample, 1.0)
    graded(sample, annotator("ana"), 0.5)
    assert row().both.corrected == ()


def test_by_type_a_source_is_chosen_and_changes_are_relative() -> None:
    source = graded_in_part({1: 1.0, 2: 0.5})
    board = read_board(with_gold=True)
    assert board.sources == [source, "people"]
    table = read_types(board, None, with_gold=True)
    assert table.source == "people"
    (null,) = (one for group in table.groups for one in group.rows if one.type == "Null_Error")
    diagnosis = null.dimensions[1]
    assert diagnosis.name == "DR"
    assert (diagnosis.level_1, diagnosis.level_2) == pytest.approx((60, 30))
    assert diagnosis.change == pytest.approx(-0.5)
    by_judge = read_types(board, None, source, with_gold=True)
    assert by_judge.source == source
    (serial,) = (one for g in by_judge.groups for one in g.rows if one.type == "Serial_Error")
    assert [one.level_1 for one in serial.dimensions] == [None] * 4


def test_few_graded_instances_of_a_type_are_told_to_researchers_alone() -> None:
    where, ana = closed(), annotator("ana")
    for number in range(6):
        attempt = scored("agent", instance_of(f"flow {number}", 1, "Null_Error"))
        if number < 4:
            graded(sample_of(where, attempt), ana, 1.0)
    board = read_board(with_gold=True)
    for with_gold, told in ((True, 100.0), (False, None)):
        groups = read_types(board, None, with_gold=with_gold).groups
        (null,) = (one for group in groups for one in group.rows if one.type == "Null_Error")
        assert null.dimensions[1].level_1 == told
        assert null.level_1.n == 6


def test_what_is_kept_of_the_page_goes_as_soon_as_a_grade_counts(nobody: Persona) -> None:
    where = campaign(graders=1)
    sample = sample_of(where, scored("agent", instance_of("buy", 1, "Null_Error")))
    peoples = "<bdi>people</bdi> "
    assert peoples not in nobody.page("/recovery")
    graded(sample, annotator("ana"), 0.5)
    assert peoples in nobody.page("/recovery")


def test_everybody_reads_the_sources_and_what_judges_they_are(
    nobody: Persona, researcher: Persona
) -> None:
    source = graded_in_part({1: 0.5, 2: 0.5})
    page = nobody.page("/recovery", source=source)
    assert faults(page) == []
    for told in (source, "provisional", "corrected by people", "10 of 20 responses", "Minos 1"):
        assert told in text_of(page)
    assert "/judges/" not in page
    own = researcher.page("/recovery")
    assert faults(own) == []
    assert "/judges/" in own

    lines = list(csv.DictReader(io.StringIO(nobody.get("/recovery.csv").content.decode())))
    both = lines[0]
    assert float(both["people_DR"]) == 30.0
    assert float(both[f"{source}_DR"]) == 75.0
    assert float(both[f"{source}_DR_corrected_mean"]) == pytest.approx(25, abs=0.5)
    assert both["rule_DR"] == ""


def test_a_changed_word_of_a_prompt_shows_on_the_board_at_once(
    nobody: Persona, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = graded_in_part({1: 0.5, 2: 0.5})
    assert f"{source} provisional" in text_of(nobody.page("/recovery"))
    prompts = tmp_path / "prompts"
    shutil.copytree(str(_prompts._FOLDER), prompts)
    system = prompts / "sde" / "system.txt"
    system.write_text(system.read_text().replace("Grade what is there", "Grade what you see"))
    monkeypatch.setattr(_prompts, "_FOLDER", prompts)
    assert f"{source} stale" in text_of(nobody.page("/recovery"))
