"""The console's page and its parts: what is shown, done and refused."""

from __future__ import annotations

import json
from html import escape

import pytest

from sandboxes import catalogue
from tests.webapp.builders import Time, opened, opened_by_person
from tests.webapp.console.desk import SEAT, Desk, content, texts
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role
from webapp.attempts import services
from webapp.attempts.models import Attempt, EventKind, Status
from webapp.console.access import entry_at


@pytest.fixture
def desk(person: Persona, attempt: Attempt) -> Desk:
    return Desk(person, attempt)


def test_the_clock_starts_when_the_person_asks_for_the_task(person: Persona) -> None:
    attempt = opened_by_person(person.user)
    path = f"/attempts/{attempt.pk}/console"

    before = person.page(path)
    assert attempt.instance.instruction not in text_of(before)
    assert not attempt.events.exists()

    after = person.after(f"{path}/start")
    assert attempt.instance.instruction in text_of(after)
    assert list(attempt.events.values_list("kind", flat=True)) == [EventKind.START]
    assert faults(before) == []


def test_all_tools_on_offer_are_listed_and_none_is_marked(desk: Desk) -> None:
    page = desk.person.page(desk.path)
    assert page.count('role="option"') == len(catalogue())
    assert 'aria-selected="true"' not in page


def test_a_call_is_answered_with_itself_and_how_far_it_is(desk: Desk, attempt: Attempt) -> None:
    answer = content(desk.call("get_my_name"))

    event = attempt.events.get(kind=EventKind.CALL)
    assert texts(answer, "raw") == [event.answer]
    assert "1 of 100" in text_of(answer)
    assert (event.channel, event.key) == ("console", "key-1")
    assert texts(desk.person.page(desk.path), "raw") == [event.answer]


def test_what_is_typed_goes_to_the_same_validation_and_never_stays_behind(
    desk: Desk, attempt: Attempt
) -> None:
    answer = content(desk.call("get_contacts", **{"arg/page": "two"}))

    event = attempt.events.get(kind=EventKind.CALL)
    assert (event.status, json.loads(event.arguments)) == ("error", {"page": "two"})
    assert "not understood" in answer


def test_what_is_no_json_is_no_call_and_comes_back_as_it_was_typed(
    desk: Desk, attempt: Attempt
) -> None:
    answer = desk.call("get_contacts", json='{"page": <2}')

    assert (answer.status_code, answer["X-Reason"]) == (422, "untypable")
    assert "{&quot;page&quot;: &lt;2}</textarea>" in content(answer)
    assert "This is no JSON" in content(answer)
    assert not attempt.events.filter(kind=EventKind.CALL).exists()


def test_the_same_key_is_answered_again_and_done_once(desk: Desk, attempt: Attempt) -> None:
    one = desk.call("get_my_name", key="k")
    other = desk.call("get_my_name", key="k")
    reused = desk.call("get_my_uid", key="k")

    assert texts(content(one), "raw") == texts(content(other), "raw")
    assert (reused.status_code, reused["X-Reason"]) == (409, "key_reused")
    assert attempt.events.filter(kind=EventKind.CALL).count() == 1


def test_a_call_without_a_key_is_refused(desk: Desk, attempt: Attempt) -> None:
    answer = desk.call("get_my_name", key="")
    assert (answer.status_code, answer["X-Reason"]) == (400, "not_a_call")


def test_an_earlier_call_is_edited_with_its_arguments(desk: Desk, attempt: Attempt) -> None:
    desk.call("get_uid_from_name", {"name": "Nobody <at all>"})
    desk.call("get_uid_from_name", ["no", "object"])
    first, second = attempt.events.filter(kind=EventKind.CALL)

    assert 'value="Nobody &lt;at all&gt;"' in desk.form(
        "get_uid_from_name", **{"from": str(first.number)}
    )
    odd = desk.form("get_uid_from_name", **{"from": str(second.number)})
    assert json.loads(
        text_of(odd.partition("<textarea")[2].partition(">")[2].partition("<")[0])
    ) == [
        "no",
        "object",
    ]


def test_half_a_surrogate_pair_is_edited_as_it_was_sent(desk: Desk, attempt: Attempt) -> None:
    desk.call("get_uid_from_name", {"name": "\ud800"})
    number = attempt.events.get(kind=EventKind.CALL).number

    form = desk.form("get_uid_from_name", **{"from": str(number)})

    assert "\\ud800" in form


@pytest.mark.parametrize("typed", [{"arg/name": "half a na"}, {"json": '{"name": "half'}])
def test_what_was_being_typed_is_laid_out_again_as_it_was(
    desk: Desk, typed: dict[str, str]
) -> None:
    form = content(desk.person.post(f"{desk.path}/tools/get_uid_from_name", restore="1", **typed))
    (text,) = typed.values()
    assert escape(text) in form
    assert "no JSON" not in form


def test_the_form_is_switched_to_json_and_back_with_what_was_typed(desk: Desk) -> None:
    path = f"{desk.path}/tools/get_uid_from_name"
    as_json = content(desk.person.post(path, **{"arg/name": "Ann"}))
    assert "{\n  &quot;name&quot;: &quot;Ann&quot;\n}</textarea>" in as_json
    as_fields = content(desk.person.post(path, json='{"name": "Ann"}'))
    assert 'value="Ann"' in as_fields
    stays = content(desk.person.post(path, json='{"name": 7}'))
    assert "cannot hold these arguments" in stays
    assert "{&quot;name&quot;: 7}</textarea>" in stays


def test_a_window_from_which_another_has_taken_over_does_nothing(
    desk: Desk, attempt: Attempt
) -> None:
    services.take_seat(entry_at(attempt), SEAT).wait()
    assert desk.call("get_my_name", seat=SEAT).status_code == 200
    services.take_seat(entry_at(attempt), "seat-2").wait()
    services.take_seat(entry_at(attempt), "seat-2").wait()

    late = desk.call("get_my_name", seat=SEAT)
    ended = desk.person.post(f"{desk.path}/finish", outcome="done", key="k", seat=SEAT)

    for answer in (late, ended):
        assert (answer.status_code, answer["X-Reason"]) == (409, "taken_over")
    kinds = attempt.events.values_list("kind", flat=True)
    assert list(kinds).count(EventKind.TAKEOVER) == 2
    assert list(kinds).count(EventKind.CALL) == 1
    services.forget()
    assert desk.call("get_my_name", seat=SEAT)["X-Reason"] == "taken_over"
    assert desk.call("get_my_name", seat="seat-2").status_code == 200


def test_what_a_window_sent_before_it_was_taken_over_is_answered_again(
    desk: Desk, attempt: Attempt
) -> None:
    services.take_seat(entry_at(attempt), SEAT).wait()
    desk.call("get_my_name", key="k", seat=SEAT)
    services.take_seat(entry_at(attempt), "seat-2").wait()

    assert desk.call("get_my_name", key="k", seat=SEAT).status_code == 200


def test_notes_are_kept_for_their_writer_alone(desk: Desk, attempt: Attempt) -> None:
    assert desk.person.post(f"{desk.path}/notes", notes="two <Marens>").status_code == 204

    assert "two &lt;Marens&gt;</textarea>" in desk.person.page(desk.path)
    researcher = Persona("researcher", Role.RESEARCHER)
    assert "Marens" not in researcher.page(f"/attempts/{attempt.pk}")


def test_pausing_stops_the_clock_and_resuming_lets_it_go_on(
    time: Time, desk: Desk, attempt: Attempt
) -> None:
    time.passes(seconds=70)
    assert desk.person.post(f"{desk.path}/pause", reason="telephone").status_code == 204
    time.passes(hours=1)
    page = desk.person.page(desk.path)
    assert "paused" in text_of(page)
    assert desk.call("get_my_name")["X-Reason"] == "paused"
    assert desk.person.post(f"{desk.path}/pause", reason="")["X-Reason"] == "paused"
    assert "data-paused" in page
    assert desk.person.post(f"{desk.path}/resume").status_code == 204
    assert "data-paused" not in desk.person.page(desk.path)
    assert desk.call("get_my_name").status_code == 200
    assert desk.person.post(f"{desk.path}/resume")["X-Reason"] == "paused"


def test_time_used_leaves_out_pauses(person: Persona, time: Time) -> None:
    attempt = opened_by_person(person.user)
    path = f"/attempts/{attempt.pk}/console"
    person.post(f"{path}/start")
    time.passes(seconds=70)
    person.post(f"{path}/pause", reason="telephone")
    time.passes(hours=1)
    assert 'data-used="70"' in person.page(path)
    person.post(f"{path}/resume")
    time.passes(seconds=5)
    page = person.page(path)
    assert 'data-used="75"' in page
    assert "1:15" in text_of(page)


@pytest.mark.parametrize("outcome", ["done", "cannot_be_done"])
def test_finishing_ends_it_and_leads_to_its_page(
    desk: Desk, attempt: Attempt, outcome: str
) -> None:
    done = desk.person.post(f"{desk.path}/finish", outcome=outcome, answer="so", key="f")

    assert done.status_code == 204
    attempt.refresh_from_db()
    assert (attempt.status, attempt.claim, attempt.answer) == (Status.FINISHED, outcome, "so")
    assert desk.person.get(desk.path)["Location"] == f"/attempts/{attempt.pk}"
    assert desk.call("get_my_name")["X-Reason"] == "ended"


def test_a_wrong_outcome_ends_nothing(desk: Desk, attempt: Attempt) -> None:
    refused = desk.person.post(f"{desk.path}/finish", outcome="perhaps", key="f")
    assert (refused.status_code, refused["X-Reason"]) == (400, "not_a_call")
    attempt.refresh_from_db()
    assert attempt.status == Status.OPEN


def test_the_last_call_of_the_budget_is_answered_and_says_that_it_is_over(person: Persona) -> None:
    attempt = opened_by_person(person.user, call_budget=1)
    person.post(f"/attempts/{attempt.pk}/console/start")

    answer = Desk(person, attempt).call("get_my_name")

    assert answer["X-Reason"] == "over"
    assert len(texts(content(answer), "raw")) == 1


def test_earlier_calls_are_read_on(desk: Desk, attempt: Attempt) -> None:
    for _ in range(45):
        desk.call("get_my_name")
    page = desk.person.page(desk.path)
    assert len(texts(page, "raw")) == 40
    before = page.partition("?before=")[2].partition('"')[0]
    earlier = desk.person.page(f"{desk.path}/calls", before=before)
    assert len(texts(earlier, "raw")) == 5
    assert "?before=" not in earlier


@pytest.mark.parametrize(
    "part",
    ["", "/tools", "/tools/now", "/calls", "/call", "/notes", "/finish", "/pause", "/resume"],
)
def test_it_is_there_for_the_person_who_works_at_it_alone(part: str, attempt: Attempt) -> None:
    path = f"/attempts/{attempt.pk}/console{part}"
    for persona in (Persona("stranger"), Persona("researcher", Role.RESEARCHER)):
        assert persona.get(path).status_code in (404, 405)
        assert persona.post(path, key="k").status_code in (404, 405)
    nobody = Persona()
    assert nobody.post(path, key="k")["Location"] == f"/sign-in?next={path}"
    assert not attempt.events.filter(kind=EventKind.CALL).exists()


def test_an_attempt_of_an_agent_has_no_console(person: Persona) -> None:
    attempt = opened(owner=person.user)
    assert person.get(f"/attempts/{attempt.pk}/console").status_code == 404


@pytest.mark.parametrize("query", [{"from": "x"}, {"from": "99"}, {"from": "9" * 40}])
def test_what_is_not_there_is_not_found(desk: Desk, query: dict[str, str]) -> None:
    assert desk.person.get(f"{desk.path}/tools/now", **query).status_code == 404
    assert desk.person.get(f"{desk.path}/tools/no_such_tool").status_code == 404
    assert desk.person.get(f"{desk.path}/calls", before="x").status_code == 404
