"""The pages of instances of recovery: the list, and one of them."""

from __future__ import annotations

import json

import pytest

from sandboxes.workflows import RecoveryInstance
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.acting import acted, without_drawn_titles
from tests.webapp.recovery.builders import opened, recovery_instance_of
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt
from webapp.benchmark.models import Instance, Split

pytestmark = pytest.mark.django_db(transaction=True)

ONE, TWO = "tell_two_travellers-1", "tell_two_travellers-2"


def listed(html: str) -> list[int]:
    """The instances on a page, in order."""
    start = "/recovery/instances/"
    links = [link for link in Markup(html).links() if link.startswith(start)]
    return [int(link.removeprefix(start)) for link in links]


def made(record: Instance) -> RecoveryInstance:
    """An instance, as the code makes it."""
    found = made_instance(record)
    assert isinstance(found, RecoveryInstance)
    return found


def test_public_instances_that_passed_are_listed_by_task_and_seed(nobody: Persona) -> None:
    second, first = recovery_instance_of(ONE, 2), recovery_instance_of(ONE, 1)
    deeper, failed, hidden = (recovery_instance_of(TWO, seed) for seed in (1, 2, 3))
    Instance.objects.filter(pk=failed.pk).update(gate_passed=False)
    Instance.objects.filter(pk=hidden.pk).update(split=Split.PRIVATE)

    page = nobody.page("/recovery/instances")

    assert listed(page) == [first.pk, second.pk, deeper.pk]
    assert faults(page) == []
    query = first.instruction.partition("\n\n")[0]
    assert query in text_of(page)
    assert "Round 40 is the last" not in page


def test_instances_are_found_by_level_app_and_words(nobody: Persona) -> None:
    first, deeper = recovery_instance_of(ONE), recovery_instance_of(TWO)
    other = recovery_instance_of("alerts_for_the_watch_list-1")
    app = next(iter(set(other.task.apps) - set(first.task.apps)))

    assert listed(nobody.page("/recovery/instances", level="2")) == [deeper.pk]
    assert listed(nobody.page("/recovery/instances", app=app)) == [other.pk]
    assert listed(nobody.page("/recovery/instances", q="TRAVELLERS", level="1")) == [first.pk]
    assert listed(nobody.page("/recovery/instances", q="submit_plan")) == []
    assert "No instance matches." in nobody.page("/recovery/instances", q="xyzzy")
    assert 'class="errorlist"' in nobody.page("/recovery/instances", level="3")


def test_many_instances_are_listed_page_by_page(
    nobody: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.recovery.instance_views.INSTANCES_A_PAGE", 2)
    first, second, third = (recovery_instance_of(ONE, seed) for seed in (1, 2, 3))

    page = nobody.page("/recovery/instances", level="1")

    assert listed(page) == [first.pk, second.pk]
    assert 'href="?level=1&amp;page=2"' in page
    assert listed(nobody.page("/recovery/instances", level="1", page="2")) == [third.pk]


def test_without_instances_it_says_how_they_get_there(nobody: Persona) -> None:
    assert "manage.py load_suite recovery" in nobody.page("/recovery/instances")


def test_everybody_sees_what_is_taken_over(nobody: Persona) -> None:
    record = recovery_instance_of(TWO)
    known = made(record)

    page = nobody.page(f"/recovery/instances/{record.pk}")

    text = text_of(page)
    assert faults(without_drawn_titles(page)) == []
    assert record.instruction.partition("\n\n")[0] in text
    for node in known.plan.calls:
        assert f"<code><bdi>{node.tool}</bdi></code>" in page
    for run in (*known.observations, *known.history):
        assert f"Node {run['id']} {run['tool']}" in text
    assert set(known.offered) <= {link.rpartition("/")[2] for link in Markup(page).links()}
    assert "An attempt belongs to an account." in text


def test_what_is_wrong_is_told_to_researchers_alone(
    nobody: Persona, owner: Persona, researcher: Persona
) -> None:
    record = recovery_instance_of(TWO)
    known = made(record)
    path = f"/recovery/instances/{record.pk}"

    for persona in (nobody, owner):
        page = persona.page(path)
        assert "What is wrong, and how it is mended" not in page
        assert not [label for label in known.labels if label.type.value in page]
        assert "repair" not in text_of(page).lower()
    text = text_of(researcher.page(path))
    assert faults(without_drawn_titles(researcher.page(path))) == []
    for label in known.labels:
        assert f"{label.type.value} {label.type.group.value} {label.round} {label.node}" in text
    assert f"Fewest rounds, G q {known.best_rounds}" in text
    assert f"Fewest further rounds, R* {known.rounds_left}" in text
    assert f"Rounds before, r 0 {known.rounds_before}" in text
    assert f"Fewest calls, C* {known.fewest_calls}" in text


def test_instances_that_are_not_for_everybody_are_not_there(
    nobody: Persona, owner: Persona, researcher: Persona
) -> None:
    failed, hidden = recovery_instance_of(ONE, 1), recovery_instance_of(ONE, 2)
    Instance.objects.filter(pk=failed.pk).update(gate_passed=False)
    Instance.objects.filter(pk=hidden.pk).update(split=Split.PRIVATE)

    for pk in (failed.pk, hidden.pk, 9_999):
        path = f"/recovery/instances/{pk}"
        assert (nobody.get(path).status_code, owner.post(path, contestant="me").status_code) == (
            404,
            404,
        )
    text = text_of(researcher.page(f"/recovery/instances/{failed.pk}"))
    assert "It can\N{RIGHT SINGLE QUOTATION MARK}t be attempted." in text


def test_an_instance_that_todays_code_makes_otherwise_can_be_read_but_not_attempted(
    owner: Persona,
) -> None:
    record = recovery_instance_of(ONE)
    Instance.objects.filter(pk=record.pk).update(fingerprint="another")

    page = owner.page(f"/recovery/instances/{record.pk}")

    assert "The code of today no longer makes this instance" in page
    assert 'method="post"' not in page.partition("<main")[2]


def test_a_person_opens_an_attempt_and_is_led_to_the_console(owner: Persona) -> None:
    record = recovery_instance_of(ONE)

    answer = owner.post(f"/recovery/instances/{record.pk}", contestant="me")

    attempt = Attempt.objects.get()
    assert answer["Location"] == f"/attempts/{attempt.pk}/console"
    assert (attempt.instance, attempt.owner, attempt.contestant.kind) == (
        record,
        owner.user,
        "person",
    )
    assert attempt.started_at is None
    assert attempt.conditions.body["view"] == "readable"
    assert owner.get(answer["Location"]).status_code == 200


def test_an_agent_is_given_a_name_and_its_addresses(owner: Persona) -> None:
    path = f"/recovery/instances/{recovery_instance_of(ONE).pk}"

    assert "Name the agent" in owner.post(path, contestant="agent").content.decode()
    answer = owner.post(path, contestant="agent", agent="Planner")

    attempt = Attempt.objects.get()
    assert answer["Location"] == f"/attempts/{attempt.pk}"
    assert (attempt.contestant.name, attempt.contestant.kind) == ("Planner", "agent")
    assert f"/attempts/{attempt.pk}" in owner.page(answer["Location"])


def test_nobody_is_asked_to_sign_in_first(nobody: Persona) -> None:
    path = f"/recovery/instances/{recovery_instance_of(ONE).pk}"

    assert nobody.post(path, contestant="me")["Location"] == f"/sign-in?next={path}"
    assert not Attempt.objects.exists()


def test_researchers_see_the_attempts_at_it_with_their_scores_after_the_end(
    owner: Persona, researcher: Persona
) -> None:
    done = acted("oracle", opened(ONE, owner=owner.user))
    running = opened(ONE, owner=owner.user)
    like = done.scores.get()
    like.pk, like.attempt = None, running  # a score that it can't have
    like.body = json.dumps({**json.loads(like.body), "efficacy": 0.77})
    like.save()
    path = f"/recovery/instances/{done.instance_id}"

    text = text_of(researcher.page(path))

    made = done.events.filter(kind="call").count()
    assert f"Attempt {done.pk} tester agent finished solved 1.00 {made}" in text
    assert f"Attempt {running.pk} tester agent not started \N{EN DASH} \N{EN DASH} 0" in text
    assert "0.77" not in text
    assert "Attempts at it" not in owner.page(path)
