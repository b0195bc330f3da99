"""Validate the reason that somebody gives for a change."""

from django.utils.translation import gettext_noop

from zarleague.leagues.errors import Invalid
from zarleague.play.models import MAX_REASON


def checked_reason(reason: str) -> str:
    """Return the reason without leading and trailing whitespace.

    Raise `Invalid` if it is empty or longer than `MAX_REASON`.
    """
    reason = reason.strip()
    if not reason:
        raise Invalid("reason", gettext_noop("Please give a reason."))
    if len(reason) > MAX_REASON:
        raise Invalid(
            "reason", gettext_noop("Give the reason in at most {most} characters."), most=MAX_REASON
        )
    return reason
