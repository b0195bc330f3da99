"""The story of the demo league, evening by evening."""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction

from zarleague.bots import NATURAL, Habits, play_hand
from zarleague.engine.entry import Entry, Evidence, SheetValue
from zarleague.engine.games import find
from zarleague.engine.log import Log, write
from zarleague.engine.replay import replay
from zarleague.leagues import links
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AccessLink, League, Membership, Player, Season, User
from zarleague.play import services
from zarleague.play.demo.evidence import entry_of, with_a_slip
from zarleague.play.models import Dispute, Hand, Match, Ruling
from zarleague.play.rulings.hand_accounts import DISPUTED
from zarleague.play.selectors.match_status import status
from zarleague.play.selectors.seats import names_of, ruleset_of, seats_at

ORGANISER: Final = "demo"
SLUG: Final = "crooked-crab"
ZONE: Final = "Europe/London"
PLAYERS: Final = {
    "Ann Okafor": 0.8,
    "Bob Hughes": 0.15,
    "Catalina de la Vega": 0.6,
    "Dee Marlowe": 0.65,
    "Jürgen Weiß": 0.7,
    "Mary Ann O’Neill": 0.9,
    "Siân Prys": 0.5,
    "Zoë Laurent": 0.3,
    "Mehmet Yılmaz": 0.55,
    "Łukasz Nowak": 0.1,
    "Hana Sato": 1.0,
    "Priya Raman": 0.4,
    "Olu Adeyemi": 0.75,
}
"""The players of Thursday evenings, with their skill from 0 to 1."""
THURSDAY: Final = 3
LAST_SEASON: Final = 8
"""Evenings of the finished season."""
THIS_SEASON: Final = 9
"""Evenings of the running one, so far."""
HANDS: Final = 5
"""Hands of a Zar match."""
MINUTES: Final = 9
"""From one hand to the next."""
GAMES_NIGHTS: Final = (
    (("uno", 4), ("zuits", 4)),
    (("uno-golf", 3), ("crazy-eights", 4)),
) * 2
"""The evenings of the other games: what is played at each table, and how many hands. Each game has
two evenings, so that its ratings can be compared."""
DEGREES: Final = (
    *(Evidence.COUNTS,) * 5,
    *(Evidence.TOTALS,) * 2,
    Evidence.CARDS,
    *(Evidence.LOG,) * 2,
)
"""The degrees of evidence of the hands, as often as they occur."""


class DemoRefused(Exception):
    """The demo is not created, because there are leagues already."""


def evening_at(moment: datetime.datetime) -> datetime.date:
    """Return the evening of a moment where the demo is played: a match of the night belongs to the
    day before."""
    return League(time_zone=ZONE).evening_of(moment)


@transaction.atomic
def tell(*, password: str, today: datetime.date) -> League:
    """Create the demo league as of *today*, an evening. The same day gives the same league.

    Raise DemoRefused if there is a league already.
    """
    if League.objects.exists():
        raise DemoRefused("There is a league already; the demo is for an empty site.")
    owner = User.objects.create_superuser(ORGANISER, password=password)
    return _Story(owner, today).tell()


def tell_again(owner: User, *, today: datetime.date) -> League:
    """Create the demo league of its organiser again, after the one before was removed."""
    return _Story(owner, today).tell()


class _Story:
    """The accounts, players and seasons of the demo, and the state of its random numbers."""

    def __init__(self, owner: User, today: datetime.date) -> None:
        self.rng = Random(1997)  # noqa: S311 (a game, no secret)
        self.today = today
        self.numbers = count(1)
        self.boss = Actor.of(owner, name="Dee")
        self.league = leagues.create_league(
            owner=owner,
            name="Thursday at the Crooked Crab",
            slug=SLUG,
            visibility=League.Visibility.PUBLIC,
            time_zone=ZONE,
            key=self._key(),
        )
        keeper = self._account("mary", Membership.Role.SCOREKEEPER)
        self.keeper = Actor.of(keeper, name="Mary Ann")
        self.member = self._account("jurgen", Membership.Role.PLAYER)
        self.players = [
            leagues.add_player(self.league, name, actor=self.boss, key=self._key())
            for name in PLAYERS
        ]

    def tell(self) -> League:
        """Create the whole league, from the first evening of the last season to tonight."""
        leagues.set_house_rules(
            self.league, "uno-golf", overrides={"action-points-confirmed": "yes"}, actor=self.boss
        )
        evenings = _thursdays(self.today, LAST_SEASON + len(GAMES_NIGHTS) + THIS_SEASON)
        self._last_season(evenings[:LAST_SEASON])
        self._games_nights(evenings[LAST_SEASON:-THIS_SEASON])
        self._this_season(evenings[-THIS_SEASON:])
        # Last: what the audit log says after it, visitors have done, or whoever runs the league.
        links.create_link(self.league, AccessLink.Purpose.DEMO, actor=self.boss)
        return self.league

    # --- seasons ------------------------------------------------------------------------------

    def _last_season(self, evenings: Sequence[datetime.date]) -> None:
        season = self._season(evenings[0], evenings[-1])
        for evening in evenings:
            self._zar_evening(season, evening)
        services.finish_season(season, actor=self.boss, key=self._key())

    def _games_nights(self, evenings: Sequence[datetime.date]) -> None:
        """Play the other games at two tables an evening; the season ranks by places."""
        season = leagues.start_season(
            self.league,
            name=f"Games nights {evenings[0].year}",
            starts=evenings[0],
            ends=evenings[-1],
            rules={"preset": "several-games", "options": {}},
            actor=self.boss,
            key=self._key(),
        )
        for evening, tables in zip(evenings, GAMES_NIGHTS, strict=True):
            present = self.rng.sample(self.players, 8)
            for players, (game, hands) in zip((present[:4], present[4:]), tables, strict=True):
                self._match(season, players, evening, hands, game)
        services.finish_season(season, actor=self.boss, key=self._key())

    def _this_season(self, evenings: Sequence[datetime.date]) -> None:
        season = self._season(evenings[0], None)
        for evening in evenings:
            self._zar_evening(season, evening)
        self._ruling(season, evenings[-3])
        self._guests(season, evenings[-2])
        self._rulings(season, evenings[-1])
        tonight = self._start(season, self.players[5:9], self.today)
        for evidence in (Evidence.COUNTS, Evidence.LOG):
            self._hand(tonight, evidence)

    def _season(self, starts: datetime.date, ends: datetime.date | None) -> Season:
        return leagues.start_season(
            self.league,
            name=f"Season of {starts:%B %Y}",
            starts=starts,
            ends=ends,
            rules={"preset": "average-per-hand", "options": {"min_hands": 12}},
            actor=self.boss,
            key=self._key(),
        )

    # --- evenings -----------------------------------------------------------------------------

    def _zar_evening(self, season: Season, evening: datetime.date) -> None:
        """Play an evening of Zar at two tables of four or five."""
        present = self.rng.sample(self.players, self.rng.randint(8, 10))
        for table in (present[::2], present[1::2]):
            self._match(season, table, evening, HANDS)

    def _guests(self, season: Season, evening: datetime.date) -> None:
        """Add two guests: one stays a guest, the other is merged into a known player."""
        self._match(season, [*self.players[:3], "Gus", "Olu A."], evening, 3)
        self._match(season, [*self.players[3:6], "Gus"], evening, 2)
        guest = Player.objects.get(league=self.league, name="Olu A.")
        services.merge_guest(guest, self.players[-1], actor=self.boss, key=self._key())

    def _ruling(self, season: Season, evening: datetime.date) -> None:
        """Dispute a hand, and rule on it the next morning: it stands, with a penalty."""
        match = self._start(season, self.players[5:9], evening)
        self._hand(match, Evidence.LOG)
        dispute, spoilt = self._disputed_hand(match)
        services.close_match(
            match, actor=self.keeper, at=_time_of_evening(evening, 4 * 60), key=self._key()
        )
        culprit, name = spoilt.events[-1].seat, _card_of(spoilt, -1)
        services.rule_on_dispute(
            dispute,
            services.Decision(
                verdict=Ruling.Verdict.UPHELD,
                remedy=Ruling.Remedy.PENALTY,
                question="A card that did not fit was played, and play went on. What now?",
                reasons=f"We went through the pile: the {name} lay there, and it matches the card "
                "below it in neither colour nor number. Three more players had their turn before "
                "anyone spoke up, so the hand can’t be taken back. It stands, and the player gets "
                "three points.",
                rule=replay(spoilt).findings[-1].rule,
                rests_on=DISPUTED,
                penalised=culprit,
                penalty=3,
            ),
            actor=self.boss,
            key=self._key(),
            expected_version=1,
            at=_time_of_evening(evening, 15 * 60),
        )

    def _rulings(self, season: Season, evening: datetime.date) -> None:
        """Create a correction, a voided and replayed hand, penalties and a disputed hand."""
        match = self._start(season, self.players[3:7], evening)
        self._corrected_hand(match)
        self._voided_hand(match)
        self._disputed_hand(match)
        services.close_match(
            match, actor=self.keeper, at=_time_of_evening(evening, 4 * 60), key=self._key()
        )
        late = services.add_penalty(
            season,
            self.players[1],
            5,
            reason="Came an hour late, for the third time",
            actor=self.boss,
            key=self._key(),
            evening=evening,
        )
        services.add_penalty(
            season,
            self.players[7],
            3,
            reason="Looked at a neighbour’s hand",
            actor=self.boss,
            key=self._key(),
            evening=evening,
        )
        services.cancel_penalty(
            late, reason="The bus did not come", actor=self.boss, key=self._key()
        )

    def _corrected_hand(self, match: Match) -> None:
        """Enter a hand with a seven read as a one, and correct it ten minutes later."""
        right = self._entry_by_evidence(self._play(match), Evidence.TOTALS)
        slipped = next(seat for seat, sheet in enumerate(right.sheets) if sheet)
        sheets = [dict(sheet) for sheet in right.sheets]
        sheets[slipped] = {key: _misread(total) for key, total in sheets[slipped].items()}
        wrong = replace(right, sheets=tuple(sheets))
        hand = self._enter(match, wrong)
        services.correct_hand(
            hand,
            right,
            reason="Misread the slip of paper",
            key=self._key(),
            actor=self.keeper,
            expected_version=1,
            at=_time_of_evening(match.played_on, 2 * MINUTES),
        )

    def _voided_hand(self, match: Match) -> None:
        hand = self._hand(match, Evidence.COUNTS)
        services.void_hand(
            hand,
            reason="A card lay under the table; dealt anew",
            key=self._key(),
            actor=self.keeper,
            expected_version=1,
            at=_time_of_evening(match.played_on, 3 * MINUTES),
        )
        self._hand(match, Evidence.CARDS)

    def _disputed_hand(self, match: Match) -> tuple[Dispute, Log]:
        """Enter a hand, and dispute it with a log whose last play is illegal. The player whom the
        log names answers with another account."""
        spoilt = None
        while spoilt is None:
            log = self._play(match)
            spoilt = with_a_slip(log, self.rng)
        hand = self._enter(match, self._entry_by_evidence(log, Evidence.COUNTS))
        length = len(spoilt.events)
        culprit = spoilt.seats[spoilt.events[-1].seat]
        loser = next(name for name in spoilt.seats if name != culprit)
        dispute = services.open_dispute(
            hand,
            text=f"{culprit} put down a card that did not fit, and nobody noticed. "
            "Here is the hand up to that card.",
            log=write(spoilt),
            actor=Actor.of(self.member, name=loser),
            key=self._key(),
            at=_time_of_evening(match.played_on, 12 * MINUTES),
        )
        services.add_statement(
            dispute,
            text=f"It was the {_card_of(log, length - 1)}, and that fits. See my log.",
            log=write(replace(log, events=log.events[:length])),
            actor=Actor.of(self.keeper.user, name=culprit),
            key=self._key(),
            at=_time_of_evening(match.played_on, 13 * MINUTES),
        )
        return dispute, spoilt

    # --- matches and hands --------------------------------------------------------------------

    def _match(
        self,
        season: Season,
        players: Sequence[Player | str],
        evening: datetime.date,
        hands: int,
        game: str = "zar",
    ) -> None:
        """Play a whole match and close it at the end."""
        match = self._start(season, players, evening, game)
        for _ in range(hands):
            self._hand(match)
        services.close_match(
            match, actor=self.keeper, at=_time_of_evening(evening, 4 * 60), key=self._key()
        )

    def _start(
        self,
        season: Season,
        players: Sequence[Player | str],
        evening: datetime.date,
        game: str = "zar",
    ) -> Match:
        return services.start_match(
            season,
            players,
            services.MatchTerms(game=game),
            actor=self.keeper,
            key=self._key(),
            played_on=evening,
            at=_time_of_evening(evening, 0),
        )

    def _play(self, match: Match) -> Log:
        """Return the next hand of a match, played by the bots."""
        now = status(match)
        seats = seats_at(match, now.next_number)
        dealer = [seat.number for seat in seats].index(now.next_dealer)
        names = names_of(seats)
        habits = [_habits(PLAYERS[name]) if name in PLAYERS else NATURAL for name in names]
        return play_hand(find(match.game), ruleset_of(match), names, dealer, self.rng, habits)

    def _entry_by_evidence(self, log: Log, evidence: Evidence) -> Entry:
        return entry_of(find(log.ruleset.game), log, evidence)

    def _hand(self, match: Match, evidence: Evidence | None = None) -> Hand:
        """Play the next hand and enter it."""
        log = self._play(match)
        evidence = evidence or self.rng.choice(DEGREES)
        if evidence is Evidence.LOG:
            return services.enter_log(
                match, write(log), actor=self.keeper, key=self._key(), at=self._when(match)
            )
        return self._enter(match, self._entry_by_evidence(log, evidence))

    def _enter(self, match: Match, entry: Entry) -> Hand:
        return services.enter_hand(
            match, entry, actor=self.keeper, key=self._key(), at=self._when(match)
        )

    def _when(self, match: Match) -> datetime.datetime:
        return _time_of_evening(match.played_on, (match.hands.count() + 1) * MINUTES)

    def _account(self, name: str, role: str) -> User:
        user = User.objects.filter(username=name).first() or User.objects.create_user(name)
        leagues.set_role(self.league, user, role, actor=self.boss)
        return user

    def _key(self) -> str:
        return f"demo-{next(self.numbers)}"


def _habits(strength: float) -> Habits:
    """Return the habits of a player with a skill from 0 to 1."""
    return Habits(
        match=0.2 + 0.8 * strength,
        talk=0.7 + 0.3 * strength,
        draw=0.1 * (1 - strength),
        thrift=strength,
    )


def _card_of(log: Log, event: int) -> str:
    """Return the name of the card played in an event."""
    card = log.events[event].cards[0]
    return find(log.ruleset.game).deck(log.ruleset).faces[card].name


def _misread(total: SheetValue) -> SheetValue:
    return total + 6 if isinstance(total, int) else total


def _time_of_evening(evening: datetime.date, minutes: int) -> datetime.datetime:
    """Return the time so many minutes after 19:00 of an evening, in the league's time zone."""
    seven = datetime.datetime.combine(evening, datetime.time(19), ZoneInfo(ZONE))
    return seven + datetime.timedelta(minutes=minutes)


def _thursdays(today: datetime.date, number: int) -> list[datetime.date]:
    """Return the last Thursdays before *today*, earliest first."""
    back = (today.weekday() - THURSDAY) % 7 or 7
    last = today - datetime.timedelta(days=back)
    return [last - datetime.timedelta(weeks=weeks) for weeks in reversed(range(number))]
