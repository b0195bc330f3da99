"""How much of long tables is tried: all of it in ``make test-all``, some of it in ``make test``."""

import os

import hypothesis

SAMPLED = os.environ.get("TABLES") == "sample"


def tries(number: int) -> hypothesis.settings:
    """Return the settings of a test that tries as many examples; three in ten in a sample."""
    return hypothesis.settings(max_examples=number * 3 // 10 if SAMPLED else number, deadline=None)
