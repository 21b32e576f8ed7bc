"""What a seed makes of LightShop: shop by shop, when somebody looks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sandboxes._streams import Stream, make_id, make_ids
from sandboxes.apps.light_shop.corpus_reader import shop_corpus
from sandboxes.apps.light_shop.records import Account, CartLine, Item, Shop

_SHOPS_PER_CATEGORY = 3
_SHOPS = (3, 18)
_FEWEST_GOODS = 5
_PRICE_FACTOR = (0.6, 1.2)
_MOST_IN_STOCK = 100
_BALANCE = (8_000, 100_000)
_CART = 0.6
_CART_LINES = (1, 5)
_APP = "LightShop"


class ShopBase:
    """The shops, goods, money and cart that a world starts with.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._items: dict[str, dict[str, Item]] = {}

    @cached_property
    def account(self) -> Account:
        """The user's money."""
        return Account(balance=100 * self._stream("balance").between(*_BALANCE))

    @cached_property
    def shops(self) -> Mapping[str, Shop]:
        """All shops by id, in order of name."""
        found = []
        for category, count in self._counts().items():
            names = self._stream("shops of", category).sample(shop_corpus()[category].shops, count)
            found += [
                Shop(make_id(self._seed, "shop", "base", category, name), name, category, False)
                for name in names
            ]
        return {shop.sid: shop for shop in sorted(found, key=lambda shop: shop.name)}

    def items(self, sid: str) -> Mapping[str, Item]:
        """The goods of a shop by id, in order of name, less what lies in the cart."""
        if sid not in self._items:
            stocked = self._stocked(sid) if sid in self.shops else {}
            for line in self.cart.values():
                if line.sid == sid:
                    item = stocked[line.tid]
                    stocked[line.tid] = item._replace(count=item.count - line.count)
            self._items[sid] = stocked
        return self._items[sid]

    @cached_property
    def cart(self) -> Mapping[str, CartLine]:
        """What lies in the cart at the start: in most worlds some goods of one shop."""
        stream = self._stream("cart")
        if not stream.chance(_CART):
            return {}
        sid = stream.choice(list(self.shops))
        in_stock = [item for item in self._stocked(sid).values() if item.count > 0]
        lines = {}
        for item in stream.sample(in_stock, min(stream.between(*_CART_LINES), len(in_stock))):
            caid = make_id(self._seed, "cart", "base", item.tid)
            lines[caid] = CartLine(caid, sid, item.tid, 1, "")
        return lines

    def _stream(self, *purpose: str | int) -> Stream:
        return Stream(self._seed, _APP, *purpose)

    def _counts(self) -> dict[str, int]:
        """Shops per category; drawn again until the whole lies in its range."""
        stream = self._stream("shop counts")
        while True:
            counts = {name: stream.between(0, _SHOPS_PER_CATEGORY) for name in shop_corpus()}
            if _SHOPS[0] <= sum(counts.values()) <= _SHOPS[1]:
                return counts

    def _stocked(self, sid: str) -> dict[str, Item]:
        goods = shop_corpus()[self.shops[sid].category].goods
        stream = self._stream("goods", sid)
        chosen = stream.sample(range(len(goods)), stream.between(_FEWEST_GOODS, len(goods)))
        tids = make_ids(self._seed, "item", len(goods), sid)
        factors, stocks = stream.units(len(chosen)), stream.units(len(chosen))
        low, high = _PRICE_FACTOR
        made = {}
        for index, factor, stock in zip(sorted(chosen), factors, stocks, strict=True):
            good, tid = goods[index], tids[index]
            price = max(1, int(good.cents * (low + (high - low) * factor)))
            made[tid] = Item(tid, good.name, price, int(stock * (_MOST_IN_STOCK + 1)), False)
        return made
