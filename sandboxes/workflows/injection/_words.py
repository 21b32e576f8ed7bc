"""Words that injected errors are made of: other names, and values that can't be."""

from __future__ import annotations

from collections.abc import Mapping

OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "a": ("first", "x_value"),
    "b": ("second", "y_value"),
    "amount": ("sum", "value"),
    "aid": ("airport", "airport_id"),
    "arrival": ("destination", "to_city"),
    "bids": ("bookings", "booking_ids"),
    "caid": ("cart_id", "line"),
    "city": ("town", "city_name"),
    "cnt": ("count", "quantity"),
    "condition": ("rule", "alert_type"),
    "content": ("text", "message"),
    "date": ("day", "departure_date"),
    "days": ("length", "number_of_days"),
    "departure": ("origin", "from_city"),
    "direction": ("way", "towards"),
    "fid": ("flight", "flight_id"),
    "formula": ("compound", "molecule"),
    "from_unit": ("unit", "source_unit"),
    "gid": ("group", "group_id"),
    "hours": ("length", "number_of_hours"),
    "item_name": ("item", "product"),
    "k": ("count", "limit"),
    "limit_price": ("limit", "max_price"),
    "light_talk_uid": ("contact", "talk_id"),
    "location": ("city", "place"),
    "maxn": ("limit", "max_results"),
    "name": ("full_name", "who"),
    "passenger_idx": ("passenger", "index"),
    "price": ("threshold", "level"),
    "quantity": ("amount", "shares"),
    "query": ("q", "search_text"),
    "seat_class": ("cabin", "class_name"),
    "section": ("topic", "category"),
    "shop_name": ("shop", "store"),
    "sid": ("shop", "shop_id"),
    "side": ("action", "buy_or_sell"),
    "stop_price": ("stop", "trigger"),
    "text": ("string", "input_text"),
    "threshold": ("limit", "value_above"),
    "ticker": ("symbol", "stock"),
    "tid": ("item", "item_id"),
    "to_unit": ("target", "target_unit"),
    "uid": ("user_id", "contact"),
    "uids": ("members", "user_ids"),
    "value": ("number", "quantity"),
}
"""What models call a parameter by mistake."""

IMPOSSIBLE: Mapping[str, tuple[str, ...]] = {
    "aid": ("AIRPORT", "airport-0"),
    "arrival": ("Atlantis", "Nowhere Springs", "Port Nulle Part"),
    "bids": ("booking-0",),
    "city": ("Atlantis", "Nowhere Springs"),
    "condition": ("weather above", "feels strange"),
    "departure": ("Atlantis", "Nowhere Springs", "El Dorado"),
    "direction": ("sideways", "upwards"),
    "fid": ("FLIGHT-000", "flight of the morning"),
    "from_unit": ("smidgens", "unit"),
    "gid": ("group_0", "the new group"),
    "item_name": ("", "perpetual motion machine"),
    "light_talk_uid": ("uid_0", "the passenger's contact"),
    "location": ("Atlantis", "Nowhere Springs", "the usual place"),
    "name": ("Nobody Atall", "The Other One"),
    "query": ("",),
    "seat_class": ("roof", "standing"),
    "section": ("gossip of the moon", "everything"),
    "shop_name": ("The Shop That Never Was", "any shop"),
    "sid": ("shop_0", "the nearest shop"),
    "side": ("hold", "borrow"),
    "ticker": ("ZZZZZZ", "NOT-A-TICKER"),
    "tid": ("item_0", "the cheapest one"),
    "to_unit": ("smidgens", "unit"),
    "uid": ("uid_0", "the contact's id"),
    "uids": ("uid_0",),
}
"""Texts that a parameter can't be, by its name."""

OTHER_VERBS: Mapping[str, tuple[str, ...]] = {
    "add": ("insert", "put"),
    "buy": ("purchase",),
    "cancel": ("revoke", "abort"),
    "check": ("verify", "inspect"),
    "checkout": ("pay", "purchase"),
    "convert": ("transform", "change"),
    "create": ("make", "new"),
    "delete": ("erase", "drop"),
    "edit": ("modify", "update"),
    "get": ("fetch", "retrieve", "read"),
    "list": ("show", "enumerate"),
    "mark": ("flag", "label"),
    "place": ("submit", "issue"),
    "post": ("publish", "share"),
    "rename": ("retitle",),
    "search": ("find", "lookup"),
    "send": ("write", "deliver"),
    "set": ("define", "assign"),
    "star": ("bookmark", "favour"),
    "transfer": ("move", "wire"),
    "wait": ("request", "obtain"),
}
"""Other words for the first word of a tool's name."""

LOOKS: Mapping[str, tuple[str, ...]] = {
    "LightOS": ("now", "health"),
    "LightTalk": (
        "get_my_uid",
        "get_my_name",
        "get_all_contacts",
        "list_all_tags",
        "list_all_groups",
        "get_my_moments",
        "list_ip_choices",
    ),
    "LightShop": (
        "get_cart_summary",
        "get_my_starred_items",
        "list_all_shop_categories",
        "get_starred_shops",
        "check_balance",
        "get_trans_history",
    ),
    "LightWeather": ("list_alerts", "get_primary_location", "list_cities", "list_stations"),
    "LightFlight": (
        "list_all_cities",
        "get_my_starred_airports",
        "check_bookings",
        "check_passengers",
        "get_booking_history",
    ),
    "LightStock": (
        "get_account_summary",
        "get_portfolio",
        "get_pending_orders",
        "list_all_sectors",
        "get_watchlist_details",
        "get_day_trades_remaining",
    ),
    "LightNews": ("list_all_sections",),
}
"""Tools that only look and take no arguments, by server: needless calls."""


def misnamed(parameter: str) -> str:
    """A parameter's name in the spelling of another language."""
    first, *rest = parameter.split("_")
    return first + "".join(word.capitalize() for word in rest) if rest else f"{parameter}_value"
