"""The tools of LightFlight, one module per noun."""
