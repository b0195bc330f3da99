"""An evening: who is here, the tables drawn, all matches started at once; and the evening as a
whole moved, voided or restored."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.draws import Way, promised
from zarleague.leagues import access
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.selectors import (
    game_title,
    games_of,
    own_player,
    season_for_match,
    season_of,
    season_to_begin_earlier,
    seasons_at,
    seasons_of,
)
from zarleague.play import selectors, services
from zarleague.play.errors import AskAgain
from zarleague.play.models import Attendance, Evening, EveningRound
from zarleague.play.services.evenings import check_count
from zarleague.reports.questions.correction_effects import moved_tables
from zarleague.serving.routes import previews_changes
from zarleague.standings.series import Movement
from zarleague.web.arriving.failures import DeadLink
from zarleague.web.arriving.requests import (
    actor_of,
    day_in,
    evening_or_404,
    found_or_404,
    id_in,
    key_of,
    league_or_404,
    player_or_new,
    tonight,
    whole_number,
)
from zarleague.web.league.context import show
from zarleague.web.table.rules import rules_line
from zarleague.web.table.share import qr
from zarleague.web.table.shared import only_final, require, usual_season

MOST_OFFERED = 60
"""People to tap; others are found by their names."""
MOST_FOUNDERS = 300
"""People to tap on the first evening of a league that was founded with many."""
MOST_MATCHES = 300
"""Matches of which those outside of rounds are listed: the last that were started."""
_SIZES = range(2, 9)
_HERE = Attendance.State.HERE


def evening(request: HttpRequest, slug: str, day: str) -> HttpResponse:
    """Show an evening; *day* is a date or "tonight". POST says who is here, draws, changes or
    starts tables. With ``?everybody`` all are ticked as long as nobody is on the list."""
    league = league_or_404(request, slug)
    date = evening_or_404(league, day)
    actor = actor_of(request)
    may_start = access.can_start(actor, league, date)
    error, asked, of_season = "", False, False
    mine = own_player(league, actor.user) if actor.role(league.pk) else None
    if request.method == "POST":
        for_self = mine is not None and request.POST.get("action") == "answer"
        require(request, may_start or for_self)
        action = _ACTIONS.get(request.POST.get("action", ""), _attend)
        try:
            action(request, league, date)
            if request.POST.get("quiet"):
                return HttpResponse(status=204)
            if request.POST.get("from") == "league":
                return redirect("league", slug)
            return redirect(reverse("evening", args=[slug, date.isoformat()]) + _place(request))
        except AskAgain as doubt:
            error, asked = doubt.text, True
        except Refused as refused:
            error = refused.text
            of_season = isinstance(refused, Invalid) and refused.field == "season"
    stored = selectors.evening_of(league, date)
    rounds = [(drawn, selectors.tables_of(drawn)) for drawn in selectors.rounds_of(stored)]
    started = selectors.matches_on(league, date)
    matches = [*started.reverse()[:MOST_MATCHES]][::-1]
    drawn_matches = {table.match.pk for _, tables in rounds for table in tables if table.match}
    is_member = bool(actor.role(league.pk))
    most = MOST_FOUNDERS if "everybody" in request.GET else MOST_OFFERED
    known = selectors.guests_of(league, date, most) if may_start or is_member else []
    guests = known if may_start else []
    this_evening = tonight(league)
    is_tonight, is_ahead = date == this_evening, date > this_evening
    is_over = date < this_evening
    is_cancelled = stored is not None and stored.cancelled_at is not None
    checked = {one.player.pk for one in guests if one.is_here}
    if is_tonight:
        everybody = "everybody" in request.GET
        checked |= selectors.expected(guests, everybody=everybody)
    here = len(checked)
    links = (
        [(one.player, _answer_link(request, stored, one.player)) for one in guests]
        if stored and not is_over and not is_cancelled and access.can_organise(actor, league)
        else []
    )
    asked_code = whole_number(request.GET.get("code", ""))
    shown_code = next((link for link in links if link[0].pk == asked_code), None)
    seasons = seasons_at(league, date)
    last_round = rounds[-1][0] if rounds else None
    asked_size = whole_number(request.POST.get("size", ""))
    usual_size = last_round.size if last_round else 4
    size = asked_size if asked_size is not None and asked_size in _SIZES else usual_size
    usual = last_round.season if last_round else usual_season(seasons, date)
    plays = usual or next(iter(seasons), None)
    chosen = {
        "game": last_round.game if last_round else (plays and plays.game) or league.default_game,
        "size": size,
        "way": last_round.way if last_round else Way.CHANCE.value,
        "season": str(usual.pk) if usual else "",
    } | {name: value for name, value in request.POST.items() if name in ("game", "way", "season")}
    return show(
        request,
        "league/evening.html",
        league,
        "league",
        channels=(f"league-{league.pk}",),
        evening=stored,
        day_of=date,
        is_tonight=is_tonight,
        is_ahead=is_ahead,
        is_cancelled=is_cancelled,
        guests=guests,
        checked=checked,
        answers=selectors.answers_of(known) if is_ahead or (stored and is_tonight) else {},
        answer_words=answer_words(),
        mine=mine if not is_over else None,
        my_answer=next((one.state for one in known if mine and one.player == mine), ""),
        links=links,
        shown_code=shown_code,
        code=qr(shown_code[1]) if shown_code else "",
        coming=[one for one in guests if one.state in (Attendance.State.LATE, _HERE)],
        listed=Attendance.LISTED,
        states=[
            (state.value, state.label)
            for state in Attendance.State
            if state not in Attendance.ANSWERS
        ],
        here=here,
        rounds=[
            {
                "row": drawn,
                "tables": tables,
                "words": _words(drawn),
                "rules": _changed_rules(drawn),
                "is_waiting": not any(table.match for table in tables),
                "unstarted": sum(table.match is None for table in tables),
                "bench": _bench(guests, tables),
                "earlier": len(selectors.open_before(drawn)) if drawn is last_round else 0,
            }
            for drawn, tables in reversed(rounds)
        ],
        drawn_matches=drawn_matches,
        others=[one for one in matches if one.pk not in drawn_matches],
        more=started.count() - MOST_MATCHES if len(matches) == MOST_MATCHES else 0,
        places=selectors.match_places(league, matches),
        games=[(key, game_title(league, key)) for key in games_of(league)],
        sizes=_SIZES,
        ways=_ways(),
        chosen=chosen,
        promise=promised(here, size),
        seasons=seasons,
        only_final=(final := only_final(seasons)),
        why_not_final=error if final and of_season and is_tonight and not is_cancelled else "",
        later=None if seasons else season_to_begin_earlier(league, date),
        may_start=may_start,
        error=error,
        asked=asked,
    )


def _place(request: HttpRequest) -> str:
    """Return where on the page an evening goes on: at its tables once drawn or started, at the name
    of the next newcomer, and among those who come later or went home."""
    places = {"draw": "#rounds", "start": "#rounds", "attend": "#newcomer", "state": "#coming"}
    return places.get(request.POST.get("action", ""), "")


def answer_words() -> list[tuple[str, str]]:
    """Return the answers of somebody who is asked whether they will come."""
    yes, maybe, no = (answer.value for answer in Attendance.ANSWERS)
    return [(yes, _("Yes")), (maybe, _("Maybe")), (no, _("No"))]


def _answer_link(request: HttpRequest, stored: Evening, player: Player) -> str:
    page = reverse("answer-by-link", args=[selectors.answer_token(stored, player)])
    return request.build_absolute_uri(page)


def answer_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the holder of a player's link whether they will come, and say who does; POST answers."""
    meant = selectors.answer_meant_by(token)
    if meant is None:
        raise DeadLink
    stored, player = meant
    error = ""
    if request.method == "POST":
        try:
            services.answer_by_link(stored, player, request.POST.get("state", ""))
            return redirect(request.path)
        except Refused as refused:
            error = refused.text
    guests = selectors.guests_of(stored.league, stored.date, MOST_OFFERED)
    context = {
        "league": stored.league,
        "evening": stored,
        "player": player,
        "error": error,
        "is_over": stored.date < tonight(stored.league),
        "answer_words": answer_words(),
        "answers": selectors.answers_of(guests),
        "my_answer": next((one.state for one in guests if one.player == player), ""),
    }
    return render(request, "league/answer.html", context)


def _ways() -> list[tuple[str, str, str]]:
    """Return the ways to draw, each with a title and an explanation."""
    return [
        (Way.CHANCE.value, _("By lot"), _("People who haven’t met this season meet first.")),
        (
            Way.STRENGTH.value,
            _("Evenly strong tables"),
            _("Every table has strong and weak players alike, by the ratings of the game."),
        ),
        (
            Way.STANDING.value,
            _("By the standings"),
            _("Neighbours in the standings play each other: leaders with leaders."),
        ),
        (
            Way.MEETING.value,
            _("Everyone meets everyone"),
            _("By a schedule over several rounds, if there is one for this many people."),
        ),
    ]


def _words(drawn: EveningRound) -> str:
    """Return how a round was drawn, so that everybody can check it."""
    titles = {way: title for way, title, _help in _ways()}
    parts = [
        titles.get(drawn.way, drawn.way),
        _("draw number %(seed)s") % {"seed": drawn.seed},
        ngettext(
            "%(num)s pair meets again", "%(num)s pairs meet again", drawn.repeats
        ) % {"num": drawn.repeats}
        if drawn.repeats
        else _("nobody meets again"),
    ]  # fmt: skip
    if drawn.draws > 1:
        parts.append(_("drawn %(count)s times") % {"count": drawn.draws})
    if drawn.changed:
        parts.append(_("changed by hand"))
    return " · ".join(parts)


def _changed_rules(drawn: EveningRound) -> str:
    """Return the rules that a round goes on with since they were changed by hand; "" if they are
    the league's or the preset it was drawn with."""
    before = selectors.rules_carried(drawn)
    return "" if before is None else rules_line(selectors.ruleset_of(before))


def _bench(guests: list[selectors.Guest], tables: list[selectors.DrawnTable]) -> list[Player]:
    """Return those who are here, or come later, and have no seat."""
    seated = {player.pk for table in tables for player in table.players}
    coming = (Attendance.State.HERE, Attendance.State.LATE)
    return [one.player for one in guests if one.state in coming and one.player.pk not in seated]


def _attend(request: HttpRequest, league: League, day: datetime.date) -> None:
    """Write who is here: of those offered, the ones tapped, and new names."""
    here = set(request.POST.getlist("here"))
    known = {str(one.player.pk): one for one in selectors.guests_of(league, day, MOST_OFFERED)}
    people: list[tuple[Player | str, str]] = []
    for value in request.POST.getlist("offered"):
        one = known.get(value)
        if one is None:
            continue
        if value in here and not one.is_here:
            people.append((one.player, _HERE))
        elif value not in here and one.is_here:
            people.append((one.player, Attendance.State.AWAY))
    people.extend((player_or_new(league, value), _HERE) for value in sorted(here - known.keys()))
    name = request.POST.get("newcomer", "").strip()
    if name:
        people.append((name, _HERE))
    if people:
        services.set_attendance(
            league, day, people, actor=actor_of(request), key=f"{key_of(request)[:58]}-here"
        )


def _state(request: HttpRequest, league: League, day: datetime.date) -> None:
    """Say of one person that they come later, went home, …"""
    one = player_or_new(league, request.POST.get("player", ""))
    state = request.POST.get("state", "")
    services.set_attendance(
        league, day, [(one, state)], actor=actor_of(request), key=key_of(request)
    )


def _answer(request: HttpRequest, league: League, day: datetime.date) -> None:
    """Write whether the member who asks will come."""
    actor = actor_of(request)
    mine = found_or_404(own_player(league, actor.user))
    people = [(mine, request.POST.get("state", ""))]
    services.set_attendance(league, day, people, actor=actor, key=key_of(request))


def _draw(request: HttpRequest, league: League, day: datetime.date) -> None:
    _attend(request, league, day)
    seed = request.POST.get("seed", "").strip()
    services.draw_round(
        league,
        day,
        season=_season(request, league, day),
        game=request.POST.get("game", ""),
        size=whole_number(request.POST.get("size", "")) or 4,
        way=request.POST.get("way", Way.CHANCE),
        seed=_seed(seed) if seed else None,
        actor=actor_of(request),
        key=key_of(request),
    )


def _seed(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise Invalid("seed", _("The draw number has up to nine digits."))
    return number


def _season(request: HttpRequest, league: League, day: datetime.date) -> Season:
    chosen = whole_number(request.POST.get("season", ""))
    found = season_of(league, chosen) if chosen else season_for_match(league, day)
    if found is None:
        raise Invalid("season", _("This league has no such season."))
    return found


def _round(request: HttpRequest, league: League, day: datetime.date) -> EveningRound:
    drawn = found_or_404(selectors.round_of(league, id_in(request, "round")))
    if drawn.evening.date != day:
        raise Http404
    return drawn


def _seats(request: HttpRequest, league: League, day: datetime.date) -> None:
    """Write the tables as they were changed: each field is a table, the ids of its players."""
    named = [table.split() for table in request.POST.getlist("table")]
    check_count(sum(map(len, named)))
    tables = [[player_or_new(league, value) for value in table] for table in named]
    drawn = _round(request, league, day)
    services.seat_round(drawn, tables, actor=actor_of(request), key=key_of(request))


def _start(request: HttpRequest, league: League, day: datetime.date) -> None:
    started = services.start_round(
        _round(request, league, day),
        ends_earlier=bool(request.POST.get("ends_earlier")),
        anyway=bool(request.POST.get("anyway")),
        actor=actor_of(request),
        key=key_of(request),
    )
    count = len(started)
    text = ngettext("%(num)s match is open.", "%(num)s matches are open.", count) % {"num": count}
    messages.success(request, text)


def _begin(request: HttpRequest, league: League, day: datetime.date) -> None:
    """Let the season that starts next begin on this day, as the page offers."""
    if (later := season_to_begin_earlier(league, day)) is not None:
        services.begin_earlier(later, day, actor=actor_of(request))


def _name(request: HttpRequest, league: League, day: datetime.date) -> None:
    services.name_evening(
        league,
        day,
        title=request.POST.get("title", ""),
        place=request.POST.get("place", ""),
        starts_at=_time(request.POST.get("starts_at", "")),
        actor=actor_of(request),
    )


def _time(text: str) -> datetime.time | None:
    try:
        return datetime.time.fromisoformat(text) if text else None
    except ValueError as error:
        raise Invalid("starts_at", _("Give the time as hours and minutes, like 19:30.")) from error


def _turn_off_links(request: HttpRequest, league: League, day: datetime.date) -> None:
    services.turn_off_answer_links(league, day, actor=actor_of(request), key=key_of(request))
    messages.success(request, _("The links that were sent no longer work. These are new."))


_ACTIONS: dict[str, Callable[[HttpRequest, League, datetime.date], None]] = {
    "answer": _answer,
    "begin": _begin,
    "attend": _attend,
    "state": _state,
    "draw": _draw,
    "seats": _seats,
    "start": _start,
    "name": _name,
    "turn-off-links": _turn_off_links,
}


@previews_changes
def change(request: HttpRequest, slug: str, day: str) -> HttpResponse:
    """Show what can be done with an evening as a whole. POST previews it, or with ``confirmed``
    does it."""
    league = league_or_404(request, slug)
    date = evening_or_404(league, day)
    require(request, access.can_start(actor_of(request), league, date))
    preview: dict[str, Any] = {}
    if request.method == "POST":
        action = request.POST.get("action", "")
        try:
            if request.POST.get("confirmed"):
                there = _apply(request, league, date, action)
                return redirect(reverse("evening", args=[slug, there.isoformat()]))
            preview = _preview(request, league, date, action)
        except Refused as refused:
            preview = {"error": refused.text, "action": action}
    matches = list(selectors.matches_on(league, date))
    stored = selectors.evening_of(league, date)
    organises = access.can_organise(actor_of(request), league)
    is_planned = stored is not None and stored.cancelled_at is None and not matches
    return show(
        request,
        "league/evening_change.html",
        league,
        "league",
        evening=stored,
        may_cancel=organises and is_planned and date >= tonight(league),
        day_of=date,
        preview=preview,
        matches=matches,
        voided=len(services.voided_on(league, date)),
        may_move=organises,
        seasons=seasons_of(league),
        today=tonight(league),
        given=request.POST,
    )


def _apply(request: HttpRequest, league: League, day: datetime.date, action: str) -> datetime.date:
    common: dict[str, Any] = {
        "reason": request.POST.get("reason", "").strip(),
        "actor": actor_of(request),
        "key": key_of(request),
    }
    match action:
        case "move":
            there, season = _target(request, league)
            services.move_evening(league, day, played_on=there, season=season, **common)
            return there
        case "void":
            services.void_evening(league, day, **common)
        case "restore":
            services.restore_evening(league, day, **common)
        case "cancel":
            services.cancel_evening(league, day, **common)
        case "reinstate":
            del common["reason"]
            services.reinstate_evening(league, day, **common)
        case _:
            raise Invalid("action", _("Nothing to do."))
    return day


def _target(request: HttpRequest, league: League) -> tuple[datetime.date, Season | None]:
    chosen = whole_number(request.POST.get("season", ""))
    return day_in(request), found_or_404(season_of(league, chosen)) if chosen else None


def _preview(
    request: HttpRequest, league: League, day: datetime.date, action: str
) -> dict[str, Any]:
    """Return who would move in the tables."""
    reason = request.POST.get("reason", "").strip()
    moved: Mapping[int, list[Movement]]
    match action:
        case "move":
            matches = list(selectors.matches_on(league, day))
            moved = services.preview_move(matches, *_target(request, league), reason)
        case "void":
            moved = services.preview_void_matches(list(selectors.matches_on(league, day)), reason)
        case "restore":
            moved = services.preview_restore(services.voided_on(league, day), reason)
        case _:
            raise Invalid("action", _("Nothing to do."))
    return {"action": action, "tables": moved_tables(league, moved)}
