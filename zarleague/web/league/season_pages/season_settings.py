"""Settings of a season: its ranking, lots among tied players, and its end."""

import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from zarleague.leagues import selectors, services
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.reports import services as reports
from zarleague.reports.questions.correction_effects import moved_tables
from zarleague.reports.tasks import queue_job
from zarleague.serving.routes import previews_changes
from zarleague.standings.metric import MixedDirectionsError
from zarleague.standings.rules import PRESETS, RulesError
from zarleague.web.arriving.requests import (
    actor_of,
    key_of,
    organised_season,
    tonight,
    whole_number,
)
from zarleague.web.league.context import show
from zarleague.web.league.forms import RefusableForm, SeasonNameForm
from zarleague.web.league.season_pages.divisions import DivisionForm
from zarleague.web.league.season_pages.final import WithdrawnForm
from zarleague.web.league.season_pages.leaders import ways_to_rank
from zarleague.web.league.season_pages.season_rules import SeasonRulesForm

RANKS = 100
"""Ranks among which players who are tied may draw lots."""
BY_HAND = 12
"""Players of a group whose order can be entered; for more the site draws."""


@previews_changes
def season_settings(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and change the rules of the table, draw lots, end the season. ``?preset=`` shows another
    preset before it is saved."""
    shown = organised_season(request, slug, season_id)
    league = shown.league
    action = request.POST.get("action", "") if request.method == "POST" else ""
    asked = (request.POST if request.method == "POST" else request.GET).get("preset", "")
    preset = asked if asked in PRESETS else shown.rules["preset"]
    posted = {action: request.POST}
    forms = {
        "rules": SeasonRulesForm(preset, posted.get("rules"), shown.rules),
        "name": SeasonNameForm.of(shown, posted.get("name")),
        "division": DivisionForm.of(shown, posted.get("division")),
        "withdrawn": WithdrawnForm.of(shown, posted.get("withdrawn")),
    }
    form = forms.get(action)
    preview: dict[str, Any] = {}
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            if _apply(request, shown, form, preview):
                return redirect("season", league.slug, shown.pk)
        except Refused as refused:
            if form is None:
                messages.error(request, refused.text)
                return redirect("season-settings", league.slug, shown.pk)
            if action == "rules" and isinstance(refused, Invalid) and refused.field == "reason":
                preview |= {"action": "rules", "error": refused.text}
            else:
                form.refuse(refused)
    is_running = shown.state == Season.State.RUNNING
    lots = play.season_lots(shown)
    names = selectors.names_of(league, {player for lot in lots for player in lot.order})
    return show(
        request,
        "league/season_settings.html",
        league,
        "seasons",
        season=shown,
        rankings=ways_to_rank(shown),
        preset=preset,
        form=forms["rules"],
        preview=preview,
        reason=request.POST.get("reason", ""),
        naming=forms["name"],
        division=forms["division"],
        leaving=forms["withdrawn"],
        ties=_ties(shown),
        ranks=RANKS,
        by_hand=BY_HAND,
        drawings=[
            (datetime.date.fromordinal(lot.evening), [names[player] for player in lot.order])
            for lot in lots
        ],
        still_open=list(play.open_matches([league], season=shown)) if is_running else [],
        disputed=[
            one for one in play.pending_disputes(league) if one.hand.match.season_id == shown.pk
        ]
        if is_running
        else [],
        title=_("Settings: %(season)s") % {"season": shown.name},
    )


def _apply(
    request: HttpRequest, season: Season, form: RefusableForm | None, preview: dict[str, Any]
) -> bool:
    """Do what a valid form or a button asks for; return False if the page is to show first what
    that would move, in ``preview``."""
    actor = actor_of(request)
    match form:
        case SeasonRulesForm():
            return _set_rules(request, season, form, preview)
        case SeasonNameForm():
            play_services.change_season(season, actor=actor, **form.cleaned_data)
        case DivisionForm():
            services.set_division(season, actor=actor, **form.asked(season))
        case WithdrawnForm():
            play_services.set_withdrawn(season, players=form.asked(), actor=actor)
    match request.POST.get("action"):
        case "finish":
            ends = season.ends or _last_evening(season)
            finished = play_services.finish_season(
                season, actor=actor, key=key_of(request), ends=ends
            )
            queue_job(reports.ask_for_report(finished, actor=actor))
        case "reopen":
            services.reopen_season(season, actor=actor, key=key_of(request))
        case "lots":
            _draw_lots(request, season, actor)
    return True


def _set_rules(
    request: HttpRequest, season: Season, form: SeasonRulesForm, preview: dict[str, Any]
) -> bool:
    """Set the ranking; that of a finished season once it was shown what moves."""
    try:
        rules = form.rules()
    except RulesError as error:
        raise Invalid(error.option, error.sentence, **error.facts) from error
    actor, reason = actor_of(request), request.POST.get("reason", "").strip()
    if season.state == Season.State.FINISHED and not request.POST.get("confirmed"):
        moved = play_services.preview_season_rules(season, rules, actor=actor, reason=reason)
        preview |= {"action": "rules", "tables": moved_tables(season.league, {season.pk: moved})}
        return False
    play_services.set_season_rules(season, rules, actor=actor, key=key_of(request), reason=reason)
    return True


def _draw_lots(request: HttpRequest, season: Season, actor: Actor) -> None:
    """Record lots drawn at the table, or draw them here."""
    given = [whole_number(player) or 0 for player in request.POST.getlist("player")]
    known = {player.pk: player for player in selectors.players_of(season.league)}
    players = [known[player] for player in dict.fromkeys(given) if player in known]
    if len(players) != len(given):
        raise Invalid("players", gettext_noop("Each player must appear exactly once."))
    play_services.draw_lots(
        season,
        players,
        actor=actor,
        key=key_of(request),
        evening=tonight(season.league),
        shuffle="by-site" in request.POST,
    )


class _Ties(NamedTuple):
    """The players that no tie-break separates."""

    groups: list[tuple[int, list[tuple[int, str]]]]
    """Rank, and key and name of each player, of every group among the first `RANKS`."""
    is_cut: bool
    """Whether the table has more ranks."""
    problem: str = ""
    """Why there is no table, "" if there is one. Its rules must still be editable."""


def _ties(season: Season) -> _Ties:
    try:
        rows, names = play.named_table(season, limit=RANKS)
    except MixedDirectionsError:
        problem = _(
            "These rules can’t produce standings because some matches are won the other way round."
        )
        return _Ties([], is_cut=False, problem=problem)
    groups: dict[int, list[tuple[int, str]]] = {}
    for row in rows:
        # A group that goes on behind the last of these rows is left out.
        if row.rank is not None and row.tied_with and row.rank + len(row.tied_with) <= RANKS:
            groups.setdefault(row.rank, []).append((row.player_id, names[row.player_id]))
    return _Ties(sorted(groups.items()), is_cut=len(rows) == RANKS)


def _last_evening(season: Season) -> datetime.date:
    evenings = play.evenings(season, limit=1)
    return evenings[0].date if evenings else season.starts
