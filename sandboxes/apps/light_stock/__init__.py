"""LightStock: stocks, an account to trade them with, a watch list and price alerts."""

from sandboxes._catalogue import Server
from sandboxes.apps.light_stock.data_model import LightStock

SERVER = Server(
    name="LightStock",
    order=6,
    summary="Trading: stocks and their quotes, orders, holdings, a watch list and price alerts.",
    state=LightStock,
)
