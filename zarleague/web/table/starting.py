"""Starting a match: the game, who plays in which seat, who deals, under which rules."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from zarleague.engine.game import Game
from zarleague.engine.games import KEYS, find
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues import access
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, Player
from zarleague.leagues.selectors import current_season, house_rules, players_of
from zarleague.play import services
from zarleague.play.models import Match
from zarleague.web.requests import actor_of, league_or_404, tonight
from zarleague.web.table.frame import league_page, match_url


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game as the page offers it, with the rules the league plays it by."""

    game: Game
    ruleset: Ruleset
    least: int
    most: int

    @classmethod
    def of(cls, league: League, key: str) -> "GameChoice":
        """The game under the house rules."""
        ruleset = house_rules(league, key)
        return cls(find(key), ruleset, *find(key).seats(ruleset))

    @property
    def preset_title(self) -> str:
        """The preset in words."""
        return next(p.title for p in self.game.presets if p.key == self.ruleset.preset)


def start(request: HttpRequest, league: str) -> HttpResponse:
    """The page that starts a match. POST makes it; the key it carries makes it once."""
    found = league_or_404(request, league)
    evening = tonight(found)
    if not access.can_start(actor_of(request), found, evening):
        raise PermissionDenied
    error = ""
    if request.method == "POST":
        try:
            return redirect(match_url("match", _start(request, found)))
        except Refused as refused:
            error = refused.text
    last = (
        Match.objects.filter(season__league=found)
        .order_by("-started_at")
        .prefetch_related("seats__player")
        .first()
    )
    context: dict[str, Any] = {
        "games": [GameChoice.of(found, key) for key in KEYS],
        "chosen": request.POST.get("game") or found.default_game,
        "players": _recent_first(found),
        "last_players": [seat.player_id for seat in last.seats.all() if seat.until_hand is None]
        if last
        else [],
        "key": request.POST.get("key") or str(uuid.uuid4()),
        "order": request.POST.getlist("seat"),
        "error": error,
        "season": current_season(found, evening),
    }
    return league_page(request, "match/start.html", found, context)


def _start(request: HttpRequest, league: League) -> Match:
    season = current_season(league, tonight(league))
    if season is None:
        raise Invalid("season", _("No season is running. Start one first."))
    key = request.POST.get("game", "")
    if key not in KEYS:
        raise Invalid("game", _("There is no such game."))
    preset, overrides = _rules(request, find(key), league)
    seats = request.POST.getlist("seat")
    dealer = request.POST.get("dealer", "")
    return services.start_match(
        season,
        [_player(league, seat) for seat in seats],
        actor=actor_of(request),
        key=request.POST.get("key", ""),
        game=key,
        preset=preset,
        overrides=overrides,
        first_dealer=seats.index(dealer) if dealer in seats else 0,
    )


def _player(league: League, seat: str) -> Player | str:
    """Who sits there: ``17`` is a player of the league, ``+Ann`` a name typed on the spot."""
    if seat.startswith("+"):
        return seat[1:]
    known = players_of(league).filter(pk=int(seat)).first() if seat.isdecimal() else None
    if known is None:
        raise Invalid("players", _("One of the players is not in this league."))
    return known


def _rules(request: HttpRequest, game: Game, league: League) -> tuple[str, dict[str, str]]:
    """Preset and options as chosen on the page; what was not touched is the league's."""
    ruleset = house_rules(league, game.key)
    preset = request.POST.get(f"{game.key}.preset") or ruleset.preset
    initial = ruleset if preset == ruleset.preset else game.ruleset(preset)
    chosen = {
        option.key: request.POST.get(f"{game.key}.{option.key}") or initial[option.key]
        for option in game.options
    }
    base = game.ruleset(preset)
    return preset, {key: value for key, value in chosen.items() if value != base[key]}


def _recent_first(league: League) -> list[Player]:
    """The players, those of the last matches first, then by name."""
    seen = players_of(league).annotate(last=Max("seats__match__started_at"))

    def latest_first(player: Any) -> tuple[float, str]:
        return -player.last.timestamp() if player.last else 0, player.name_key

    return sorted(seen, key=latest_first)
