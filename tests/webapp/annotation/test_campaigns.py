"""Opening a campaign: its samples are balanced, drawn by the seed, and bad wishes open nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from tests.webapp.annotation.builders import MOMENT, annotator, campaign, graded, samples
from tests.webapp.recovery.acting import acted
from tests.webapp.recovery.builders import opened, recovery_instance_of
from webapp.annotation import campaigns
from webapp.annotation.campaigns import (
    CampaignError,
    Plan,
    Reference,
    open_campaign,
    set_reference,
)
from webapp.annotation.draws import strata_of
from webapp.annotation.found import Found, Offer
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Campaign, Role
from webapp.attempts.models import Attempt, EndedBy, ScoreRecord, Status
from webapp.attempts.opening import agent, conditions_for, open_attempt

pytestmark = pytest.mark.django_db

NAMED = {"S1": {"value": 1.0, "why": "The error is named."}}
MANY, FEW = 9, 2


def ended(contestant: str, count: int) -> list[Attempt]:
    """Ended attempts, with nothing in them."""
    record, entrant = recovery_instance_of(), agent(contestant, {}, None)
    made = []
    for _ in range(count):
        attempt = open_attempt(record, entrant, conditions_for(record), None)
        attempt.status, attempt.ended_by = Status.FINISHED, EndedBy.SUBJECT
        attempt.save()
        made.append(attempt)
    return made


def told(attempt: Attempt) -> Iterator[Found]:
    """Two samples of an attempt: one of each of two levels, and of two types each."""
    for event, level in ((1, 1), (2, 2)):
        error = ("Parameter_Error", "Serial_Error")[attempt.pk % 2]
        yield Found(event, {"of": [attempt.pk, event]}, f"query {attempt.pk}", level, (error,))


def offered(attempts: QuerySet[Attempt]) -> Iterator[tuple[int, Offer]]:
    for attempt in attempts:
        for one in told(attempt):
            yield attempt.pk, Offer(one.event_number, one.level, one.types)


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[Attempt]:
    """Many attempts of one contestant and few of another, two samples each."""
    kind = replace(KINDS["response"], offers=offered, samples=told)
    monkeypatch.setattr(campaigns, "KINDS", {kind.name: kind})
    return [*ended("busy", MANY), *ended("idle", FEW)]


def opened_by(plan: Plan, references: list[Reference] | None = None) -> Campaign:
    return open_campaign(plan, Attempt.objects.all(), None, references or [])


def drawn(where: Campaign) -> list[tuple[int, int]]:
    return [(one.attempt_id, one.event_number) for one in where.samples.all()]


def plan(name: str = "Pilot", count: int = 8, **fields: Any) -> Plan:
    return Plan(name=name, kind="response", count=count, **fields)


def test_every_stratum_has_its_turn_before_one_has_two(attempts: list[Attempt]) -> None:
    counts = strata_of(opened_by(plan(count=8)))
    assert counts.total() == 8
    assert set(counts.values()) == {1}
    assert len(counts) == 8  # two levels, two types, two contestants


def test_where_a_stratum_is_used_up_others_go_on(attempts: list[Attempt]) -> None:
    everything = opened_by(plan(count=1_000))
    assert everything.samples.count() == 2 * (MANY + FEW)
    assert sorted(drawn(everything)) == sorted((a.pk, n) for a in attempts for n in (1, 2))


def test_what_is_not_drawn_is_not_made(
    attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def seen(attempt: Attempt) -> Iterator[Found]:
        made.append(attempt.pk)
        return told(attempt)

    kind = replace(KINDS["response"], offers=offered, samples=seen)
    monkeypatch.setattr(campaigns, "KINDS", {kind.name: kind})
    known = [Reference(attempts[0].pk, 1, Role.GOLD, NAMED)]
    where = opened_by(plan(count=3), known)
    assert len(made) <= 4 < len(attempts)
    assert sorted(made) == sorted({attempt for attempt, _ in drawn(where)}), "and each once"


def test_what_cannot_be_made_today_is_drawn_anew(
    attempts: list[Attempt], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = {one.pk for one in attempts[:MANY:2]}

    def left(attempt: Attempt) -> Iterator[Found]:
        return iter(()) if attempt.pk in gone else told(attempt)

    kind = replace(KINDS["response"], offers=offered, samples=left)
    monkeypatch.setattr(campaigns, "KINDS", {kind.name: kind})
    done: list[tuple[int, int]] = []
    where = open_campaign(
        plan(count=10), Attempt.objects.all(), None, (), lambda *told: done.append(told)
    )
    assert where.samples.count() == 10
    assert not where.samples.filter(attempt__in=gone)
    assert done[-1] == (10, 10)
    with pytest.raises(CampaignError, match="reference 1: attempt"):
        opened_by(plan("Another"), [Reference(min(gone), 1, Role.GOLD, NAMED)])


def test_the_same_seed_draws_the_same_and_another_others(attempts: list[Attempt]) -> None:
    first = drawn(opened_by(plan(seed=1)))
    Campaign.objects.all().delete()
    again = drawn(opened_by(plan(seed=1)))
    Campaign.objects.all().delete()
    other = drawn(opened_by(plan(seed=2)))
    renamed = drawn(opened_by(plan("Another", seed=2)))
    assert first == again
    assert first != other
    assert sorted(renamed) != sorted(other), "a second campaign is not all of the same samples"


def test_only_attempts_that_have_ended_are_sampled(attempts: list[Attempt]) -> None:
    Attempt.objects.exclude(pk=attempts[0].pk).update(status=Status.OPEN)
    assert {key for key, _ in drawn(opened_by(plan()))} == {attempts[0].pk}


def test_a_campaign_knows_by_what_it_is_graded_and_who_opened_it(attempts: list[Attempt]) -> None:
    ana = annotator("ana")
    where = open_campaign(plan(graders=3, minutes=45, pass_mark=0.8), Attempt.objects.all(), ana)
    assert (where.rubric, where.kind, where.opened_by) == ("sde", "response", ana)
    assert (where.graders, where.minutes, where.pass_mark) == (3, 45, 0.8)
    sample = where.samples.first()
    assert sample is not None
    assert sample.digest == next(told(sample.attempt)).digest or sample.event_number == 2
    assert sample.contestant == sample.attempt.contestant


def test_samples_with_known_grades_come_on_top_and_are_not_drawn_again(
    attempts: list[Attempt],
) -> None:
    known = [
        Reference(attempts[3].pk, 2, Role.TRAINING, NAMED),
        Reference(attempts[0].pk, 1, Role.GOLD, NAMED),
    ]
    where = opened_by(plan(count=1_000), known)
    assert drawn(where)[:2] == [(attempts[3].pk, 2), (attempts[0].pk, 1)]
    assert where.samples.count() == 2 * (MANY + FEW)
    roles = Counter(where.samples.values_list("role", flat=True))
    assert roles == {"ordinary": 2 * (MANY + FEW) - 2, "training": 1, "gold": 1}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"kind": "poem"}, "no kind 'poem'; there are: response"),
        ({"name": " "}, "a name of its own"),
        ({"name": "x" * 101}, "up to 100 characters"),
        ({"count": 0}, "at least 1"),
        ({"graders": 101}, "up to 100 graders"),
        ({"minutes": 40_000}, "up to 20160 minutes"),
        ({"pass_mark": float("nan")}, "0 to 1"),
    ],
)
def test_what_is_no_campaign_is_refused(
    attempts: list[Attempt], fields: dict[str, Any], why: str
) -> None:
    with pytest.raises(CampaignError, match=why):
        opened_by(replace(plan(), **fields))
    assert not Campaign.objects.exists()


def test_a_name_is_given_once(attempts: list[Attempt]) -> None:
    opened_by(plan("Pilot"))
    with pytest.raises(CampaignError, match="'Pilot' is taken"):
        opened_by(plan("Pilot"))


def test_without_ended_attempts_there_is_nothing_to_open() -> None:
    with pytest.raises(CampaignError, match="nothing to be graded"):
        opened_by(plan())


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ({}, "makes a sample"),
        ("S1", "makes a sample"),
        ({"Z9": {"value": 1.0, "why": "x"}}, "no item 'Z9'"),
        ({"S1": 1.0}, 'S1: a reference is {"value", "why"}'),
        ({"S1": {"value": 1.0}}, "S1: a reference is"),
        ({"S1": {"value": 0.7, "why": "x"}}, "S1: the value is one of 1.0, 0.5, 0.0"),
        ({"S1": {"value": True, "why": "x"}}, "S1: the value is one of"),
        ({"S1": {"value": "1", "why": "x"}}, "S1: the value is one of"),
        ({"S1": {"value": 1.0, "why": " "}}, "S1: say why"),
    ],
)
def test_a_reference_that_is_none_changes_nothing(reference: Any, why: str) -> None:
    (sample,) = samples(campaign(), 1)
    with pytest.raises(CampaignError, match=why):
        set_reference(sample, Role.GOLD, reference)
    sample.refresh_from_db()
    assert (sample.role, sample.reference) == (Role.ORDINARY, {})


def test_a_reference_of_whole_numbers_is_kept_as_levels() -> None:
    (sample,) = samples(campaign(), 1)
    set_reference(sample, Role.TRAINING, {"S1": {"value": 1, "why": "It is named."}})
    sample.refresh_from_db()
    assert sample.role == Role.TRAINING
    assert isinstance(sample.reference["S1"]["value"], float)


def test_what_somebody_grades_already_gets_no_reference() -> None:
    (sample,) = samples(campaign(), 1)
    graded(sample, annotator("ana"), 1.0)
    with pytest.raises(CampaignError, match="being graded already"):
        set_reference(sample, Role.GOLD, NAMED)


@pytest.mark.django_db(transaction=True)
def test_the_command_draws_real_responses_and_tells_of_each_stratum(tmp_path: Path) -> None:
    first, second = (acted("oracle", opened(seed=seed)) for seed in (1, 2))
    event = next(KINDS["response"].samples(second)).event_number
    path = tmp_path / "known.json"
    one = {"attempt": second.pk, "event": event, "role": "training", "reference": NAMED}
    path.write_text(json.dumps([one]))
    printed = StringIO()

    call_command("open_campaign", "Pilot", "--json", f"--references={path}", stdout=printed)

    found = json.loads(printed.getvalue())
    where = Campaign.objects.get()
    assert (found["campaign"], found["samples"]) == (where.pk, where.samples.count())
    assert sum(row["samples"] for row in found["strata"]) == found["samples"]
    assert found["roles"] == {"ordinary": found["samples"] - 1, "training": 1, "gold": 0}
    assert [row["samples"] for row in found["strata"] if row["role"] == "training"] == [1]
    assert {row["contestant"] for row in found["strata"]} == {"tester"}
    assert set(where.samples.values_list("attempt", flat=True)) == {first.pk, second.pk}
    assert where.samples.get(role=Role.TRAINING).attempt == second


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("level", [1, 2])
def test_records_tell_of_the_responses_that_are_made(level: int) -> None:
    for who in ("oracle", "unchanged"):
        acted(who, opened(f"tell_two_travellers-{level}"))
    kind = KINDS["response"]
    ended = Attempt.objects.filter(status=Status.FINISHED)
    offers = list(kind.offers(ended))
    assert offers == [
        (attempt.pk, Offer(one.event_number, one.level, one.types))
        for attempt in ended
        for one in kind.samples(attempt)
    ]
    assert {offer.level for _, offer in offers} == {level}


def test_whole_attempts_are_offered_if_their_newest_score_is_not_correct() -> None:
    made = ended("tester", 4)
    for attempt, scores in zip(made, [(), (False,), (False, True), (True, False)], strict=True):
        for version, correct in enumerate(scores):
            ScoreRecord.objects.create(
                attempt=attempt,
                evaluator="state_diff",
                version=f"{version}",
                correct=correct,
                body="{}",
                scored_at=MOMENT,
            )
    kind, offered_ones = KINDS["attempt"], [made[1].pk, made[3].pk]
    assert [attempt for attempt, _ in kind.offers(Attempt.objects.order_by("pk"))] == offered_ones
    assert [one.pk for one in made if list(kind.samples(one))] == offered_ones


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "known.json:1:2"),
        ("{}", "is no list"),
        ("[1]", "reference 1 is no attempt"),
        ('[{"attempt": 1, "event": 1, "role": "training"}]', "reference 1 is no attempt"),
        ('[{"attempt": true, "event": 1, "role": "gold", "reference": {}}]', "are numbers"),
        ('[{"attempt": 1, "event": 1, "role": "ordinary", "reference": {}}]', "training or gold"),
        (
            '[{"attempt": 0, "event": 7, "role": "gold", "reference": {}}]',
            "reference 1: a reference makes a sample",
        ),
        (
            '[{"attempt": 0, "event": 7, "role": "gold", '
            '"reference": {"S1": {"value": 1, "why": "It is."}}}]',
            "reference 1: attempt 0 has nothing to be graded at event 7",
        ),
    ],
)
def test_a_bad_file_of_references_opens_nothing(
    attempts: list[Attempt], tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "known.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=why):
        call_command("open_campaign", "Pilot", f"--references={path}")
    assert not Campaign.objects.exists()


def test_a_bad_reference_opens_nothing(attempts: list[Attempt]) -> None:
    with pytest.raises(CampaignError, match=r"reference 1: .*Z9"):
        opened_by(
            plan(), [Reference(attempts[0].pk, 1, Role.GOLD, {"Z9": {"value": 1.0, "why": "x"}})]
        )
    assert not Campaign.objects.exists()
