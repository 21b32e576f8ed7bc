"""What tokens cost: exactly, by component, and unknown where it is unknown."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.model import Cost, PricesBroken, PriceTable, Usage, price_table

OURS = price_table()
COUNTS = st.integers(0, 10**12)


@st.composite
def usages(draw: st.DrawFn) -> Usage:
    cached, uncached, output = draw(COUNTS), draw(COUNTS), draw(COUNTS)
    return Usage(cached + uncached, cached, output, draw(st.integers(0, output)))


def whole(cost: Cost | None) -> dict[str, str]:
    assert cost is not None
    return cost.as_json()


def test_tokens_cost_what_the_provider_published() -> None:
    assert whole(OURS.cost("gpt-4o-mini", Usage(1_000_000, 400_000, 10_000, 5_000))) == {
        "uncached": "0.09000000", "cached": "0.030000000", "output": "0.0060000",
        "total": "0.126000000",
    }  # fmt: skip
    assert OURS.cost("o3", Usage(1)) == Cost(uncached=Decimal("0.000002"))
    assert (OURS.currency, OURS.version) == ("USD", "2026-11-30")


def test_the_papers_relative_prices_are_a_tenth_one_and_six() -> None:
    cost = OURS.relative(Usage(prompt=1100, cached=1000, output=10, reasoning=4))
    assert cost == Cost(uncached=Decimal(100), cached=Decimal(100), output=Decimal(60))
    assert cost.total == 260


@pytest.mark.parametrize(
    ("model", "listed"),
    [
        ("gpt-4o-mini", "gpt-4o-mini"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gpt-4o-mini-20240718", "gpt-4o-mini"),
        ("gpt-4o-mini-latest", "gpt-4o-mini"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4o-2024-05-13", "gpt-4o-2024-05-13"),
        ("gpt-5-mini-2025-08-07", "gpt-5-mini"),
    ],
)
def test_a_dated_name_costs_what_the_name_costs(model: str, listed: str) -> None:
    assert OURS.price(model) == OURS.prices[listed]


@pytest.mark.parametrize(
    "model",
    [
        "",
        "gpt-4o-mini-audio-preview",
        "gpt-4o-mini-audio-preview-2024-12-17",
        "gpt-4o-mini-audio-latest",
        "gpt-4o-minimal",
        "gpt-4o-mini-2024-13-18",
        "gpt-4o-mini-2024-07-18-x",
        "gpt-4o-mini-2024-07-18\n",
        "gpt-4o-mini-2024",
        "gpt-4o-mini-",
        "gpt-4o-mini:latest",
        "openai/gpt-4o-mini",
        "GPT-4o-mini",
        "gpt-5-pro",
        "gpt-3.5-turbo",
        "Qwen/Qwen3-8B",
        "-latest",
    ],
)
def test_a_model_that_is_not_listed_has_no_cost_rather_than_none_to_pay(model: str) -> None:
    assert OURS.price(model) is None
    assert OURS.cost(model, Usage(1, 0, 1)) is None


def test_two_earlier_prices_stand_by_themselves() -> None:
    assert OURS.prices["gpt-4o-2024-05-13"].output == 15
    assert OURS.prices["gpt-4o"].output == 10


@given(usages(), usages(), st.sampled_from(sorted(OURS.prices)))
def test_the_cost_of_a_sum_is_the_sum_of_the_costs(one: Usage, two: Usage, model: str) -> None:
    first, second, both = (OURS.cost(model, usage) for usage in (one, two, one + two))
    assert first is not None
    assert second is not None
    assert first + second == both
    assert (first + second).total == first.total + second.total
    assert OURS.relative(one) + OURS.relative(two) == OURS.relative(one + two)


@given(usages(), st.sampled_from(sorted(OURS.prices)))
def test_what_was_cached_never_makes_it_dearer(usage: Usage, model: str) -> None:
    cost, without = OURS.cost(model, usage), OURS.cost(model, Usage(usage.prompt, 0, usage.output))
    assert cost is not None
    assert without is not None
    assert 0 <= cost.total <= without.total
    text = cost.as_json()
    assert Decimal(text["total"]) == sum(
        (Decimal(text[part]) for part in ("uncached", "cached", "output")), Decimal()
    )


def test_every_price_says_where_it_was_published() -> None:
    assert len(OURS.prices) >= 18
    assert all(price.source.startswith("https://") for price in OURS.prices.values())
    assert all(0 < price.cached <= price.uncached < price.output for price in OURS.prices.values())


def own(tmp_path: Path, text: str) -> PriceTable:
    path = tmp_path / "mine.json"
    path.write_text(text)
    return price_table(path)


def sheet(**changed: Any) -> dict[str, Any]:
    """A small file, with some fields changed."""
    price = {"uncached": 0.5, "cached": 0.05, "output": 2, "source": "the invoice"}
    return {
        "version": "mine 1", "as_of": "2026-11-30", "currency": "EUR",
        "unit": "per million tokens", "relative": {"uncached": 1, "cached": 0.1, "output": 6},
        "models": {"local": price}, **changed,
    }  # fmt: skip


def test_a_person_can_give_their_own_prices(tmp_path: Path) -> None:
    table = own(tmp_path, json.dumps(sheet()))
    assert (table.version, table.currency, str(table.as_of)) == ("mine 1", "EUR", "2026-11-30")
    cost = table.cost("local", Usage(3, 1, 1))
    assert cost == Cost(Decimal("0.000001"), Decimal("0.00000005"), Decimal("0.000002"))
    assert table.cost("gpt-4o", Usage(1)) is None


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"version": 7}, "version: is no text"),
        ({"as_of": "today"}, 'as_of: "today" is no day such as 2026-11-30'),
        ({"currency": "dollars"}, "currency: is not three capital letters"),
        ({"unit": "per token"}, 'unit: is not "per million tokens"'),
        ({"models": []}, "models: is no object"),
        ({"relative": {}}, 'relative: "uncached" is missing'),
        ({"note": ""}, 'the file: there is no "note"'),
        ({"models": {"m": 7}}, "models, m: is no object"),
        ({"models": {"m": {"uncached": 1}}}, 'models, m: "cached" is missing'),
    ],
)
def test_a_broken_file_is_refused_with_the_place(
    tmp_path: Path, changed: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PricesBroken) as raised:
        own(tmp_path, json.dumps(sheet(**changed)))
    assert str(raised.value) == f"mine.json: {sentence}"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ('"0.5"', 'models, local, uncached: "0.5" is no number'),
        ("null", "models, local, uncached: null is no number"),
        ("true", "models, local, uncached: true is no number"),
        ("-0.5", "models, local, uncached: -0.5 is not from 0 to 1000000"),
        ("1e7", "models, local, uncached: 1E+7 is not from 0 to 1000000"),
        ("0.0000000001", "models, local, uncached: 1E-10 has more than 9 decimals"),
        ("NaN", "NaN is no price"),
        ("Infinity", "Infinity is no price"),
        ('0.5, "uncached": 0.6', '"uncached" stands there twice'),
    ],
)
def test_a_price_that_is_none_is_refused_with_the_place(
    tmp_path: Path, written: str, sentence: str
) -> None:
    text = json.dumps(sheet()).replace('"uncached": 0.5', f'"uncached": {written}')
    with pytest.raises(PricesBroken) as raised:
        own(tmp_path, text)
    assert str(raised.value) == f"mine.json: {sentence}"


def test_what_is_no_json_is_refused_with_line_and_column(tmp_path: Path) -> None:
    with pytest.raises(PricesBroken, match=r"^mine\.json, line 2, column 1: "):
        own(tmp_path, '{"version":\n}')
    with pytest.raises(PricesBroken, match=r"^none\.json can't be read: "):
        price_table(tmp_path / "none.json")


def test_a_price_is_read_as_it_is_written(tmp_path: Path) -> None:
    text = json.dumps(sheet()).replace("0.05", "0.100000001")
    assert own(tmp_path, text).prices["local"].cached == Decimal("0.100000001")
