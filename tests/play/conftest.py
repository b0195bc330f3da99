"""A league at its table."""

import pytest

from tests import factories
from tests.factories import Club
from zarleague.play.models import Match


@pytest.fixture
def club(db: None) -> Club:
    """A league whose season adds up points, low wins."""
    return factories.club()


@pytest.fixture
def match(club: Club) -> Match:
    """A match of Zar by Ann, Bob and Cat, no hand played yet."""
    return factories.match(club)
