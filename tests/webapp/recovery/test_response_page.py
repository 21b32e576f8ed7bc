"""The page of an attempt at recovery: what was submitted, and after its end the facts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evaluators.plans import plan_facts
from sandboxes.workflows import RecoveryEnvironment
from tests.webapp.builders import entry_of, public_instance
from tests.webapp.builders import opened as opened_elsewhere
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.acting import acted, made_of, submitted, without_drawn_titles
from tests.webapp.recovery.builders import opened, opened_by_person
from webapp.attempts import services
from webapp.attempts.models import Attempt, ScoreRecord
from webapp.recovery.drawing import draw
from webapp.recovery.instances import statuses

pytestmark = pytest.mark.django_db(transaction=True)

TASK = "tell_two_travellers-2"


@pytest.fixture
def attempt(owner: Persona) -> Attempt:
    """An open attempt of an agent of the owner's."""
    return opened(TASK, owner=owner.user)


def page_of(attempt: Attempt, persona: Persona) -> str:
    """The page of an attempt, in which nothing is amiss."""
    page = persona.page(f"/attempts/{attempt.pk}")
    assert faults(without_drawn_titles(page)) == []
    return page


def scored_too_early(attempt: Attempt, like: ScoreRecord) -> None:
    """Give an open attempt a score that it can't have."""
    like.pk, like.attempt = None, attempt
    like.body = json.dumps({**json.loads(like.body), "efficacy": 0.77})
    like.save()


def test_the_oracles_attempt_is_solved_in_as_few_rounds_as_it_takes(
    attempt: Attempt, owner: Persona
) -> None:
    best = made_of(acted("oracle", attempt)).best_rounds

    page = page_of(attempt, owner)

    text = text_of(page)
    assert Markup(page).all("h1")
    assert f"Solved in {best} rounds, as few as it takes." in text
    assert f"Efficacy, E5 1 G q / T q = {best} / {best}" in text
    assert "Response reached" in text
    assert "E5 problem-solving efficacy 1 by program S_q 1 \N{MULTIPLICATION SIGN} min(1, " in text
    for item in ("S2", "S3", "S4", "E1"):
        assert f"{item} " in text
    assert text.count("by rule") == 4
    assert "S5 topological parsability 1 by program" in text


def test_the_facts_on_the_page_are_those_of_the_same_plans_run_in_process(
    attempt: Attempt, owner: Persona
) -> None:
    instance = made_of(attempt)
    environment = RecoveryEnvironment(instance)
    plans: list[Any] = [{"nodes": "none"}, *[instance.repairs[0].as_json()] * 9]
    for plan in plans:
        if environment.finished:
            break
        submitted(attempt, plan)
        environment.call("submit_plan", {"thought": "", "plan": plan})
    evidence = dict(environment.evidence().body)
    facts = plan_facts(evidence)
    assert facts.solved, "with a round lost, yet it gets there"

    text = text_of(page_of(attempt, owner))

    used, best = evidence["rounds"], evidence["best_rounds"]
    assert used > best
    assert f"Solved in {used} rounds; {best} would do." in text
    assert f"min(1, G_q {best} / T_q {used})" in text
    efficacy = f"{facts.efficacy:.3f}".rstrip("0").rstrip(".")
    assert f"Efficacy, E5 {efficacy} G q" in text
    assert f"Invalid plans submissions that were refused 1 of {facts.submissions}" in text
    assert "The first was refused." in text
    assert "S5 topological parsability 0 by program" in text
    assert "S2 topological dependency unscored by rule The plan can't be run." in text


def test_a_refused_plan_is_shown_with_the_sentence_and_as_it_was_sent(
    attempt: Attempt, owner: Persona
) -> None:
    before = made_of(attempt).rounds_before
    answer = json.loads(submitted(attempt, {"nodes": "none"}, "I am not sure <b>yet</b>."))

    page = page_of(attempt, owner)

    text = text_of(page)
    assert f"Round {before + 1} refused number" in text
    assert answer["output"] in text
    assert "I am not sure <b>yet</b>." in text
    assert '{"nodes": "none"}' in text
    assert f"Rounds used {before + 1} of 40" in text


def test_a_wave_is_shown_with_what_differs_and_what_it_returned(
    attempt: Attempt, owner: Persona
) -> None:
    instance = made_of(attempt)
    repair = instance.repairs[0]
    told = json.loads(submitted(attempt, repair.as_json(), "Mended."))["output"]

    page = page_of(attempt, owner)

    text = text_of(page)
    went = statuses(instance) | {run["id"]: run["status"] for run in told["observations"]}
    assert draw(repair, before=instance.plan, ran=went).sentence in text
    assert f'aria-label="Plan {attempt.events.count()} as a graph"' in page
    assert told["observations"]
    for run in told["observations"]:
        assert f"Node {run['id']} {run['tool']}" in text
    assert list(attempt.inner_calls.values_list("node", flat=True)) == [
        run["id"] for run in told["observations"]
    ]


def test_the_next_plan_is_compared_with_the_one_before_and_not_with_the_first(
    attempt: Attempt, owner: Persona
) -> None:
    instance = made_of(attempt)
    repair, went = instance.repairs[0], statuses(instance)
    first = json.loads(submitted(attempt, repair.as_json()))["output"]
    submitted(attempt, {"nodes": []})
    second = json.loads(submitted(attempt, repair.as_json()))["output"]

    told, refused, again = page_of(attempt, owner).split("<article")[1:]

    went |= {run["id"]: run["status"] for run in first["observations"]}
    assert draw(repair, before=instance.plan, ran=went).sentence in text_of(f"<article{told}")
    assert "<svg" not in refused
    went |= {run["id"]: run["status"] for run in second["observations"]}
    sentence = draw(repair, before=repair, ran=went).sentence
    assert "Nothing differs." in sentence
    assert sentence in text_of(f"<article{again}")


def test_while_it_is_open_neither_score_nor_label_is_told(
    attempt: Attempt, owner: Persona, researcher: Persona
) -> None:
    like = acted("oracle", opened(TASK, owner=owner.user)).scores.get()
    scored_too_early(attempt, like)
    submitted(attempt, made_of(attempt).plan.as_json())

    for persona in (owner, researcher):
        page = page_of(attempt, persona)
        assert "0.77" not in page
        assert "Facts" not in text_of(page)
        assert not [one for one in made_of(attempt).labels if one.type.value in page]
    assert "tell_two_travellers" not in page_of(attempt, owner)


def test_labels_are_told_after_the_end_to_researchers_alone(
    attempt: Attempt, owner: Persona, researcher: Persona
) -> None:
    acted("naive", attempt)

    told = text_of(page_of(attempt, researcher))
    for label in made_of(attempt).labels:
        assert f"{label.type.value} {label.type.group.value} {label.round} {label.node}" in told
    assert "What was wrong" not in page_of(attempt, owner)


def test_somebody_elses_attempt_is_not_there(
    attempt: Attempt, stranger: Persona, nobody: Persona
) -> None:
    assert stranger.get(f"/attempts/{attempt.pk}").status_code == 404
    assert stranger.get(f"/attempts/{attempt.pk}/trace").status_code == 404
    assert nobody.get(f"/attempts/{attempt.pk}")["Location"].startswith("/sign-in")


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("noop", "Not solved: it was finished before the response was reached."),
        ("unchanged", "Not solved: "),
    ],
)
def test_an_attempt_that_does_not_get_there_says_why(
    agent: str, sentence: str, attempt: Attempt, owner: Persona
) -> None:
    acted(agent, attempt)
    text = text_of(page_of(attempt, owner))
    assert sentence in text
    assert "Efficacy, E5 0 G q" in text
    assert "Response not reached" in text


def test_nothing_submitted_is_unscored_and_not_zero(attempt: Attempt, owner: Persona) -> None:
    services.finish(entry_of(attempt), "done").wait()
    text = text_of(page_of(attempt, owner))
    for item in ("S2", "S3", "S4", "S5", "E1"):
        assert f"{item} " in text
    assert text.count("unscored by") == 5


def test_a_thought_that_is_too_long_or_no_text_breaks_nothing(
    attempt: Attempt, owner: Persona
) -> None:
    submitted(attempt, made_of(attempt).plan.as_json(), "word " * 501)
    entry = entry_of(attempt)
    odd: list[Any] = [{}, {"thought": 7, "plan": None}, {"plan": "no \x00 plan\u202e"}, []]
    for arguments in odd:
        services.call_tool(entry, "submit_plan", arguments).wait()
    services.call_tool(entry, "get_my_uid", {}).wait()

    text = text_of(page_of(attempt, owner))

    before = made_of(attempt).rounds_before
    assert f"Round {before + 5} refused" in text
    assert f"Round {before + 6}" not in text
    assert "There is no such tool." in text
    assert "no \\u0000 plan\\u202e" in text


def test_a_persons_task_is_not_told_before_the_console_starts_the_clock(owner: Persona) -> None:
    attempt = opened_by_person(owner.user, TASK)
    query = attempt.instance.instruction.partition("\n\n")[0]

    page = page_of(attempt, owner)
    assert query not in text_of(page)
    assert "The plan that was taken over" not in page
    assert f"/attempts/{attempt.pk}/console" in page

    services.get_task(entry_of(attempt)).wait()
    assert query in text_of(page_of(attempt, owner))


def test_it_can_be_paused_resumed_and_finished_from_the_page(
    attempt: Attempt, owner: Persona
) -> None:
    submitted(attempt, {"nodes": []})
    path = f"/attempts/{attempt.pk}"

    assert "Paused." in owner.after(f"{path}/pause", reason="Lunch")
    assert "The clock is running again." in owner.after(f"{path}/resume")
    assert 'class="errorlist"' in owner.post(f"{path}/finish", key="k").content.decode()
    done = owner.after(f"{path}/finish", outcome="done", answer="As far as I got.", key="k")
    assert "Not solved" in text_of(done)
    assert "As far as I got." in text_of(done)


def test_the_trace_leads_to_the_page(attempt: Attempt, owner: Persona, researcher: Persona) -> None:
    path = f"/attempts/{attempt.pk}"
    submitted(attempt, {"nodes": []})

    assert researcher.get(f"{path}/trace")["Location"] == path
    assert owner.get(f"{path}/trace").status_code == 404
    acted("oracle", attempt)
    assert owner.get(f"{path}/trace")["Location"] == path
    assert owner.get(f"{path}/trace/2/state").status_code == 404
    assert owner.get(f"{path}/events/2").status_code == 200


def test_other_attempts_have_the_page_that_they_had(owner: Persona) -> None:
    other = opened_elsewhere(public_instance(), owner=owner.user)
    page = owner.page(f"/attempts/{other.pk}")
    assert "Submissions" not in page
    assert owner.post(f"/attempts/{other.pk}/finish", outcome="done", key="k").status_code == 302
    assert "What differs" in owner.page(f"/attempts/{other.pk}")


def test_an_instance_of_another_day_is_shown_without_its_plan(
    attempt: Attempt, owner: Persona
) -> None:
    acted("oracle", attempt)
    attempt.instance.fingerprint = "another"
    attempt.instance.save()

    text = text_of(page_of(attempt, owner))

    assert "The plan that was taken over" not in text
    assert "Solved in" in text
    assert "wave ran" in text


def test_errored_attempts_say_so(attempt: Attempt, owner: Persona) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(
        status="errored", ended_by="error", error="KeyError", ended_at=attempt.opened_at
    )
    text = text_of(page_of(attempt, owner))
    assert "No score: the attempt errored." in text
    assert "Facts" not in text
