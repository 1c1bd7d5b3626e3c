"""The event store: streams of immutable, hash-chained events and the one way to write them.

It knows nothing of games or leagues. What an application brings is a :class:`~ledger.decider.Decider`
per kind of stream and inline projections, registered from ``AppConfig.ready()``.
"""
