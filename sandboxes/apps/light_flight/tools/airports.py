"""Tools about cities and airports: finding them and keeping favourites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandboxes._outcome import Refused
from sandboxes._records import as_json
from sandboxes._tool import tool
from sandboxes._types import Fragment, Identifier, Line
from sandboxes.apps.light_flight.checks import airports_of, known_airport
from sandboxes.apps.light_flight.corpus_reader import places
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import Airport


def _all_that(app: LightFlight, fits: Callable[[Airport], bool]) -> list[dict[str, Any]]:
    return [as_json(airport) for airport in app.airports.of().values() if fits(airport)]


@tool(mutates=False, requires=(), provides=("city",))
def list_all_cities(app: LightFlight) -> list[str]:
    """List the cities that have an airport.

    Returns:
        A sorted list of names of cities.
    """
    return sorted({place.city for place in places()})


@tool(mutates=False, requires=("city",), provides=("airport",))
def list_airports_by_city(app: LightFlight, city: Line) -> list[dict[str, Any]]:
    """List the airports of a city; some cities have two.

    Refused if no airport is in a city of this name.

    Args:
        city: Name of the city, such as "Oslo"; upper and lower case are the same.

    Returns:
        A list of {aid, code, name, city, country, star} in order of name.
    """
    codes = {places()[number].code for number in airports_of(city)}
    return _all_that(app, lambda airport: airport.code in codes)


@tool(mutates=False, requires=(), provides=("airport", "city"))
def search_airports(app: LightFlight, airport_name: Fragment) -> list[dict[str, Any]]:
    """Find the airports whose name, city or code contains a fragment; case does not matter.

    Args:
        airport_name: Part of an airport's name, its city or its three-letter code.

    Returns:
        A list of {aid, code, name, city, country, star} in order of city and name; empty if there
        is none.
    """
    folded = airport_name.casefold()

    def fits(airport: Airport) -> bool:
        texts = (airport.name, airport.city, airport.code)
        return any(folded in text.casefold() for text in texts)

    return _all_that(app, fits)


def _set_star(app: LightFlight, aid: str, star: bool) -> dict[str, Any]:
    airport = known_airport(app, aid)
    if airport.star is star:
        raise Refused(f"{airport.name} is {'already' if star else 'not'} a favourite.")
    app.airports.put(airport._replace(star=star))
    return {"aid": aid, "star": star}


@tool(mutates=True, requires=("airport",), provides=())
def star_airport(app: LightFlight, aid: Identifier) -> dict[str, Any]:
    """Mark an airport as a favourite.

    Refused if the airport is unknown or a favourite already.

    Args:
        aid: Id of the airport.

    Returns:
        {aid, star}.
    """
    return _set_star(app, aid, True)


@tool(mutates=True, requires=("airport",), provides=())
def unstar_airport(app: LightFlight, aid: Identifier) -> dict[str, Any]:
    """Take an airport off the favourites.

    Refused if the airport is unknown or no favourite.

    Args:
        aid: Id of the airport.

    Returns:
        {aid, star}.
    """
    return _set_star(app, aid, False)


@tool(mutates=False, requires=(), provides=("airport", "city"))
def get_my_starred_airports(app: LightFlight) -> list[dict[str, Any]]:
    """List the favourite airports.

    Returns:
        A list of {aid, code, name, city, country, star} in order of city and name.
    """
    return _all_that(app, lambda airport: airport.star)
