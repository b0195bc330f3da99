"""What an organiser sets of a season: how it ranks, lots among the tied, and its end."""

import datetime
import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from zarleague.leagues import selectors, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import Player, Season
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.reports import services as reports
from zarleague.reports.tasks import queue_job
from zarleague.standings.rules import PRESETS, RulesError
from zarleague.web.league.context import show
from zarleague.web.league.forms import RANKINGS
from zarleague.web.league.season_rules import SeasonRulesForm
from zarleague.web.requests import actor_of, organised_season, tonight


def season_settings(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """The rules of the table in detail, lots, and the end. ``?preset=`` shows another preset."""
    shown = organised_season(request, slug, season_id)
    league = shown.league
    asked = (request.POST if request.method == "POST" else request.GET).get("preset", "")
    preset = asked if asked in PRESETS else shown.rules["preset"]
    posts_rules = request.method == "POST" and request.POST.get("action") == "rules"
    form = SeasonRulesForm(preset, request.POST if posts_rules else None, shown.rules)
    if request.method == "POST":
        try:
            done = _act(request, shown, form)
        except Refused as refused:
            if not posts_rules:
                messages.error(request, refused.text)
                return redirect("season-settings", league.slug, shown.pk)
            form.refuse(refused)
        else:
            if done:
                return redirect("season", league.slug, shown.pk)
    names = selectors.names(league)
    return show(
        request,
        "league/season_settings.html",
        league,
        "seasons",
        season=shown,
        rankings=RANKINGS,
        preset=preset,
        form=form,
        tied=_tied(shown, names),
        drawings=[
            (datetime.date.fromordinal(lot.evening), [names[player] for player in lot.order])
            for lot in play.season_lots(shown)
        ],
        title=_("Settings of %(season)s") % {"season": shown.name},
    )


def _act(request: HttpRequest, season: Season, form: SeasonRulesForm) -> bool:
    """Do what was posted; whether it was done, or the form says why not."""
    actor = actor_of(request)
    match request.POST.get("action"):
        case "finish":
            ends = season.ends or _last_evening(season)
            finished = services.finish_season(season, actor=actor, ends=ends)
            queue_job(reports.ask_for_report(finished, actor=actor))
        case "reopen":
            services.reopen_season(season, actor=actor)
        case "lots":
            _draw(request, season, actor)
        case "rules":
            return _set_rules(season, form, actor)
    return True


def _set_rules(season: Season, form: SeasonRulesForm, actor: Actor) -> bool:
    if not form.is_valid():
        return False
    try:
        rules = form.rules()
    except RulesError as error:
        raise Invalid(error.option, error.sentence, **error.facts) from error
    play_services.set_season_rules(season, rules, actor=actor)
    return True


def _draw(request: HttpRequest, season: Season, actor: Actor) -> None:
    """Record the order drawn at the table, or have the site draw it."""
    given = [int(player) for player in request.POST.getlist("player") if player.isdigit()]
    players = list(Player.objects.filter(league=season.league_id, pk__in=given))
    if len(players) != len(given):
        raise Invalid("players", gettext_noop("Everybody is drawn once."))
    players.sort(key=lambda player: given.index(player.pk))
    if "by-site" in request.POST:
        secrets.SystemRandom().shuffle(players)
    evening = tonight(season.league)
    play_services.draw_lots(season, players, actor=actor, evening=evening)


def _tied(season: Season, names: dict[int, str]) -> list[tuple[int, list[tuple[int, str]]]]:
    """Rank and players of each group that nothing has parted."""
    groups: dict[int, list[tuple[int, str]]] = {}
    for row in play.season_table(season):
        if row.rank is not None and row.tied_with:
            groups.setdefault(row.rank, []).append((row.player_id, names[row.player_id]))
    return sorted(groups.items())


def _last_evening(season: Season) -> datetime.date:
    evenings = play.evenings(season)
    return evenings[0].date if evenings else season.starts
