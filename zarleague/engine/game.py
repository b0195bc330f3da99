"""The interface of a game: :class:`Game`, made of data and plain functions, and the part
of it that scores hands, :class:`ScoredGame`.

The games are independent of each other. ``docs/adding-a-game.md`` shows how to add one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from zarleague.engine.cards import Deck
from zarleague.engine.deduction.faces import Followed
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.event import Event
from zarleague.engine.ruleset import Option, Preset, Rule, Ruleset, resolve
from zarleague.engine.view import HiddenCards, TableView


class Remedy(StrEnum):
    """The way a replay goes on after an illegal event."""

    RULED = "ruled"
    """As the ruleset says."""
    UNWIND = "unwind"
    """The event is taken back: it changes nothing."""
    PENALTY = "penalty"
    """The event stands, as far as the cards allow, and the offender owes the penalty."""
    UNOPPOSED = "unopposed"
    """The event stands, as far as the cards allow, and nobody objected."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One word of the log and what may follow it.

    ``words`` are its spellings, the canonical one first ("" for a plain play). ``subject`` says
    what comes before it: "seat" (``Ann draws ?``), "table" (``up b4``), or "of" for a verb that
    is followed by its seat (``deal Ann b2 b3``). The ranges (least, most) say how many cards,
    other seats, named words and numbers may follow; no number may be below ``least_number``. With
    ``counts`` a number stands for that many unknown cards, with ``declares`` upper-case words
    may follow; those of ``calls`` may be in small letters. ``under`` is the option, and its values,
    without which no such line is legal, empty for a verb of all rulesets.
    """

    words: tuple[str, ...]
    kind: int
    subject: str = "seat"
    cards: tuple[int, int] = (0, 0)
    seats: tuple[int, int] = (0, 0)
    names: tuple[int, int] = (0, 0)
    numbers: tuple[int, int] = (0, 0)
    least_number: int = 0
    counts: bool = False
    declares: bool = False
    calls: tuple[str, ...] = ()
    under: tuple[str, ...] = ()


class MatchEnd(NamedTuple):
    """The end of a match: after ``hands`` hands, or when a total reaches ``limit`` (0: never). With
    ``eliminate`` a player who reaches the limit leaves and the others go on. ``low_wins``: the
    lowest total wins, else the highest. ``extra_on_tie``: while the first place is shared after the
    last hand, one more may be played. ``ties_by_wins``: of players with the same total the one who
    has won more hands is ahead."""

    hands: int = 0
    limit: int = 0
    eliminate: bool = False
    low_wins: bool = True
    extra_on_tie: bool = False
    ties_by_wins: bool = False


class NextDealer(StrEnum):
    """The dealer of the next hand of a match."""

    CLOCKWISE = "clockwise"
    """The next seat after the one that dealt."""
    WINNER = "winner"
    """The winner of the hand."""
    BEFORE_WINNER = "before-winner"
    """The seat before the winner's, so that the winner begins."""


def deals_clockwise(ruleset: Ruleset) -> NextDealer:
    """Return NextDealer.CLOCKWISE: the deal passes round the table, as in most games."""
    return NextDealer.CLOCKWISE


def by_points_alone(ruleset: Ruleset) -> bool:
    """Return False: players with the same points share the place, as in most games."""
    return False


def everybody(state: Any) -> Sequence[int]:
    """Return all seats: in any game anybody may have something to say."""
    return range(state.seats)


def nothing_undecided(state: Any, seat: int) -> list[Event]:
    """Return no event: in this game every move can be judged when it is made."""
    return []


def nothing_to_settle(state: Any) -> None:
    """Do nothing: in this game no claim stays open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredGame:
    """What entering and scoring the hands of a game needs. A game that a league has declared
    (:mod:`zarleague.engine.declared`) offers this and no more; its hands have no logs.

    Data: ``key`` names the game in logs and addresses, ``title`` and ``summary`` on pages;
    ``options`` and ``presets`` are what can be chosen, ``rules`` the rulebook by key.

    Functions of a ruleset: ``seats`` the fewest and most players; ``deck`` the deck in its skin;
    ``forms`` the ways to enter the end of a hand, the usual one first; ``check`` judges such an
    entry against the deck and scores it, without ever raising; ``match_end`` when a match ends, and
    which way totals count; ``next_dealer`` who deals the next hand; ``winner_ahead`` whether the
    seat that went out is placed ahead of others with the same points in the hand.
    """

    key: str
    title: str
    summary: str
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    rules: Mapping[str, Rule]
    seats: Callable[[Ruleset], tuple[int, int]]
    deck: Callable[[Ruleset], Deck]
    forms: Callable[[Ruleset], tuple[EntryForm, ...]]
    check: Callable[[Ruleset, Entry], Checked]
    match_end: Callable[[Ruleset], MatchEnd]
    next_dealer: Callable[[Ruleset], NextDealer] = deals_clockwise
    winner_ahead: Callable[[Ruleset], bool] = by_points_alone

    def ruleset(self, preset: str = "", overrides: Mapping[str, str] | None = None) -> Ruleset:
        """Return the complete ruleset of a preset (the first one when "") with some options
        overridden; raises RulesetError for what does not exist."""
        return resolve(self.key, self.options, self.presets, preset, overrides)

    def unanswered(self, ruleset: Ruleset) -> tuple[Option, ...]:
        """Return the options the table must still choose before the first hand."""
        return tuple(
            option
            for option in self.options
            if option.unanswered and ruleset[option.key] == option.unanswered
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(ScoredGame):
    """One game: its data, and the functions that judge, score and show its hands.

    Seats are numbers, clockwise from the first named player, 0 first. A *state* is the game's own
    class, derived from :class:`zarleague.engine.state.HandState`.

    Beyond :class:`ScoredGame`: ``verbs`` are the words of its log, and of a ruleset ``words`` what
    can be named in it (colours, numbers, calls), which an event's ``name`` indexes, in the same
    order under every ruleset.

    Functions of a state: ``start`` makes the one before the first event, from the ruleset, the
    number of seats, the dealer's seat and the remedy. ``apply`` judges one event, changes the state
    in place and adds what is wrong to its findings; it never raises, whatever the event. ``legal``
    lists every legal play of a seat now, out-of-turn ones included; for ``TABLE`` the chance events
    and the close that may or must come next, where cards still in the stock are UNKNOWN. ``acting``
    are the seats whose turn it is, and ``due`` by seat the cards it owes, both as ``view`` has
    them; ``alert`` are the seats that may call, ask, catch, accuse or play out of turn, and perhaps
    others: whoever plays a hand need not ask ``legal`` about the rest. ``view`` shows the whole
    table as the state knows it; ``hidden`` are the faces that unknown cards may have. ``undecided``
    lists the plays and draws of a seat that ``legal`` leaves out since nobody can judge them yet,
    as its unnamed cards or a ruling of the table decide. ``points`` are the points by seat as the
    hand stands, None where unknown cards decide. ``entry_of`` is the end of the hand as an entry of
    the form ``cards``, None while cards are unknown; ``check`` scores it to the same points.

    ``seen_by`` returns an event as a viewer saw it (``TABLE``: an onlooker): cards that were
    hidden from the viewer are UNKNOWN.

    For games of hands that nobody sees: ``possession_rule`` is the rule that a card breaks which
    cannot be where the log has it, and ``settle_claims`` gives the findings of a state whose claims
    (:class:`zarleague.engine.open_questions.Claim`) are decided their verdict, if it has any. For
    games whose cards lie in places of their own: ``follow`` returns, from the state before the
    first event and all events, the cards one by one, once for each way in which it can be told;
    none where it cannot. A game without rule and function has nothing deduced from its logs as a
    whole.
    """

    verbs: tuple[Verb, ...]
    words: Callable[[Ruleset], tuple[str, ...]]
    start: Callable[[Ruleset, int, int, Remedy], Any]
    apply: Callable[[Any, Event], None]
    legal: Callable[[Any, int], list[Event]]
    acting: Callable[[Any], tuple[int, ...]]
    due: Callable[[Any], Sequence[int]]
    view: Callable[[Any], TableView]
    hidden: Callable[[Any], HiddenCards]
    points: Callable[[Any], tuple[int | None, ...]]
    entry_of: Callable[[Any], Entry | None]
    seen_by: Callable[[Event, int], Event]
    alert: Callable[[Any], Sequence[int]] = everybody
    undecided: Callable[[Any, int], list[Event]] = nothing_undecided
    settle_claims: Callable[[Any], None] = nothing_to_settle
    possession_rule: str = ""
    follow: Callable[[Any, Sequence[Event]], list[Followed]] | None = None
