"""Start the final of a season, and say who does not play it."""

import dataclasses
import datetime
from collections.abc import Collection
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext, gettext_noop, override

from zarleague.draws import MOST_SEEDS
from zarleague.engine.games import scored
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases, house_rules
from zarleague.leagues.services.seasons import new_season
from zarleague.play import notify
from zarleague.play.locks import lock_season
from zarleague.play.selectors import final_rounds, season_table, withdrawn
from zarleague.standings.rules import Metric, rules_from_json, rules_to_json

MOST_FINALISTS: Final = 64
MOST_WINS: Final = 9


@transaction.atomic
def start_final(
    season: Season,
    *,
    starts: datetime.date,
    actor: Actor,
    key: str,
    size: int = 4,
    carries: bool = False,
    seats: int | None = None,
    wins: int = 1,
    name: str = "",
) -> Season:
    """Start the final of a finished season between the first ``size`` of its table.

    It is a season of its own under the same ranking without minimums. With ``carries`` everybody
    begins with what they reached in the season, otherwise with zero. With ``seats`` it is decided
    by matches won: by ``wins`` of them, at one table for all if they are as many or fewer, else in
    a bracket of tables of two or four.
    """
    write = KeyedWrite("start-final", locals())
    season = lock_season(season.pk)
    access.require(access.can_organise(actor, season.league))
    if (made := write.made_in(season.league_id)) is not None:
        return Season.objects.select_related("league").get(pk=made)
    rules = rules_from_json(season.rules)
    if season.state != Season.State.FINISHED:
        raise Invalid(
            "season", gettext_noop("End the season first: its standings say who qualifies.")
        )
    if season.final_of_id is not None:
        raise Invalid("season", gettext_noop("This is already a final."))
    if Season.objects.filter(final_of=season).exists():
        raise Invalid("season", gettext_noop("This season already has its final."))
    if not 2 <= size <= MOST_FINALISTS:
        raise Invalid(
            "size", gettext_noop("A final is for 2 to {most} players."), most=MOST_FINALISTS
        )
    if carries and rules.metric is Metric.AVERAGE:
        raise Invalid(
            "carries", gettext_noop("Points per hand can’t be carried over. Start from zero.")
        )
    if seats is not None:
        _check_matches(season, size, seats, wins, carries=carries)
    alone = dataclasses.replace(
        rules, min_hands=0, min_evenings=0, best_evenings=None, attendance_bonus=0
    )
    with override(season.league.language):
        final_name = gettext("Final of %(season)s") % {"season": season.name}
    final = new_season(
        season.league,
        name or final_name[:80],
        starts=starts,
        rules=rules_to_json(alone, season.rules["preset"]),
        game=season.game,
        final_of=season,
        qualified=_qualified(season, size, carries=carries),
        final_seats=None if seats is None else min(seats, size),
        final_wins=None if seats is None else wins,
        actor=actor,
    )
    write.record(season.league_id, final.pk)
    return final


@transaction.atomic
def set_withdrawn(final: Season, *, players: Collection[int], actor: Actor) -> Season:
    """Say which of those qualified for a running final do not play it, or not to its end; all
    others play. Where matches won decide, who meets them goes on without a match."""
    final = lock_season(final.pk)
    access.require(access.can_organise(actor, final.league))
    if final.final_of_id is None:
        raise Invalid("season", gettext_noop("This is not a final."))
    if final.state != Season.State.RUNNING:
        raise Invalid("season", gettext_noop("This final is over. Reopen it first."))
    into = aliases(final.league_id)  # those who were merged are shown as the player they became
    seeds = {player: into.get(player, player) for player, _ in final.qualified}
    if not set(players) <= set(seeds.values()):
        raise Invalid("withdrawn", gettext_noop("Only players of the final can withdraw from it."))
    before = final.withdrawn
    final.withdrawn = [player for player, seed in seeds.items() if seed in players]
    _check_somebody_plays(final)
    final.save(update_fields=["withdrawn"])
    audit.record(
        "set_withdrawn",
        final,
        actor,
        before={"players": before},
        after={"players": final.withdrawn},
    )
    notify.season_table_changed(final)
    return final


def _check_somebody_plays(final: Season) -> None:
    """Raise Invalid if a final would be won by somebody who withdrew."""
    gone = withdrawn(final)
    rounds = final_rounds(final)
    last = {player for one in rounds[-1] for player in one.through} if rounds else set()
    if last & gone or len(gone) == len(final.qualified):
        raise Invalid("withdrawn", gettext_noop("Somebody has to be left who can win the final."))


def _check_matches(season: Season, size: int, seats: int, wins: int, *, carries: bool) -> None:
    """Raise Invalid for a final decided by matches won that cannot be."""
    if carries:
        raise Invalid(
            "carries",
            gettext_noop("Where matches won decide, no points are carried over. Start from zero."),
        )
    if not 1 <= wins <= MOST_WINS:
        raise Invalid(
            "wins", gettext_noop("From 1 to {most} matches have to be won."), most=MOST_WINS
        )
    if seats < size and (seats not in (2, 4) or size > MOST_SEEDS):
        raise Invalid(
            "seats",
            gettext_noop("A bracket has tables of two or four, for {most} players at most."),
            most=MOST_SEEDS,
        )
    game = season.game or season.league.default_game
    least, most = scored(game).seats(house_rules(season.league, game))
    at_once = min(seats, size)
    if not least <= at_once <= most:
        raise Invalid(
            "seats",
            gettext_noop(
                "This game is for {least} to {most} players, so tables of {count} can’t play it."
            ),
            least=least,
            most=most,
            count=at_once,
        )


def _qualified(season: Season, size: int, *, carries: bool) -> list[list[Any]]:
    """Return the first players of the table and what each carries over. Raise Invalid if there are
    too few, or if a tie leaves open who is in."""
    ranked = [row for row in season_table(season, limit=size + 1) if row.rank is not None]
    if len(ranked) < size:
        raise Invalid(
            "size",
            gettext_noop(
                "Players with a rank in this season: {num}. Its settings say how many hands and "
                "evenings a rank needs; reopen the season to play on."
            ),
            num=len(ranked),
        )
    if len(ranked) > size and ranked[size].rank == ranked[size - 1].rank:
        raise Invalid(
            "size",
            gettext_noop(
                "Players are tied for the last place in the final. Draw lots in the settings of "
                "the season, or take more or fewer."
            ),
        )
    return [
        [row.player_id, list((row.metric or 0).as_integer_ratio() if carries else (0, 1))]
        for row in ranked[:size]
    ]
