"""The games, one package each. A package here with a `GAME` is registered by being here."""
