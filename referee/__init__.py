"""A stateless rules referee for tabletop games: rules in `core` and `games`, HTTP in `web`."""

__version__ = "1.0.0"
