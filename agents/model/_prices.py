"""What tokens cost: a versioned table, and sums that are exact."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal, Inexact, InvalidOperation, localcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any

from agents.model._reply import Usage

UNIT = "per million tokens"
_OURS = Path(__file__).with_name("prices.json")
_MILLIONTH = Decimal("0.000001")
_EXACT = Context(prec=60, traps=[Inexact, InvalidOperation])
_COMPONENTS = ("uncached", "cached", "output")
_HIGHEST, _MOST_DECIMALS = 1_000_000, 9
_DATED = re.compile(r"(?P<name>.+)-(?:(?P<day>\d{4}-?\d{2}-?\d{2})|latest)", re.ASCII)


class PricesBroken(ValueError):
    """A price file that can't be used; the sentence names the place."""


@dataclass(frozen=True, slots=True)
class Price:
    """Prices of a million tokens.

    Args:
        uncached: Of the prompt, in full.
        cached: Of the prompt, where the provider had it in its cache.
        output: Of the reply, reasoning included.
        source: Where that was published.
    """

    uncached: Decimal
    cached: Decimal
    output: Decimal
    source: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What tokens cost, by component and exactly.

    Args:
        uncached: For the prompt, in full.
        cached: For the prompt, where it was cached.
        output: For the replies.
    """

    uncached: Decimal = Decimal(0)
    cached: Decimal = Decimal(0)
    output: Decimal = Decimal(0)

    @property
    def total(self) -> Decimal:
        """All of it."""
        with localcontext(_EXACT):
            return self.uncached + self.cached + self.output

    def __add__(self, other: Cost) -> Cost:
        with localcontext(_EXACT):
            return Cost(
                self.uncached + other.uncached,
                self.cached + other.cached,
                self.output + other.output,
            )

    def as_json(self) -> dict[str, str]:
        """By component and in total, as decimal text, which loses nothing."""
        parts = {name: getattr(self, name) for name in (*_COMPONENTS, "total")}
        return {name: f"{value:f}" for name, value in parts.items()}


@dataclass(frozen=True)
class PriceTable:
    """Prices as they were published at some time.

    Args:
        version: Its name, which goes with every sum.
        as_of: The day for which it was compiled.
        currency: Three letters.
        prices: By model.
        ratio: What a token costs relative to an uncached one of the prompt.
    """

    version: str
    as_of: date
    currency: str
    prices: Mapping[str, Price]
    ratio: Price

    def price(self, model: str) -> Price | None:
        """The prices of a model.

        Args:
            model: Its name, as asked for or as the provider told it. Of a listed name followed by
                a date or by "-latest" the listed one counts; no other ending is guessed at, since
                a model that is called nearly the same may cost many times as much.

        Returns:
            None if the table does not know it.
        """
        dated = _DATED.fullmatch(model)
        if model in self.prices or dated is None or not _is_day(dated["day"]):
            return self.prices.get(model)
        return self.prices.get(dated["name"])

    def cost(self, model: str, usage: Usage) -> Cost | None:
        """What tokens of a model cost.

        Returns:
            In the table's currency; None, which is not zero, if the table does not know the model.
        """
        price = self.price(model)
        return None if price is None else _times(price, usage, _MILLIONTH)

    def relative(self, usage: Usage) -> Cost:
        """What tokens cost in the relative prices, in uncached tokens of the prompt."""
        return _times(self.ratio, usage, Decimal(1))


def _times(price: Price, usage: Usage, unit: Decimal) -> Cost:
    with localcontext(_EXACT):
        return Cost(
            usage.uncached * price.uncached * unit,
            usage.cached * price.cached * unit,
            usage.output * price.output * unit,
        )


def _is_day(text: str | None) -> bool:
    try:
        return text is None or bool(date.fromisoformat(text))
    except ValueError:
        return False


def price_table(path: Path | None = None) -> PriceTable:
    """Read a price table.

    Args:
        path: A file of the same form as `prices.json`, which is read if there is none.

    Raises:
        PricesBroken: it can't be read or is not of that form; the sentence says where.
    """
    where = _OURS if path is None else path
    try:
        text = where.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PricesBroken(f"{where.name} can't be read: {error}") from error
    try:
        found = json.loads(
            text, parse_float=Decimal, parse_constant=_constant, object_pairs_hook=_unique
        )
        return _table(found)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PricesBroken(f"{where.name}, {place}: {error.msg}") from error
    except _Wrong as error:
        raise PricesBroken(f"{where.name}: {error}") from None


class _Wrong(Exception):
    """What is wrong, and where inside the file."""


def _constant(name: str) -> None:
    raise _Wrong(f"{name} is no price")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise _Wrong(f'"{name}" stands there twice')
    return dict(pairs)


def _table(found: object) -> PriceTable:
    fields = ("version", "as_of", "currency", "unit", "relative", "models")
    top = _object(found, "the file", fields)
    for name in ("version", "as_of", "currency", "unit"):
        _check(isinstance(top[name], str) and top[name].strip(), f"{name}: is no text")
    _check(_is_day(top["as_of"]), f'as_of: "{top["as_of"]}" is no day such as 2026-11-30')
    _check(re.fullmatch(r"[A-Z]{3}", top["currency"]), "currency: is not three capital letters")
    _check(top["unit"] == UNIT, f'unit: is not "{UNIT}"')
    _check(isinstance(top["models"], dict), "models: is no object")
    ratio = _price(top["relative"], "relative", _COMPONENTS)
    prices = {
        name: _price(value, f"models, {name}", (*_COMPONENTS, "source"))
        for name, value in top["models"].items()
    }
    return PriceTable(
        top["version"],
        date.fromisoformat(top["as_of"]),
        top["currency"],
        MappingProxyType(prices),
        ratio,
    )


def _price(found: object, place: str, fields: tuple[str, ...]) -> Price:
    value = _object(found, place, fields)
    source = value.get("source", "")
    _check(isinstance(source, str), f"{place}, source: is no text")
    uncached, cached, output = (_amount(value[name], f"{place}, {name}") for name in _COMPONENTS)
    return Price(uncached, cached, output, source)


def _amount(found: object, place: str) -> Decimal:
    is_number = isinstance(found, int | Decimal) and not isinstance(found, bool)
    _check(is_number, f"{place}: {json.dumps(found, default=str)} is no number")
    amount = Decimal(found)  # type: ignore[arg-type]  # checked above
    _check(0 <= amount <= _HIGHEST, f"{place}: {found} is not from 0 to {_HIGHEST}")
    decimals = -int(amount.as_tuple().exponent)
    _check(decimals <= _MOST_DECIMALS, f"{place}: {found} has more than {_MOST_DECIMALS} decimals")
    return amount


def _object(found: object, place: str, fields: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise _Wrong(f"{place}: is no object")
    for name in fields:
        _check(name in found, f'{place}: "{name}" is missing')
    for name in found:
        _check(name in fields, f'{place}: there is no "{name}"')
    return found


def _check(holds: object, sentence: str) -> None:
    if not holds:
        raise _Wrong(sentence)
