"""The project's own measurements, as ratios within one run: ``manage.py bench`` (docs/bench.md).

Each comparison runs both sides in turns on the same servers (A, B, A, B …) and takes medians, so that a noisy machine
slows both. One module per measurement; each has ``measure(ground) -> list[Figure]``.
"""
