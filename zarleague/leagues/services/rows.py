"""Lock a league, validate a row or a game, for all services of this package."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_noop

from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League
from zarleague.leagues.selectors import game_title, games_of, has_game


def lock_league(league_id: int) -> League:
    """Lock a league until the transaction ends; return it, read again."""
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def check_game(league: League, game: str, field: str) -> None:
    """Raise Invalid for that field unless the league can play a game."""
    if game in games_of(league):
        return
    if has_game(league, game):
        text = gettext_noop(
            "{game} is inactive. Choose another game, or set it as active on its page first."
        )
        raise Invalid(field, text, game=game_title(league, game))
    raise Invalid(field, gettext_noop("There’s no such game."))


def check_row(row: models.Model, *, among: bool = True) -> None:
    """Raise Invalid for the first invalid field. Without *among*, rows that it refers to, or must
    differ from, are not read."""
    relations = {field.name for field in row._meta.fields if field.is_relation}
    try:
        row.full_clean(
            exclude=None if among else relations,
            validate_unique=among,
            validate_constraints=among,
        )
    except ValidationError as error:
        field, problems = next(iter(error.error_dict.items()))
        problem = problems[0]
        params = problem.params or {}
        if problem.code in ("blank", "null"):
            raise Invalid(field, gettext_noop("This can’t be left empty.")) from error
        if problem.code == "max_length":
            most, has = params["limit_value"], params["show_value"]
            text = gettext_noop("This may have at most {most} characters; it has {has}.")
            raise Invalid(field, text, most=most, has=has) from error
        raise Invalid(field, "{problem}", problem=problem.messages[0]) from error
