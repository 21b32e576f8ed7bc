"""What models cost, as far as is known here: money is counted, and capped, only where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache
from pathlib import Path

from django.conf import settings

from agents.model import PriceTable, Reply, price_table


class NoPrice(ValueError):
    """Money can't be capped, since nobody knows what a model costs."""


def prices() -> PriceTable:
    """What models cost, as far as is known here.

    Raises:
        PricesBroken: the file of the setting PRICES_FILE is none.
    """
    return _prices(settings.PRICES_FILE)


@cache
def _prices(path: Path | None) -> PriceTable:
    return price_table(path)


def require_prices(models: Iterable[str]) -> None:
    """Refuse to cap money where it would not be counted.

    Args:
        models: Names of the models that are asked.

    Raises:
        NoPrice: the first of them that has none.
    """
    table = prices()
    for model in models:
        if table.price(model) is None:
            raise NoPrice(
                f"There is no price of {model} in the table {table.version}, so that money "
                "can't be capped. Give a table with the setting PRICES_FILE."
            )


def cost_of(name: str) -> Callable[[Reply], Decimal | None]:
    """What replies of a model cost, in US dollars; None where that is not known.

    Args:
        name: Name of the model.
    """
    table = prices()

    def cost(reply: Reply) -> Decimal | None:
        if reply.usage is None:
            return None
        found = table.cost(name, reply.usage)
        return None if found is None else found.total

    return cost
