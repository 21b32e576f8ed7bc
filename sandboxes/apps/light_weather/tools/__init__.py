"""The tools of LightWeather, one module per noun."""
