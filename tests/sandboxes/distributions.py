"""What worlds look like over seeds 1-300, as a table: `docs/distributions.md` is made by it.

.venv/bin/python -m tests.sandboxes.distributions > docs/distributions.md
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median

from sandboxes import World
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.seeding import FlightBase
from sandboxes.apps.light_news.data_model import LightNews
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_stock.data_model import LightStock
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_weather.climate import usual
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather

SEEDS = range(1, 301)
HEAD = """# What worlds look like

Seeds 1-300, one value for each world or for each of several things in it. Made by
`python -m tests.sandboxes.distributions`; a test compares it with what worlds are now, and holds
each figure to its promise. What else is promised of an app's worlds stands in the
`test_distributions.py` of its tests.

| app | what | promised | least | median | mean | most |
| --- | --- | --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Figure:
    """One thing that worlds differ in.

    Args:
        app: The app.
        what: What is looked at.
        values: Its values in a world.
        low: The least that is promised.
        high: The most.
        of_mean: Whether the promise is about the mean over all worlds; else about every value.
    """

    app: str
    what: str
    values: Callable[[World], Sequence[float]]
    low: float
    high: float
    of_mean: bool = False

    def keeps(self, values: Sequence[float]) -> bool:
        """Whether the promise is kept."""
        seen = [mean(values)] if self.of_mean else values
        return self.low <= min(seen) and max(seen) <= self.high

    def line(self, values: Sequence[float]) -> str:
        """A row of the table."""
        promised = f"{_shown(self.low)} to {_shown(self.high)}{' on average' * self.of_mean}"
        cells = (min(values), median(values), mean(values), max(values))
        return f"| {self.app} | {self.what} | {promised} | {' | '.join(map(_shown, cells))} |"


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"


def _contacts(world: World) -> list[float]:
    return [len(world.app(LightTalk).contacts.of()) - 1]


def _blocked(world: World) -> list[float]:
    talk = world.app(LightTalk)
    return [person.blocked for uid, person in talk.contacts.of().items() if uid != talk.me]


def _shops(world: World) -> list[float]:
    return [len(world.app(LightShop).shops.of())]


def _cart(world: World) -> list[float]:
    return [bool(world.app(LightShop).lines())]


def _shop_balance(world: World) -> list[float]:
    return [world.app(LightShop).account.value.balance / 100]


def _stations(world: World) -> list[float]:
    statuses = world.app(LightWeather).readings.statuses.values()
    return [status == "online" for status in statuses]


def _warmer(world: World) -> list[float]:
    weather = world.app(LightWeather).readings
    return [
        weather.current(name).temperature - usual(city.temperature, weather.today)
        for name, city in list(cities().items())[:: len(cities()) // 4]
    ]


def _flights(world: World) -> list[float]:
    return [4 * sum(world.base.part(FlightBase).routes)]


def _unpaid(world: World) -> list[float]:
    return [bool(world.app(LightFlight).waiting())]


def _flight_balance(world: World) -> list[float]:
    return [world.app(LightFlight).account.value.balance / 100]


def _open(world: World) -> list[float]:
    return [world.app(LightStock).market.value.market_open]


def _pending(world: World) -> list[float]:
    return [bool(world.app(LightStock).orders.of())]


def _vip(world: World) -> list[float]:
    return [world.app(LightStock).account.value.is_vip]


def _savings(world: World) -> list[float]:
    return [world.app(LightStock).account.value.savings_balance / 100]


def _articles(world: World) -> list[float]:
    paper = world.app(LightNews)
    return [len(paper.articles(section)) for section in paper.sections()]


FIGURES = (
    Figure("LightTalk", "contacts", _contacts, 5, 100),
    Figure("LightTalk", "share of blocked contacts", _blocked, 0.08, 0.12, of_mean=True),
    Figure("LightShop", "shops", _shops, 3, 18),
    Figure("LightShop", "something lies in the cart", _cart, 0.55, 0.65, of_mean=True),
    Figure("LightShop", "balance", _shop_balance, 8_000, 100_000),
    Figure("LightWeather", "a station is online", _stations, 0.82, 0.88, of_mean=True),
    Figure("LightWeather", "warmer now than usual, in °C", _warmer, -8, 8),
    Figure("LightFlight", "flights", _flights, 8_000, 14_000),
    Figure("LightFlight", "an unpaid booking waits", _unpaid, 0.45, 0.55, of_mean=True),
    Figure("LightFlight", "balance", _flight_balance, 15_000, 60_000),
    Figure("LightStock", "the market is open", _open, 0.60, 0.73, of_mean=True),
    Figure("LightStock", "an order is pending", _pending, 0.15, 0.30, of_mean=True),
    Figure("LightStock", "the user is a VIP", _vip, 0.44, 0.56, of_mean=True),
    Figure("LightStock", "savings", _savings, 50_000, 150_000),
    Figure("LightNews", "articles in a section", _articles, 40, 60),
)


def measured() -> Iterator[tuple[Figure, list[float]]]:
    """Every figure with its values over all seeds."""
    worlds = [World(seed) for seed in SEEDS]
    for figure in FIGURES:
        yield figure, [float(value) for world in worlds for value in figure.values(world)]


def report() -> str:
    """The whole document."""
    return HEAD + "".join(f"{figure.line(values)}\n" for figure, values in measured())


if __name__ == "__main__":
    print(report(), end="")
