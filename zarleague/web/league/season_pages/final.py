"""The final of a season: start one, and its table."""

from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from zarleague.leagues import selectors
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.play.services.finals import MOST_FINALISTS
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import rules_from_json
from zarleague.web.arriving.requests import actor_of, key_of, organised_season, tonight
from zarleague.web.league.context import show
from zarleague.web.league.forms import DayInput, RefusableForm


class FinalForm(RefusableForm):
    """How many play the final, when, and from what points."""

    size = forms.IntegerField(
        label=_("Players in the final"), min_value=2, max_value=MOST_FINALISTS, initial=4
    )
    starts = forms.DateField(label=_("Evening"), widget=DayInput())
    carries = forms.ChoiceField(
        label=_("Points at the start"),
        choices=[("", _("Everybody begins with zero")), ("1", _("Carried over from the season"))],
        required=False,
    )


class Finalist(NamedTuple):
    """A row of a final's table as it is printed."""

    rank: int
    player: int
    name: str
    seed: int
    carried: str
    played: str
    total: str


def finalists(final: Season) -> list[Finalist]:
    """Return the table of a final in words."""
    rows = play.final_table(final)
    names = selectors.names_of(final.league, [row.player_id for row in rows])
    rules = rules_from_json(final.rules)
    unit = play.unit_of_points(final, play.games_played(final)) or 1
    figures = [figure for row in rows for figure in (row.carried, row.played, row.total)]
    printed = ranking_words.metrics_column(rules, figures, unit)
    return [
        Finalist(
            row.rank, row.player_id, names[row.player_id], row.seed, *printed[at * 3 : at * 3 + 3]
        )
        for at, row in enumerate(rows)
    ]


def new_final(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Start the final of a finished season."""
    season = organised_season(request, slug, season_id)
    league = season.league
    form = FinalForm(request.POST or None, initial={"starts": tonight(league)})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data | {"carries": bool(form.cleaned_data["carries"])}
        try:
            made = play_services.start_final(
                season, actor=actor_of(request), key=key_of(request), **given
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("season", league.slug, made.pk)
    return show(request, "league/final_new.html", league, "seasons", season=season, form=form)
