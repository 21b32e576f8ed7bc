"""The tools of LightShop, one module per noun."""
