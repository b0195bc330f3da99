"""Benchmarks.

Each module ``bench_<topic>.py`` in this folder has a function ``figures()`` that yields
:class:`Figure` values; ``make bench`` prints them, one JSON object a line, and
``make bench ARGS="<topic> ..."`` only those of some topics.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. ``vs`` names what it is compared with (a library, or another way to do
    the same) and ``ratio`` says how many times better ours is, so above 1 is better; both are None
    for a figure without a comparison.
    """

    name: str
    value: float
    unit: str
    vs: str | None = None
    ratio: float | None = None
