"""Evenings: who is here, the rounds drawn, and what the draws are made of."""

import datetime
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from django.core.signing import BadSignature, Signer
from django.db.models import Prefetch, QuerySet

from zarleague.draws import Way
from zarleague.engine.declared import is_declared
from zarleague.leagues.models import AuditEntry, League, Player, Season
from zarleague.leagues.selectors import aliases, players_of
from zarleague.play.models import Attendance, DrawnSeat, Evening, EveningRound, Match, MatchSeat
from zarleague.play.selectors.lookups import players_by_last_match
from zarleague.play.selectors.seasons import named_table

MOST_AHEAD = 120
"""Planned evenings that are listed."""
MOST_CANCELLED = 3
"""Evenings among which the next one is looked for that takes place."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who may come to an evening, and whether they are here: an `Attendance.State`."""

    player: Player
    state: str
    came_last: bool
    """Whether they were here on the evening before."""

    @property
    def is_here(self) -> bool:
        """Return whether the next draw seats them."""
        return self.state == Attendance.State.HERE


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table of a round: its players clockwise, and its match once that was started."""

    number: int
    players: tuple[Player, ...]
    match: Match | None


def evening_of(league: League, day: datetime.date) -> Evening | None:
    """Return the evening of a day, None if nothing is known of it but its matches."""
    return Evening.objects.filter(league=league, date=day).first()


def evenings_ahead(league: League, today: datetime.date) -> list[tuple[Evening, Counter[str]]]:
    """Return the planned evenings from a day on, each with how many say yes, maybe and no."""
    planned = list(
        Evening.objects.filter(league=league, date__gte=today).order_by("date")[:MOST_AHEAD]
    )
    answers: dict[int, Counter[str]] = {evening.pk: Counter() for evening in planned}
    rows = Attendance.objects.filter(evening__in=answers, state__in=Attendance.ANSWERS)
    for evening, state in rows.values_list("evening", "state"):
        answers[evening][state] += 1
    return [(evening, answers[evening.pk]) for evening in planned]


@dataclass(frozen=True, slots=True)
class NextEvening:
    """An evening that comes next: how many say yes, maybe and no, and what one player says."""

    evening: Evening
    answers: Counter[str]
    mine: str
    """An `Attendance.State`; "" if they have not answered."""


def next_evenings(league: League, today: datetime.date, mine: Player | None) -> list[NextEvening]:
    """Return the next evening that is planned and has not begun, after those before it that are
    cancelled. ``mine`` is whose answer is asked for."""
    ahead = Evening.objects.filter(league=league, date__gte=today).order_by("date")
    begun = ahead.filter(date=today, attendance__state__in=Attendance.LISTED)
    found: list[NextEvening] = []
    for evening in ahead.exclude(pk__in=begun.values("pk"))[:MOST_CANCELLED]:
        states = states_of(evening)
        said = Counter(state for state in states.values() if state in Attendance.ANSWERS)
        answer = states.get(mine.pk, "") if mine else ""
        found.append(NextEvening(evening, said, answer))
        if evening.cancelled_at is None:
            break
    return found


def evening_before(league: League, day: datetime.date) -> datetime.date | None:
    """Return the last day before this one with matches or people, None if there is none."""
    days = [
        Match.objects.filter(season__league=league, played_on__lt=day)
        .order_by("-played_on")
        .values_list("played_on", flat=True)
        .first(),
        Evening.objects.filter(league=league, date__lt=day, attendance__state=Attendance.State.HERE)
        .order_by("-date")
        .values_list("date", flat=True)
        .first(),
    ]
    return max((one for one in days if one is not None), default=None)


def people_of(league: League, day: datetime.date) -> set[int]:
    """Return the ids of those who attended: who was here, whether or not they went home, and who
    has a seat in a match of that day. Guests are those they are merged into."""
    came = Attendance.objects.filter(
        evening__league=league,
        evening__date=day,
        state__in=[Attendance.State.HERE, Attendance.State.LEFT],
    )
    sat = MatchSeat.objects.filter(match__season__league=league, match__played_on=day)
    into = aliases(league.pk)
    ids = {*came.values_list("player", flat=True), *sat.values_list("player", flat=True)}
    return {into.get(player, player) for player in ids}


def states_of(evening: Evening | None) -> dict[int, str]:
    """Return whether players are here, by their ids; those of whom nothing is known are left out.
    A merged guest's answer counts for the player."""
    if evening is None:
        return {}
    into = aliases(evening.league_id)
    rows = Attendance.objects.filter(evening=evening).order_by("since")
    return {
        into.get(player, player): state for player, state in rows.values_list("player", "state")
    }


def guests_of(league: League, day: datetime.date, most: int) -> list[Guest]:
    """Return at most so many who may come, and all of whom something is known: first who said yes,
    then maybe, then those of the evening before by name, then those who played last."""
    states = states_of(evening_of(league, day))
    before = evening_before(league, day)
    last = people_of(league, before) if before else set()
    known = list(players_of(league).filter(pk__in={*last, *states}))
    first = [
        *(player for player in known if states.get(player.pk) == Attendance.State.YES),
        *(player for player in known if states.get(player.pk) == Attendance.State.MAYBE),
        *(player for player in known if player.pk in last),
    ]
    listed = {player.pk: player for player in first}
    listed |= {player.pk: player for player in known}
    listed |= {player.pk: player for player in players_by_last_match(league, most)}
    shown = [*listed.values()][: max(most, len(known))]
    return [
        Guest(player, states.get(player.pk, Attendance.State.AWAY), player.pk in last)
        for player in shown
    ]


def here_on(evening: Evening | None) -> list[int]:
    """Return the ids of those who are here, in order."""
    found = states_of(evening).items()
    return sorted(player for player, state in found if state == Attendance.State.HERE)


def expected(guests: Sequence[Guest], *, everybody: bool = False) -> set[int]:
    """Return the ids of those from whom the list of who is here starts: who said yes, or everybody,
    as long as nobody is on it."""
    if any(guest.state in Attendance.LISTED for guest in guests):
        return set()
    return {guest.player.pk for guest in guests if everybody or guest.state == Attendance.State.YES}


def answers_of(guests: Sequence[Guest]) -> dict[str, list[Player]]:
    """Return who answered yes, maybe and no, by the answer."""
    return {
        answer.value: [guest.player for guest in guests if guest.state == answer]
        for answer in Attendance.ANSWERS
    }


def answer_token(evening: Evening, player: Player) -> str:
    """Return the signed token of the link by which a player says whether they will come, valid
    until an organiser turns the evening's links off."""
    parts = [evening.pk, player.pk, *([evening.links_ended] if evening.links_ended else [])]
    return _signer().sign(".".join(map(str, parts)))


def answer_meant_by(token: str) -> tuple[Evening, Player] | None:
    """Return the evening and the player of a token, None if it is not valid or one is gone. A
    merged guest's link is the player's; that of an evening that was moved to a day with another
    leads there."""
    try:
        evening_id, player_id, *ended = _signer().unsign(token).split(".")
    except (BadSignature, ValueError):
        return None
    known = Player.objects.filter(pk=int(player_id)).first()
    if known is None:
        return None
    evening = _evening_meant(known.league_id, int(evening_id), int(ended[0] if ended else 0))
    counted = aliases(known.league_id).get(known.pk, known.pk)
    player = Player.objects.filter(league=known.league_id, pk=counted).first()
    return None if player is None or evening is None else (evening, player)


def _evening_meant(league: int, evening_id: int, ended: int) -> Evening | None:
    of_league = Evening.objects.select_related("league").filter(league=league)
    evening = of_league.filter(pk=evening_id).first()
    if evening is not None:
        return evening if ended == evening.links_ended else None
    received = of_league.exclude(received=[])
    return next((one for one in received if [evening_id, ended] in one.received), None)


def _signer() -> Signer:
    return Signer(salt="zarleague.evening")


def met_in(season: Season, people: Iterable[int]) -> Counter[tuple[int, int]]:
    """Return how many matches of a season each two of these people have shared, lower id first.
    Matches of which no hand counts are left out once they are over."""
    among, into = set(people), aliases(season.league_id)
    merged = {old for old, new in into.items() if new in among}
    seats = MatchSeat.objects.filter(match__season=season, player__in=among | merged)
    counted = seats.exclude(match__state=Match.State.CLOSED, match__total=None)
    met: Counter[tuple[int, int]] = Counter()
    rows = counted.order_by("match").values_list("match", "player")
    for _, seated in groupby(rows, key=lambda row: row[0]):
        met.update(combinations(sorted({into.get(player, player) for _, player in seated}), 2))
    return met


def by_standing(season: Season, day: datetime.date, people: Sequence[int]) -> list[int]:
    """Return people in the order of the evening's table so far, those who have not played tonight
    by the season's; those without a hand come last."""
    tonight = [row.player_id for row in named_table(season, first=day, last=day).rows]
    so_far = [row.player_id for row in named_table(season).rows]
    places = {player: place for place, player in reversed([*enumerate([*tonight, *so_far])])}
    return sorted(people, key=lambda player: (places.get(player, len(places) + 1_000_000), player))


def schedule_so_far(season: Season, people: Sequence[int]) -> tuple[int, int] | None:
    """Return (seed, rounds played) of the schedule that exactly these people last began in a
    season, None if they have none."""
    last = EveningRound.objects.filter(season=season, way=Way.MEETING, changed=False)
    seed = None
    turns = 0
    for found in last.order_by("-evening__date", "-number").prefetch_related("seats", "matches")[
        :60
    ]:
        seated = {seat.player_id for seat in found.seats.all()}
        if not seated <= set(people) or len(people) - len(seated) > 1 or not found.matches.all():
            continue
        if seed is None:
            seed = found.seed
        turns += found.seed == seed
    return None if seed is None else (seed, turns)


def rounds_of(evening: Evening | None) -> QuerySet[EveningRound]:
    """Return the rounds of an evening in order, with their seats, matches and seasons."""
    seats = DrawnSeat.objects.select_related("player").order_by("table", "number")
    found = EveningRound.objects.filter(evening=evening) if evening else EveningRound.objects.none()
    return found.select_related("season__league").prefetch_related(
        Prefetch("seats", seats), "matches"
    )


def round_of(league: League, round_id: int) -> EveningRound | None:
    """Return a round of a league with its evening, None if there is none."""
    found = EveningRound.objects.filter(league=league, pk=round_id)
    return found.select_related("evening", "season__league").first()


def tables_of(drawn: EveningRound) -> list[DrawnTable]:
    matches = {match.table: match for match in drawn.matches.all()}
    tables = groupby(drawn.seats.all(), key=lambda seat: seat.table)
    return [
        DrawnTable(number, tuple(seat.player for seat in seats), matches.get(number))
        for number, seats in tables
    ]


def open_before(drawn: EveningRound) -> list[Match]:
    """Return the matches of an evening's earlier rounds that are still open."""
    return list(
        Match.objects.filter(
            round__evening=drawn.evening_id, round__number__lt=drawn.number, state=Match.State.OPEN
        ).order_by("pk")
    )


def rules_carried(drawn: EveningRound) -> Match | None:
    """Return the match whose rules a round goes on with: one of the round before it of the same
    game, if rules were changed by hand this evening and all tables of that round have the same.
    None: the round was drawn with a preset, or is played under the league's rules."""
    if drawn.preset or is_declared(drawn.game):
        return None
    earlier = list(
        Match.objects.filter(
            round__evening=drawn.evening_id, round__number__lt=drawn.number, game=drawn.game
        ).order_by("-round__number", "table")
    )
    last = [match for match in earlier if match.round_id == earlier[0].round_id]
    if len({_rules_key(match) for match in last}) != 1:
        return None
    by_hand = AuditEntry.objects.filter(
        league=drawn.league_id,
        action="change_rules",
        about_kind="match",
        about_id__in=[match.pk for match in earlier],
    )
    return last[0] if by_hand.exists() else None


def _rules_key(match: Match) -> tuple[str, str, int, str]:
    rules = json.dumps(match.rules, sort_keys=True)
    return rules, match.left_early, match.hands_share, match.given_up


def matches_on(league: League, day: datetime.date) -> QuerySet[Match]:
    """Return the matches of an evening, whatever their season, with their seats, in the order of
    their start."""
    found = Match.objects.filter(season__league=league, played_on=day)
    return found.select_related("season__league").prefetch_related("seats__player").order_by("pk")
