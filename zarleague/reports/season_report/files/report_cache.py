"""What is made of a report is kept in the site's cache, since a report never changes."""

from hashlib import sha256
from typing import Final

from django.utils.translation import get_language

from zarleague import __version__
from zarleague.reports.models import SeasonReport

KEPT: Final = 3600
"""Seconds that a page or a file is kept."""


def key_of(report: SeasonReport, name: str) -> str:
    """Return the key of what is kept under a name, in the active language."""
    facts = (__version__, report.pk, report.fingerprint, get_language(), name)
    return f"report-{sha256(repr(facts).encode()).hexdigest()}"
