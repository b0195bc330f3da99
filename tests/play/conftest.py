"""A league at its table."""

import pytest

from tests import factories
from tests.factories import Club
from zarleague.play.models import Match


@pytest.fixture
def match(club: Club) -> Match:
    """A match of Zar by Ann, Bob and Cat, no hand played yet."""
    return factories.match(club)
