"""The what-if: a season's table under another points table, side by side with its own."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine.games import find
from zarleague.engine.ruleset import Option, RulesetError
from zarleague.leagues import selectors
from zarleague.play import selectors as play
from zarleague.reports import what_if as reports
from zarleague.reports.ranking_words import PRESET_TITLES
from zarleague.standings.metric import MixedDirectionsError
from zarleague.standings.rules import PRESETS, season_rules
from zarleague.web.league.context import show
from zarleague.web.requests import season_or_404


@require_safe
def what_if(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the table under other rules.

    ``?ranking=`` is another way to rank, ``?<game>=`` a preset of that game and
    ``?<game>.<option>=`` one of its options; what is not named stays as it was played.
    """
    season = season_or_404(request, slug, season_id)
    league = season.league
    options = reports.influential_options(season)
    games = play.games_played(season)
    changes = _changes(request.GET, games, options)
    ranking = request.GET.get("ranking", "")
    found, problem = None, ""
    if changes or ranking in PRESETS:
        try:
            found = reports.what_if(
                season, changes, season_rules(ranking) if ranking in PRESETS else None
            )
        except (RulesetError, MixedDirectionsError) as error:
            problem = _("These rules make no table: %(why)s") % {"why": error}
    return show(
        request,
        "reports/what_if.html",
        league,
        "seasons",
        season=season,
        names=selectors.names(league),
        games=[(find(game), options.get(game, ())) for game in games],
        rankings=PRESET_TITLES.items(),
        asked=request.GET,
        found=found,
        problem=problem,
    )


def _changes(
    asked: Mapping[str, str], games: list[str], options: Mapping[str, tuple[Option, ...]]
) -> dict[str, reports.Change]:
    """Return the changes asked for, by game, without those that do not exist."""
    changes: dict[str, reports.Change] = {}
    for key in games:
        preset = asked.get(key, "")
        if preset not in {preset.key for preset in find(key).presets}:
            preset = ""
        chosen = {
            option.key: asked[f"{key}.{option.key}"]
            for option in options.get(key, ())
            if option.allows(asked.get(f"{key}.{option.key}", ""))
        }
        if preset or chosen:
            changes[key] = reports.Change(preset, chosen)
    return changes
