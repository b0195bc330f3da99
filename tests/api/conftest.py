"""A league asked over the API."""

import pytest

from tests.api.world import World


@pytest.fixture
def world(db: None) -> World:
    """A private league with a match of Zar and one hand; see `World`."""
    return World.made()
