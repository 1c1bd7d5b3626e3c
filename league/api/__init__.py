"""The HTTP API of the league: one module per resource, addresses in ``league.urls``."""
