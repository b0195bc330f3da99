"""Everybody sends what schemathesis makes of the served description; every answer is as described.

In `make test-all` each operation is asked by one of the people, in `make test` one in nine of
them; with ``FUZZ``, a number of requests, by all of them: ``make fuzz``.
"""

import os
from typing import Any

import pytest

from tests.api import fuzzing
from tests.api.fuzzing import PEOPLE, SHORT
from tests.api.world import World
from tests.sampling import SAMPLED

EXAMPLES = int(os.environ.get("FUZZ", SHORT))
ONE_IN = 9 if SAMPLED else 1


@pytest.mark.long
def test_every_answer_is_as_described(world: World, settings: Any) -> None:
    """In one test, since every process that makes such requests takes seconds to prepare them."""
    settings.API_PER_TOKEN = settings.API_PER_ADDRESS = 10_000_000
    found = []
    for place, who in enumerate(PEOPLE):
        headers = fuzzing.headers_of(world, who)
        asked = fuzzing.operations()
        if EXAMPLES == SHORT:
            asked = asked[place :: len(PEOPLE) * ONE_IN]
        for operation in asked:
            failure = fuzzing.failure(operation, world, headers, EXAMPLES)
            found += [f"{who}: {failure}"] if failure else []
    if found:
        pytest.fail("\n\n".join(found), pytrace=False)
