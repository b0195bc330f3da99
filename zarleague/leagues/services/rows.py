"""Lock a league and validate a row, for all services of this package."""

from django.core.exceptions import ValidationError
from django.db import models

from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League


def lock_league(league_id: int) -> League:
    """Lock a league until the transaction ends; return it, read anew."""
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def check_row(row: models.Model) -> None:
    """Raise Invalid for the first invalid field."""
    try:
        row.full_clean()
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise Invalid(field, "{problem}", problem=messages[0]) from error
