"""The tools of LightStock, one module per noun."""
