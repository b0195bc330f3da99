"""A league and its people."""

import pytest

from tests import factories
from tests.factories import Club


@pytest.fixture
def club(db: None) -> Club:
    """A private league."""
    return factories.club()
