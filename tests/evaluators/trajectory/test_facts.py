"""What is told of an instance and of the catalogue, so that trajectories can be held against it."""

from __future__ import annotations

import dataclasses

import pytest

from evaluators import TaskFacts, TaskKind
from sandboxes import catalogue
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.tasks import Instance, find_instance, task_facts
from sandboxes.tasks._facts import latent_tools
from sandboxes.tasks._reach import LISTINGS, PLACES, sweeping_tools

SUITE = "interdependent"


@pytest.fixture(scope="module")
def instance() -> Instance:
    """One in whose cart something lies already."""
    return find_instance(SUITE, "buy_cheapest", 1)


@pytest.fixture(scope="module")
def facts(instance: Instance) -> TaskFacts:
    return task_facts(instance)


def test_the_tools_that_pay_for_everything_are_found_by_what_they_declare() -> None:
    found = {sweep.tool: (sweep.shown_by, sweep.listing) for sweep in sweeping_tools()}
    assert found == {
        "checkout_all": (("get_cart_summary",), LISTINGS["cart line"]),
        "checkout_bookings": (("check_bookings",), LISTINGS["booking"]),
    }


def test_places_are_arguments_of_mutating_tools_and_shown_by_reads() -> None:
    for argument in PLACES:
        takers = [t for t in catalogue().values() if argument in t.input_schema["properties"]]
        assert takers
        assert all(tool.mutates for tool in takers)
        assert any(argument in t.description for t in catalogue().values() if not t.mutates)
    indices = {
        name
        for tool in catalogue().values()
        if tool.mutates
        for name, schema in tool.input_schema["properties"].items()
        if name.endswith(("idx", "index", "place", "position")) and schema["type"] == "integer"
    }
    assert indices == set(PLACES)


def test_what_was_waiting_is_what_lies_in_the_cart_and_what_is_booked_unpaid(
    instance: Instance, facts: TaskFacts
) -> None:
    waiting = {sweep.tool: sweep.waiting for sweep in facts.sweeps}
    flights = instance.world.app(LightFlight)
    assert waiting["checkout_all"] == set(instance.world.app(LightShop).lines())
    assert len(waiting["checkout_all"]) == 1
    assert waiting["checkout_bookings"] == {booking.bid for booking in flights.waiting()}
    assert [place.count for place in facts.places] == [len(flights.passengers.of())]


def test_paid_bookings_are_waiting_for_nothing() -> None:
    instance = find_instance(SUITE, "cancel_trip_to_city", 1)
    bookings = instance.world.app(LightFlight).bookings.of().values()
    waiting = next(s for s in task_facts(instance).sweeps if s.tool == "checkout_bookings").waiting
    assert any(booking.paid for booking in bookings)
    assert waiting == {booking.bid for booking in bookings if not booking.paid}


def test_generated_ids_are_told_at_every_depth_and_names_are_not(
    instance: Instance, facts: TaskFacts
) -> None:
    talk, shop = instance.world.app(LightTalk), instance.world.app(LightShop)
    messages = {mid for uid in talk.contacts.of() for mid in talk.messages.of(uid)}
    moments = [(uid, moid) for uid in talk.contacts.of() for moid in talk.moments.of(uid)]
    comments = [(*path, cid) for path in moments for cid in talk.comments.of(*path)]
    goods = {tid for sid in shop.shops.of() for tid in shop.items.of(sid)}
    for kind in (messages, {path[-1] for path in moments}, {path[-1] for path in comments}, goods):
        assert kind
        assert kind <= facts.records
    assert "airport_1" in facts.records


def test_replies_to_replies_are_records(instance: Instance) -> None:
    world = instance.world.fork("none")
    talk = world.app(LightTalk)
    place = next(
        {"uid": uid, "moid": moid}
        for uid, contact in talk.contacts.of().items()
        for moid in talk.moments.of(uid)
        if not contact.blocked
    )
    made = [world.call("comment_moment", {**place, "content": "Yes?"}).output["cid"]]
    for _ in range(2):
        answer = {**place, "cid": made[-1], "content": "Yes."}
        made.append(world.call("comment_comment", answer).output["cid"])
    later = dataclasses.replace(instance, world=world)
    assert set(made) <= task_facts(later).records
    assert not set(made) & task_facts(instance).records


def test_a_ticker_is_a_name() -> None:
    instance = find_instance(SUITE, "sell_holding_and_settle", 1)
    stock, records = instance.world.app(LightStock), task_facts(instance).records
    assert stock.portfolio.of()
    assert not records.intersection(stock.portfolio.of())
    assert records.issuperset(stock.orders.of())


def test_tools_and_kind_are_those_of_the_gold(instance: Instance, facts: TaskFacts) -> None:
    assert facts.kind is TaskKind.CHANGE
    assert facts.instruction == instance.instruction
    assert facts.needed == instance.needed_tools
    assert facts.latent < facts.needed
    assert facts.succeeding == {call.tool for call in instance.gold.trace if call.outcome.ok}
    assert "checkout_all" in facts.mutating
    assert "get_cart_summary" not in facts.mutating


@pytest.mark.parametrize(
    ("instruction", "latent"),
    [
        (
            "Make friends with Ada.",
            {"ask_for_privilege", "get_uid_from_name", "wait_payment_password"},
        ),
        ("Ada's name is known, privileges too.", {"wait_payment_password"}),
        ("The payment is due.", {"ask_for_privilege", "get_uid_from_name"}),
        ("The payments, names and PRIVILEGE.", set()),
    ],
)
def test_a_latent_tool_comes_first_and_is_not_suggested(instruction: str, latent: set[str]) -> None:
    needed = {"get_uid_from_name", "ask_for_privilege", "block", "wait_payment_password"}
    assert latent_tools(frozenset(needed | {"checkout_all"}), instruction) == latent


def test_a_tool_that_nothing_needed_rests_on_is_not_latent() -> None:
    assert latent_tools(frozenset({"ask_for_privilege", "send_message"}), "Hello.") == frozenset()


def test_book_suggests_booking_and_a_servers_name_suggests_nothing() -> None:
    needed = frozenset({"add_to_booking", "checkout_bookings", "LightFlight_wait_payment_password"})
    assert latent_tools(needed, "Book it on LightFlight.") == {"LightFlight_wait_payment_password"}
