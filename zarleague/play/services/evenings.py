"""Write who is here on an evening; draw, change and start its rounds."""

import datetime
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague import live
from zarleague.draws import Draw, NoTables, Way, draw
from zarleague.engine.games import scored
from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.selectors import house_rules
from zarleague.leagues.services import lock_league
from zarleague.leagues.services.rows import check_game
from zarleague.play import match_access, notify
from zarleague.play.errors import AskAgain
from zarleague.play.locks import lock_matches
from zarleague.play.models import Attendance, DrawnSeat, Evening, EveningRound, Match
from zarleague.play.selectors import evening as found
from zarleague.play.selectors.divisions import without_other_divisions
from zarleague.play.selectors.doubts import doubts
from zarleague.play.selectors.finals import finalists
from zarleague.play.selectors.seats import ruleset_of
from zarleague.play.services.matches import (
    MatchTerms,
    Who,
    check_day,
    check_final,
    close_locked,
    new_matches,
    seated_players,
)
from zarleague.play.verdicts.rulesets import overrides_of, preset_of
from zarleague.replays.gate import let_others

MOST_PEOPLE: Final = 1000
"""People of whom one request says whether they are here, or where they sit."""
_SEEDS: Final = 1_000_000

strengths_asked = Signal()
"""Sent with ``league``, ``game`` and ``players``, a list of ids: a receiver returns how strong they
are by their ids, more is stronger. Those without a rating are left out."""


@transaction.atomic
def set_attendance(
    league: League,
    day: datetime.date,
    people: Sequence[tuple[Who, str]],
    *,
    actor: Actor,
    key: str,
    at: datetime.datetime | None = None,
) -> Evening:
    """Say of each of these whether they are here, or will come: an `Attendance.State`. A new name
    creates a guest. Players answer for themselves until they are here; nobody answers for a day
    that is over."""
    write = KeyedWrite("set-attendance", locals())
    league = lock_league(league.pk)
    for_self = _answer_for_self(league, people, actor)
    access.require(for_self or access.can_start(actor, league, day))
    if (made := write.made_in(league.pk)) is not None:
        return Evening.objects.get(pk=made)
    check_count(len(people))
    for _, state in people:
        if state not in Attendance.State.values:
            raise Invalid(
                "state",
                gettext_noop(
                    "Someone is here, comes later, went home or is away; or says yes, maybe or no."
                ),
            )
    check_answers(league, day, [state for _, state in people])
    evening = evening_row(league, day)
    check_held(evening)
    before = found.states_of(evening)
    seated = seated_players(league, [who for who, _ in people], actor)
    changed = {
        player: state
        for player, (_, state) in zip(seated, people, strict=True)
        if before.get(player.pk, Attendance.State.AWAY) != state
    }
    if for_self:
        check_not_here(before, seated)
    write_states(evening, changed, actor, at or timezone.now())
    write.record(league.pk, evening.pk)
    return evening


def check_count(people: int) -> None:
    """Raise Invalid if so many people are too many for one request."""
    if people > MOST_PEOPLE:
        raise Invalid("people", gettext_noop("That’s too many people at once."))


def _answer_for_self(league: League, people: Sequence[tuple[Who, str]], actor: Actor) -> bool:
    """Return whether all of this is what a member says of their own coming."""
    return bool(actor.user and actor.role(league.pk) and people) and all(
        isinstance(who, Player)
        and actor.user is not None
        and who.user_id == actor.user.pk
        and state in Attendance.ANSWERS
        for who, state in people
    )


def check_held(evening: Evening) -> None:
    """Raise Invalid if an evening is cancelled."""
    if evening.cancelled_at is not None:
        raise Invalid("evening", gettext_noop("This evening is cancelled."))


def check_answers(league: League, day: datetime.date, states: Iterable[str]) -> None:
    """Raise Invalid if one of these states says whether somebody will come to a day that is
    over."""
    if day < league.evening_of(timezone.now()) and not set(Attendance.ANSWERS).isdisjoint(states):
        raise Invalid("state", gettext_noop("This evening is over."))


def check_not_here(before: Mapping[int, str], players: Iterable[Player]) -> None:
    """Raise Invalid if one of those who answer is listed as having come."""
    if any(before.get(player.pk) in Attendance.LISTED for player in players):
        raise Invalid(
            "state", gettext_noop("The evening has begun, and you are on its list of those here.")
        )


def write_states(
    evening: Evening, changed: Mapping[Player, str], actor: Actor, at: datetime.datetime
) -> None:
    """Write whether players are here, or will come, and say so in the audit log."""
    Attendance.objects.bulk_create(
        [
            Attendance(
                league_id=evening.league_id, evening=evening, player=player, state=state, since=at
            )
            for player, state in changed.items()
        ],
        update_conflicts=True,
        unique_fields=["evening", "player"],
        update_fields=["state", "since"],
    )
    if changed:
        for state in Attendance.State.values:
            if ids := [player.pk for player, now in changed.items() if now == state]:
                after = {"players": ids, "state": state}
                audit.record("set_attendance", evening, actor, after=after)
        notify_evening(evening)


def draw_round(
    league: League,
    day: datetime.date,
    *,
    season: Season,
    actor: Actor,
    key: str,
    game: str = "",
    preset: str = "",
    size: int = 4,
    way: str = Way.CHANCE,
    seed: int | None = None,
) -> EveningRound:
    """Draw tables for those who are here, by default with a random seed; of a division, without
    those who are in another one beside it; of a final, only for those who play it.

    The evening's last round is drawn again if none of its matches was started; else the next one is
    drawn. The draw itself holds no lock, and others are served during it. Raise Invalid if the game
    cannot seat these people, or they change meanwhile.
    """
    write = KeyedWrite("draw-round", locals())
    access.require(access.can_start(actor, league, day))
    if (made := write.made_in(league.pk)) is not None:
        return EveningRound.objects.get(pk=made)
    game = game or league.default_game
    check_day(season, day)
    _check_asked(season, league, game, preset, way, seed)
    here = found.here_on(found.evening_of(league, day))
    people = _drawn_in(season, here)
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    seed, drawn = _drawn(season, day, people, Way(way), seed, (game, preset, size))
    with transaction.atomic():
        league = lock_league(league.pk)
        if (made := write.made_in(league.pk)) is not None:
            return EveningRound.objects.get(pk=made)
        evening = evening_row(league, day)
        check_held(evening)
        if found.here_on(evening) != here:
            raise Invalid("people", gettext_noop("Someone came or went meanwhile. Draw again."))
        row = _round_to_draw(evening, season)
        before = {} if row.pk is None else {"seed": row.seed}
        row.season, row.game, row.preset = season, game, preset
        row.size, row.way, row.seed, row.repeats = size, way, seed, drawn.repeats
        row.changed, row.drawn_at = False, timezone.now()
        row.save()
        _seat(row, drawn.tables)
        write.record(league.pk, row.pk)
        after = {"seed": seed, "round": row.number, "way": way}
        audit.record("draw_round", evening, actor, before=before, after=after)
        notify_evening(evening)
        return row


def _check_asked(
    season: Season, league: League, game: str, preset: str, way: str, seed: int | None
) -> None:
    if season.league_id != league.pk:
        raise Invalid("season", gettext_noop("This league has no such season."))
    if season.state != Season.State.RUNNING:
        raise Invalid("season", gettext_noop("This season is over."))
    check_game(league, game, "game")
    if preset and preset not in {one.key for one in scored(game).presets}:
        raise Invalid("preset", gettext_noop("There are no such rules of this game."))
    if way not in set(Way):
        raise Invalid("way", gettext_noop("There’s no such way to draw."))
    if seed is not None and not 0 <= seed < 2**31:
        raise Invalid("seed", gettext_noop("The draw number has up to nine digits."))


def _drawn_in(season: Season, here: Sequence[int]) -> list[int]:
    """Return those of who is here whom a round of a season seats. Raise Invalid for a final that is
    not drawn, or of which fewer than two are here."""
    if season.final_of_id is None:
        return without_other_divisions(season, here)
    if season.final_seats is not None:
        raise Invalid(
            "season",
            gettext_noop("The page of {season} says who meets whom. Start its matches there."),
            season=season.name,
        )
    people = [player for player in finalists(season) if player in here]
    check_final(season, people)
    return people


def _drawn(
    season: Season,
    day: datetime.date,
    people: list[int],
    way: Way,
    seed: int,
    asked: tuple[str, str, int],
) -> tuple[int, Draw]:
    """Return the seed and the draw: a schedule that these people have begun goes on with its own
    seed."""
    game, preset, size = asked
    ruleset = scored(game).ruleset(preset) if preset else house_rules(season.league, game)
    least, most = scored(game).seats(ruleset)
    turn = 0
    if way is Way.STANDING:
        people = found.by_standing(season, day, people)
    elif way is Way.STRENGTH:
        rated = _strengths(season.league, game, people)
        people = sorted(people, key=lambda player: (-rated.get(player, float("-inf")), player))
    elif way is Way.MEETING and (begun := found.schedule_so_far(season, people)):
        seed, turn = begun
    met = found.met_in(season, people)
    try:
        drawn = draw(
            people,
            size,
            seed,
            way=way,
            met=met,
            turn=turn,
            least=max(least, 2),
            most=most,
            between=let_others.get(),
        )
    except NoTables as error:
        raise Invalid(
            "people",
            gettext_noop(
                "{count} people can’t be split into tables: this game is for {least} to {most}."
            ),
            count=len(people),
            least=least,
            most=most,
        ) from error
    return seed, drawn


def _strengths(league: League, game: str, people: Sequence[int]) -> dict[int, float]:
    answers = strengths_asked.send(League, league=league, game=game, players=list(people))
    rated: dict[int, float] = {}
    for _, answer in answers:
        rated |= answer  # type: ignore[arg-type]
    return rated


def _round_to_draw(evening: Evening, season: Season) -> EveningRound:
    """Return the last round of an evening if nothing of it was started, else a new one."""
    last = EveningRound.objects.filter(evening=evening).order_by("-number").first()
    if last is not None and not Match.objects.filter(round=last).exists():
        last.draws = min(last.draws + 1, 9999)
        return last
    number = 1 if last is None else last.number + 1
    return EveningRound(league=evening.league, evening=evening, season=season, number=number)


def _seat(row: EveningRound, tables: Iterable[Sequence[int]]) -> None:
    DrawnSeat.objects.filter(round=row).delete()
    DrawnSeat.objects.bulk_create(
        DrawnSeat(league_id=row.league_id, round=row, table=table, number=number, player_id=player)
        for table, players in enumerate(tables)
        for number, player in enumerate(players)
    )


@transaction.atomic
def seat_round(
    drawn: EveningRound, tables: Sequence[Sequence[Who]], *, actor: Actor, key: str
) -> EveningRound:
    """Change the tables of a round by hand, before its first match: whom each seats, clockwise.
    Empty tables are left out."""
    write = KeyedWrite("seat-round", locals())
    league = lock_league(drawn.league_id)
    drawn = EveningRound.objects.select_related("evening").get(pk=drawn.pk)
    access.require(access.can_start(actor, league, drawn.evening.date))
    if write.made_in(league.pk) is not None:
        return drawn
    if Match.objects.filter(round=drawn).exists():
        raise Invalid("round", gettext_noop("This round is being played. Change its matches."))
    check_count(sum(map(len, tables)))
    everybody = seated_players(league, [who for table in tables for who in table], actor)
    ids = iter([player.pk for player in everybody])
    seats = [[next(ids) for _ in table] for table in tables if table]
    _seat(drawn, seats)
    drawn.changed = True
    drawn.save(update_fields=["changed"])
    write.record(league.pk, drawn.pk)
    audit.record("seat_round", drawn.evening, actor, after={"round": drawn.number, "tables": seats})
    notify_evening(drawn.evening)
    return drawn


@transaction.atomic
def start_round(
    drawn: EveningRound,
    *,
    actor: Actor,
    key: str,
    ends_earlier: bool = False,
    anyway: bool = False,
    at: datetime.datetime | None = None,
) -> list[Match]:
    """Start the matches of all tables of a round that have none yet, under the rules of its game;
    under those of the round before if all its tables were changed to the same by hand.

    With *ends_earlier* the matches of the evening's earlier rounds are closed first. Without
    *anyway*, raise AskAgain if one of those is still open, if a match looks entered twice or
    somebody sits at another table that is still playing.
    """
    write = KeyedWrite("start-round", locals())
    league = lock_league(drawn.league_id)
    drawn = found.rounds_of(drawn.evening).get(pk=drawn.pk)
    day = drawn.evening.date
    access.require(access.can_start(actor, league, day))
    if write.made_in(league.pk) is not None:
        return list(Match.objects.filter(round=drawn).order_by("table"))
    if drawn.season.state != Season.State.RUNNING:
        raise Invalid("season", gettext_noop("This season is over."))
    check_day(drawn.season, day)
    check_held(drawn.evening)
    waiting = [table for table in found.tables_of(drawn) if table.match is None]
    if not waiting:
        raise Invalid("round", gettext_noop("All tables of this round are playing."))
    at = at or timezone.now()
    earlier = found.open_before(drawn)
    if ends_earlier:
        locked = [
            match
            for match in lock_matches([match.pk for match in earlier])
            if match.state == Match.State.OPEN  # it may have been closed before it was locked
        ]
        access.require(all(match_access.can_score(actor, match) for match in locked))
        close_locked(locked, actor, at)
        earlier = []
    tables = [table.players for table in waiting]
    if not anyway:
        questions = [
            Invalid(
                "round",
                gettext_noop("Tables of an earlier round are still playing: {count}."),
                count=len(earlier),
            )
        ] * bool(earlier) + doubts(league, tables, drawn.game, day, drawn=drawn)
        if questions:
            raise AskAgain(questions)
    started = new_matches(
        drawn.season,
        tables,
        _terms_of(drawn),
        actor=actor,
        played_on=day,
        at=at,
        drawn=drawn,
        numbers=[table.number for table in waiting],
    )
    notify.matches_changed(started)
    write.record(league.pk, drawn.pk)
    after = {"round": drawn.number, "matches": len(waiting)}
    audit.record("start_round", drawn.evening, actor, after=after)
    notify_evening(drawn.evening)
    return list(Match.objects.filter(round=drawn).order_by("table"))


def _terms_of(drawn: EveningRound) -> MatchTerms:
    """Return what the matches of a round are asked with."""
    before = found.rules_carried(drawn)
    if before is None:
        return MatchTerms(drawn.game, drawn.preset)
    ruleset = ruleset_of(before)
    return MatchTerms(
        drawn.game,
        preset_of(ruleset).key,
        overrides_of(ruleset),
        left_early=before.left_early,
        hands_share=before.hands_share,
        given_up=before.given_up,
    )


def evening_row(league: League, day: datetime.date) -> Evening:
    """Return the evening of a day, created if need be. The caller has locked the league."""
    return Evening.objects.get_or_create(league=league, date=day)[0]


def notify_evening(evening: Evening) -> None:
    """Announce that an evening changed."""
    day = evening.date.isoformat()
    live.publish(f"league-{evening.league_id}", event="match", data={"evening": day})
