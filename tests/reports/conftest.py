"""A league with something to report."""

import pytest

from tests import factories
from tests.factories import Club


@pytest.fixture
def club(db: None) -> Club:
    """A league whose season adds up points, low wins."""
    return factories.club()
