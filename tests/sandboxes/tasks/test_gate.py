"""The gate lets good instances through and says what is wrong with others."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from evaluators import Contains, TaskKind
from sandboxes import Stream, World
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.tasks import Client, Decline, Template, find_template, gate, templates, verify
from sandboxes.tasks._template import Draft, Reading, Stage, reading_hash
from tests.sampling import sampled

SUITE = "interdependent"
SEED = 1
TEXTS = "LightTalk/contacts/*/chat_history/*/content"


@pytest.mark.parametrize("task", sampled(sorted(templates(SUITE)), 3))
def test_an_instance_of_every_template_passes(task: str) -> None:
    """`verify_tasks --seeds 1-20` tries them all."""
    verdicts = (gate(find_template(SUITE, task), seed) for seed in (1, 2, 3))
    first = next(verdict for verdict in verdicts if verdict.declined is None)
    assert first.failures == []


def a_template(make: Callable[[World, Stream], Draft], *, traps: tuple[str, ...] = ()) -> Template:
    """A template around a function, with its reading up to date."""
    phrasings = ("Send {text} to {name}.", "Let {name} have {text}.")
    reading = Reading("2026-11-29", reading_hash(phrasings))
    return Template("send_text", 1, 1, ("LightTalk",), traps, phrasings, reading, make)


def sending(world: World, draw: Stream, **changes: Any) -> Draft:
    """Send a text to the first open contact: a sound draft, to be spoiled in one place."""
    talk = world.app(LightTalk)
    people = [c for c in talk.directory().values() if not c.blocked and c.uid != talk.me]
    contact = people[0]

    def gold(do: Client) -> None:
        do("send_message", uid=do("get_uid_from_name", name=contact.name)["uid"], content="Ahoy")

    words = {"text": "Ahoy", "name": contact.name}
    draft = Draft(words, gold, unique=(contact.name,))
    return dataclasses.replace(draft, **changes)


def saying(**words: str) -> Callable[[World, Stream], Draft]:
    """The sound draft with other words in its instruction."""

    def make(world: World, draw: Stream) -> Draft:
        draft = sending(world, draw)
        return dataclasses.replace(draft, words={**draft.words, **words})

    return make


def checks(template: Template) -> set[str]:
    """Which checks the gate finds failing."""
    return {failure.check for failure in gate(template, SEED).failures}


def test_a_sound_template_passes() -> None:
    verdict = gate(a_template(sending), SEED)
    assert verdict.passed
    assert verdict.failing >= 6


def test_a_gold_that_does_nothing_is_found() -> None:
    assert "form" in checks(a_template(lambda w, d: sending(w, d, gold=lambda do: None)))


def test_a_gold_that_is_refused_is_found() -> None:
    def gold(do: Client) -> None:
        do("mark_as_read", uid="nobody")

    failures = gate(a_template(lambda w, d: sending(w, d, gold=gold)), SEED).failures
    assert "No contact has the UID nobody." in failures[0].detail


def test_a_gold_that_gives_up_at_the_first_fault_is_found() -> None:
    def gold(do: Client) -> None:
        do._once("mark_as_unread", {"uid": do("get_my_uid")})

    template = a_template(lambda w, d: sending(w, d, gold=gold))
    found = {failure.check for seed in range(1, 6) for failure in gate(template, seed).failures}
    assert "end 0: profile harsh" in found
    assert "end 0: profile none" not in found


def test_a_text_rule_that_accepts_too_much_is_found() -> None:
    loose = ((TEXTS, Contains(())),)
    assert checks(a_template(lambda w, d: sending(w, d, texts=loose))) == {"altered"}


def gold_with(act: Callable[[Client], Any]) -> Template:
    """The sound template with another gold."""
    return a_template(lambda w, d: sending(w, d, gold=act))


def test_a_neutral_write_alone_is_no_task() -> None:
    assert "form" in checks(gold_with(lambda do: do("change_my_ip", where="Singapore, Singapore")))


def test_a_gold_that_depends_on_the_clock_is_found() -> None:
    """Other writes move the clock, so another honest attempt would say something else."""

    def gold(do: Client) -> None:
        do("edit_remark", uid=do("get_my_uid"), remark="me")
        do("send_message", uid=do("get_my_uid"), content=f"It is {do('now')}")

    assert "end 0: extra passwords and privilege" in checks(gold_with(gold))


def test_a_gold_that_depends_on_an_id_is_found() -> None:
    """Whole ids are rewritten where they are named; a piece of one is not."""

    def gold(do: Client) -> None:
        uid = do("get_my_uid")
        mid = do("send_message", uid=uid, content="Ahoy")["mid"]
        do("send_message", uid=uid, content=mid[:9])

    assert "end 0: other ids" in checks(gold_with(gold))


def test_a_gold_that_comes_to_need_another_tool_is_found() -> None:
    runs: list[int] = []

    def gold(do: Client) -> None:
        runs.append(1)
        do("get_my_name" if len(runs) < 8 else "list_all_tags")
        do("edit_remark", uid=do("get_my_uid"), remark="me")

    assert "only the needed tools" in checks(gold_with(gold))


@pytest.mark.parametrize("ordered", [(), ("LightTalk/contacts/*/chat_history",)])
def test_two_messages_may_be_swapped_unless_their_order_is_prescribed(
    ordered: tuple[str, ...],
) -> None:
    def gold(do: Client) -> None:
        for text in ("one", "two"):
            do("send_message", uid=do("get_my_uid"), content=text)

    assert checks(a_template(lambda w, d: sending(w, d, gold=gold, ordered=ordered))) == set()


def test_an_instruction_that_names_a_tool_is_found() -> None:
    assert checks(a_template(saying(text="with send_message Ahoy"))) == {"form"}


def test_an_instruction_that_names_nobody_is_found() -> None:
    assert checks(a_template(saying(name="him"))) == {"form"}


def test_a_misspelled_path_is_found() -> None:
    misspelled = ("LightTalk/contact/*/chat_history",)
    assert checks(a_template(lambda w, d: sending(w, d, summed=misspelled))) == {"form"}
    assert checks(a_template(lambda w, d: sending(w, d, counted=misspelled))) == {"form"}


def test_a_changed_text_needs_a_new_reading() -> None:
    template = a_template(sending)
    changed = dataclasses.replace(template, phrasings=("Write {text} to {name}.",) * 2)
    assert checks(changed) == {"reading"}
    assert checks(dataclasses.replace(template, reading=None)) == {"reading"}


def test_a_trap_that_does_not_catch_is_found() -> None:
    assert checks(a_template(sending, traps=("clean_slate",))) == {"trap"}


def test_an_impossible_task_that_can_be_done_is_found() -> None:
    """The gold finds no obstacle, so it acts; and there is none to lift."""
    template = a_template(lambda w, d: sending(w, d, kind=TaskKind.IMPOSSIBLE))
    assert {"form"} <= checks(template)


def test_an_impossible_task_whose_obstacle_stays_is_found() -> None:
    def gold(do: Client) -> None:
        do("get_my_uid")

    def lift(stage: Stage) -> None:
        """Lifts nothing."""

    template = a_template(
        lambda w, d: sending(
            w, d, kind=TaskKind.IMPOSSIBLE, gold=gold, obstacle="a wall", lift=lift
        )
    )
    assert checks(template) == {"obstacle"}


def test_a_do_nothing_task_without_another_branch_is_found() -> None:
    template = a_template(
        lambda w, d: sending(w, d, kind=TaskKind.DO_NOTHING, gold=lambda do: None)
    )
    assert checks(template) == {"branch"}


def test_a_declined_seed_is_no_failure() -> None:
    def make(world: World, draw: Stream) -> Draft:
        raise Decline("too small a world")

    verdict = gate(a_template(make), SEED)
    assert (verdict.declined, verdict.passed, verdict.failures) == ("too small a world", False, [])


def test_templates_seldom_decline() -> None:
    found = verify(SUITE, ["mark_messages_read", "buy_cheapest"], range(1, 9)).as_json()
    assert found["declined"] <= 0.16 * (found["declined"] + found["instances"])
