"""Rulesets: pure deciders. Nothing here imports more than the standard library and msgspec."""
