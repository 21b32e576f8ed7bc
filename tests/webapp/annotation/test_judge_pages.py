"""What judges answered is seen as it came, and runs are steered by researchers."""

from __future__ import annotations

import json

import pytest

from agents.model import Reply
from tests.webapp.annotation.builders import campaign, judge_run_of, samples
from tests.webapp.pages.personas import Persona
from webapp.annotation.judging import next_readings, read
from webapp.annotation.models import Campaign, JudgeRun, JudgeRunStatus, Reading, ReadingState
from webapp.annotation.working import take_back_lost

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run() -> JudgeRun:
    """A run over one sample: three readings."""
    where = campaign()
    samples(where, 1)
    return judge_run_of(where)


class Model:
    """A model that always says the same."""

    def __init__(self, text: str) -> None:
        self._text = text

    def reply(self, messages: object, functions: object) -> Reply:
        """Say it."""
        return Reply(self._text)


def test_what_could_not_be_read_is_shown_as_it_came(run: JudgeRun, researcher: Persona) -> None:
    for reading in next_readings(run, 3):
        read(reading, lambda judge: Model("<b>All is well</b>, 5 of 5."))
    page = researcher.page(f"/judges/runs/{run.pk}")
    assert page.count("&lt;b&gt;All is well&lt;/b&gt;, 5 of 5.") == 6, "both answers of three calls"
    assert "it is no JSON object" in page
    assert ">finished<" in page
    assert Reading.objects.filter(state=ReadingState.UNSCORED).count() == 3
    assert "model" not in json.dumps(list(Reading.objects.values_list("grades", flat=True)))


def test_a_run_pauses_goes_on_and_is_cancelled_for_good(run: JudgeRun, researcher: Persona) -> None:
    path = f"/judges/runs/{run.pk}"
    assert "Paused" in researcher.after(f"{path}/steer", act="pause")
    assert next_readings(JudgeRun.objects.get(), 3) == []
    assert "It goes on" in researcher.after(f"{path}/steer", act="resume")
    assert len(next_readings(JudgeRun.objects.get(), 9)) == 3
    assert "Cancelled" in researcher.after(f"{path}/steer", act="cancel")
    assert "for good" in researcher.after(f"{path}/steer", act="resume")
    assert "Say what" not in researcher.page(path)
    assert JudgeRun.objects.get().status == JudgeRunStatus.CANCELLED


def test_the_page_of_a_run_renews_itself_as_long_as_something_waits(
    run: JudgeRun, researcher: Persona
) -> None:
    path = f"/judges/runs/{run.pk}"
    page = researcher.page(path, show="all")
    assert f'hx-get="{path}?show=all" hx-trigger="every 3s" hx-swap="outerMorph"' in page
    for reading in next_readings(run, 3):
        read(reading, lambda judge: Model("All is well."))
    answer = researcher.client.get(path, {"show": "all"}, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert part.strip().startswith('<div id="live">'), "and no longer"
    assert "<main" not in part
    assert part.count('<article id="reading-') == 3


def test_a_cancelled_run_renews_nothing(run: JudgeRun, researcher: Persona) -> None:
    researcher.after(f"/judges/runs/{run.pk}/steer", act="cancel")
    assert "hx-get" not in researcher.page(f"/judges/runs/{run.pk}")


def test_a_run_is_started_from_the_page(run: JudgeRun, researcher: Persona) -> None:
    where = Campaign.objects.get()
    told = researcher.after("/judges/runs", judge=run.judge_id, campaign=where.pk, probe="longer")
    assert "as a probe: longer" in told
    assert Reading.objects.filter(probe="longer").count() == 3
    assert "Choose a judge" in researcher.after("/judges/runs", judge="x", campaign=where.pk)
    assert "no probe" in researcher.after(
        "/judges/runs", judge=run.judge_id, campaign=where.pk, probe="shorter"
    )


def test_what_a_process_had_in_hand_that_is_no_more_is_taken_up_again(run: JudgeRun) -> None:
    from webapp.runs.leases import this_process

    host = this_process().rsplit("/", 2)[0]
    lost, mine, elsewhere = (Reading.objects.get(pk=pk) for pk in next_readings(run, 3))
    for reading, owner in (
        (lost, f"{host}/999999999/gone"),
        (mine, this_process()),
        (elsewhere, "another-machine/1/there"),
    ):
        reading.lease_owner, reading.lease_until = owner, run.made_at.replace(year=2100)
        reading.save()
    assert next_readings(run, 3) == []
    assert take_back_lost() == 1
    assert next_readings(run, 3) == [lost.pk]
    assert not read(mine.pk, lambda judge: Model("")), "nobody reads what another has in hand"
