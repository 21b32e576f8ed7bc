"""The shops and goods that LightShop's worlds are made of, read once per process."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class Good:
    """Something that shops of one category may sell.

    Args:
        name: Unique in its category; ends with the unit where goods are sold by weight.
        kind: What a buyer would call it, e.g. "banana".
        unit: What one unit is, e.g. "500 g" or "1 pair".
        cents: List price of one unit, in cents.
        description: One sentence.
    """

    name: str
    kind: str
    unit: str
    cents: int
    description: str


@dataclass(frozen=True)
class Category:
    """One category: names for shops, and goods."""

    name: str
    shops: tuple[str, ...]
    goods: tuple[Good, ...]


@functools.cache
def shop_corpus() -> dict[str, Category]:
    """All categories by name, in order of name."""
    read = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(_FOLDER.glob("*.json"))]
    return {
        data["category"]: Category(
            name=data["category"],
            shops=tuple(data["shops"]),
            goods=tuple(
                Good(g["name"], g["kind"], g["unit"], round(g["price"] * 100), g["description"])
                for g in sorted(data["goods"], key=lambda good: str(good["name"]))
            ),
        )
        for data in read
    }


@functools.cache
def goods_by_name() -> dict[str, Good]:
    """All goods by name."""
    return {good.name: good for category in shop_corpus().values() for good in category.goods}
