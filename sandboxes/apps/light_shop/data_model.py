"""State of LightShop: the account, shops with their items, the cart, payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sandboxes._app import AppState
from sandboxes._tables import Cell, Table, no_base
from sandboxes.apps.light_shop.records import (
    CART,
    ITEMS,
    SHOPS,
    TRANSACTIONS,
    CartLine,
    Item,
    Shop,
    Transaction,
)
from sandboxes.apps.light_shop.seeding import ShopBase

if TYPE_CHECKING:
    from sandboxes._world import World


class LightShop(AppState):
    """All that LightShop knows; its tables are parents before children."""

    server = "LightShop"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        base = world.base.part(ShopBase)
        self.account = Cell(base.account)
        self.shops: Table[Shop] = Table(SHOPS, lambda _: base.shops)
        self.items: Table[Item] = Table(ITEMS, lambda path: base.items(*path))
        self.cart: Table[CartLine] = Table(CART, lambda _: base.cart)
        self.transactions: Table[Transaction] = Table(TRANSACTIONS, no_base)

    def reset_session(self) -> None:
        """Forget a password that was entered and not used."""
        self.account.set(self.account.value._replace(password_ready=False))

    def all_items(self) -> Iterator[tuple[Shop, Item]]:
        """Every item of every shop, shops and items in order of name."""
        for sid, shop in self.shops.of().items():
            for item in self.items.of(sid).values():
                yield shop, item

    def lines(self) -> Mapping[str, CartLine]:
        """The cart, oldest line first."""
        return self.cart.of()

    def cost(self, line: CartLine) -> int:
        """What a cart line costs, in cents."""
        item = self.items.get(line.sid, line.tid)
        assert item is not None, "a cart line always names an item"
        return item.price * line.count

    def restock(self, sid: str, tid: str, units: int) -> None:
        """Move units back to the shop, or out of it if negative."""
        item = self.items.get(sid, tid)
        assert item is not None, "only known items are moved"
        self.items.put(item._replace(count=item.count + units), sid)
