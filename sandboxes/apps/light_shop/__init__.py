"""LightShop: shops, goods, a cart and payments."""

from sandboxes._catalogue import Server
from sandboxes.apps.light_shop.data_model import LightShop

SERVER = Server(
    name="LightShop",
    order=3,
    summary="Shopping: shops and their goods, one cart, payments and favourites.",
    state=LightShop,
)
