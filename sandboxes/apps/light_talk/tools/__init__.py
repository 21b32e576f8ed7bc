"""The tools of LightTalk, one module per noun."""
