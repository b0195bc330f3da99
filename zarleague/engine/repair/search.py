"""Search for the changes of a log that leave the fewest illegal events.

The search has two phases. The first tries every small change near the first illegal events, each
judged only for ``SCREENED`` events after the last of these, and keeps those that leave the fewest
illegal events until then. The second compares them over ``LOOK_AHEAD`` events.

Both are bounded in *work*: one unit is one event judged in one reading of the log, about 5 µs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.edits import Edit, EditKind, EditValues, changes_of, other_cards, word_edits
from zarleague.engine.event import NONE, TABLE, Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.replay import replay
from zarleague.engine.slips import MAX_EVENTS
from zarleague.engine.view import without_cards

MAX_CAUSES: Final = 4
"""Number of illegal events, the first ones, near which changes are tried."""
LOOK_BACK: Final = 24
"""Events before an illegal one at which every change is tried."""
NAMED_BACK: Final = 6
"""Events before an illegal one at which other cards are tried before all else further back."""
MISSING_BACK: Final = 100
"""Events before the first illegal one at which a missing line is looked for, if nothing nearer
explains the log: a draw that nobody noted may show only when its seat has played one card more than
it held."""
MAX_ILLEGAL_LATE: Final = 12
"""Illegal events of a log in which a missing line is looked for so far back."""
MAX_MISSING: Final = 4
"""Lines of one seat that are tried at each of these places."""
FAR_BACK: Final = 300
"""Events before an illegal one at which a card that it lacks may have been mistyped."""
SCREENED: Final = 30
"""Events after the last of the first illegal ones that the first phase judges."""
LOOK_AHEAD: Final = 300
"""Events after the last of the first illegal ones that the second phase judges."""
MAX_COMPARED: Final = 40
"""Changes that the second phase compares."""
MAX_WORK: Final = 30_000
"""Work of the first phase, and again of the second. Illegal events are taken back in both, which
costs less than the readings that a replay keeps under the ruled remedy."""
MISSING_WORK: Final = 15_000
"""Work of looking for a missing line far back."""
COPY_WORK: Final = 4
"""Work of copying a state, as a game does where it takes an illegal event back."""
LEGAL_WORK: Final = 20
"""Work of listing the legal moves of one seat."""
MOST_COUNTED: Final = 20
"""Cards of a line of which another number was to be drawn."""
MAX_NAMES: Final = 16
"""Cards tried for an unnamed card of an inserted line."""
MAX_JUDGED: Final = 4
"""Changes, the likeliest ones, after which the log is judged once more as its report judges it."""
MAX_READ: Final = 3
"""How often the changed log is also searched for slips, which costs most of all."""
_BRINGS_CARDS: Final = frozenset({kinds.DEAL, kinds.DRAW, kinds.PENALTY, kinds.UP})
"""Events that bring cards: a card mistyped there shows when it is played, perhaps much later."""
_MOVES_THE_TURN: Final = frozenset({kinds.PLAY, kinds.MATCH, kinds.PASS})
"""Events without which the next one is out of turn: such a line is missed at once."""
_LACKS_A_CARD: Final = frozenset({Code.NOT_HELD, Code.NONE_LEFT, Code.MUST_FOLLOW})


class Repair(NamedTuple):
    """One change, and how many illegal and unknowable findings it leaves. ``example`` is the same
    change with a card named that it leaves open."""

    edit: Edit
    illegal: int
    unknown: int
    example: Edit | None = None


def repairs(log: Log, lines: Sequence[str] = (), limit: int = 3) -> list[Repair]:
    """Return up to *limit* changes that each leave fewer illegal events than the log has, the
    likeliest first: those that leave the fewest, then the commoner slip, then the nearer one.

    With the *lines* of the log's text, unknown words are corrected, too.
    """
    search = _RepairSearch(log, lines)
    if not search.illegal:
        return []
    found: dict[tuple[EditKind, Event | None, int], Repair] = {}
    for repair in search.with_doubtful_cards_unnamed(sorted(search.run(), key=search.likelihood)):
        edit = repair.edit
        # Inserting the same line at two places is one suggestion.
        at = -1 if edit.event is not None else edit.event_index
        found.setdefault((edit.kind, edit.event, at), repair)
    offered: list[Repair] = []
    judged = _Judged(log)
    for repair in list(found.values())[:MAX_JUDGED]:
        named = search.with_cards_named(repair)
        # A card left open explains nothing where none that is named does.
        edits = [edit for edit in (named.edit, named.example) if edit is not None]
        if len(log.events) > MAX_EVENTS or all(judged.leaves_fewer(edit) for edit in edits):
            offered.append(named)
        if len(offered) == limit:
            break
    return offered


def _repaired(log: Log, edit: Edit) -> Log:
    """Return the log with an edit made; the lines of its text are not kept."""
    at = edit.event_index
    shift = 0 if edit.kind is EditKind.EXCHANGED else (edit.event is not None) - edit.replaced
    problems = tuple(
        problem._replace(event=problem.event + shift) if problem.event >= at else problem
        for problem in log.problems
        if problem.line != edit.line and (shift >= 0 or problem.event != at)
    )
    return replace(log, events=edit.applied(log.events), lines=(), problems=problems)


class _Judged:
    """How a log is judged in its report, and how it would be with a change made."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.illegal = _illegal_events(log)
        self.read = 0

    def leaves_fewer(self, edit: Edit) -> bool:
        """Return whether fewer events are illegal with an edit made."""
        changed = _repaired(self.log, edit)
        if _illegal_events(changed, slips=False) < self.illegal:
            return True
        self.read += 1
        return self.read <= MAX_READ and _illegal_events(changed) < self.illegal


def _illegal_events(log: Log, *, slips: bool = True) -> int:
    """Return how many events are illegal as the report has it, with the lines that are none."""
    unread = sum(problem.event < 0 for problem in log.problems)
    return replay(log, slips=slips).verdicts.count(Verdict.ILLEGAL) + unread


class _Start(NamedTuple):
    """The state before an event, and the number of its illegal findings."""

    state: Any
    illegal: int


class _RepairSearch:
    """One log and the changes tried in it.

    ``causes`` are the findings of its first illegal events, ``events`` the events up to
    ``LOOK_AHEAD`` after them, ``screened`` the number of those that the first phase judges.
    ``starts`` has the states before the events at which changes are tried, by index. ``turned_up``
    is the event up to which no other card was turned up; ``hiding`` are the events of cards that
    only their owner sees, whether the log names them or not. ``may_add`` says that the game has
    cards that are added to the one played, and ``shown`` are the cards that the log names.
    """

    def __init__(self, log: Log, lines: Sequence[str]) -> None:
        self.game: Game = find(log.ruleset.game)
        self.log = log
        deck = self.deck = self.game.deck(log.ruleset)
        words = self.game.words(log.ruleset)
        of_game = {verb.kind for verb in self.game.verbs}
        self.shown = {card for event in log.events for card in event.cards}
        self.may_add = kinds.ADD in of_game and kinds.PLAY in of_game
        self.table = EditValues(len(log.seats), len(deck.faces), len(words))
        self.work = 0
        self.causes = self._first_illegal()
        last = max((finding.event for finding in self.causes), default=0)
        self.events = log.events[: last + LOOK_AHEAD]
        self.screened = min(last + SCREENED, len(self.events))
        self.word_edits = [
            edit for edit in word_edits(log, lines) if edit.event_index <= len(self.events)
        ]
        self.turned_up = self._last_turned_up()
        self.hiding = [event for event in log.events if event.cards and self._hides(event)]
        self.starts = self._starts()
        self.illegal = self._illegal_before(len(self.events))

    def run(self) -> list[Repair]:
        """Return the repairs found by both phases."""
        found = self._compared([*self.word_edits, *self._likeliest(self._screen())])
        explained = any(2 * r.illegal < self.illegal and self._tells(r.edit) for r in found)
        if self.illegal <= MAX_ILLEGAL_LATE and not explained:
            found += self._compared(self._likeliest(self._screen_far_back()))
        return found

    def _tells(self, edit: Edit) -> bool:
        """Return whether an edit says more than that something is wrong: a line too many does not,
        nor a play missing where a card may have been added to another one long before."""
        play = edit.event is not None and edit.event.kind == kinds.PLAY
        missing = edit.kind is EditKind.MISSING and play and self.may_add
        return edit.kind is not EditKind.EXTRA and not missing

    def _likeliest(self, screened: list[Repair]) -> list[Edit]:
        edits = dict.fromkeys(one.edit for one in sorted(screened, key=self.likelihood))
        return list(edits)[:MAX_COMPARED]

    def _compared(self, edits: Sequence[Edit]) -> list[Repair]:
        """Return the repairs that edits make of the log: the second phase."""
        self.work = 0
        found = []
        for edit in edits:
            if (repair := self._try(edit, self.illegal - 1, len(self.events))) is not None:
                found.append(repair)
            if self.work > MAX_WORK:
                break
        return found

    def likelihood(self, repair: Repair) -> tuple[int, ...]:
        """Return the key that sorts repairs, the likeliest first: what a finding says was to be
        done; a line whose cards are all known from the log before one that needs an unnamed card;
        of several cards one that is written like the card in its place.
        """
        edit = repair.edit
        event = edit.event
        unnamed = event.cards.count(UNKNOWN) if event is not None else 0
        # A card that names something is rarer than one that does not.
        named = edit.kind is EditKind.MISSING and event is not None and event.name != NONE
        # Nobody writes what never happened; least of all cards dealt, and hands shown.
        extra = 0
        if edit.kind is EditKind.EXTRA:
            extra = 2 if self.events[edit.event_index].kind in (kinds.DEAL, kinds.LEFT) else 1
        # A play is missed at once, a card added besides only when its player has none left.
        late = edit.kind is EditKind.MISSING and event is not None and event.kind == kinds.ADD
        kind = edit.kind, not (late and self.may_add), named
        distance = self._distance(edit.event_index)
        asked = not self._does_what_was_due(edit)
        likely = repair.illegal, extra, repair.unknown, asked, *kind
        return *likely, unnamed, distance, self._unlike(edit)

    def _does_what_was_due(self, edit: Edit) -> bool:
        """Return whether an edit does what an illegal event failed to: call something, or draw what
        was owed. That line is forgotten sooner than another one is written wrongly."""
        event = edit.event
        if event is None:
            return False
        if edit.kind is EditKind.NAME:
            return self._must_name(edit.event_index)
        if edit.kind is not EditKind.MISSING or event.kind != kinds.DRAW:
            return False
        return any(
            c.code in (Code.MUST_SETTLE, Code.NOT_SETTLED)
            and c.event >= edit.event_index
            and dict(c.about).get("count") == len(event.cards)
            and dict(c.about).get("player", self.events[c.event].seat) == event.seat
            for c in self.causes
        )

    def _unlike(self, edit: Edit) -> int:
        """Return how many characters of the cards that an edit changes are others."""
        if edit.kind is not EditKind.CARD or edit.event is None:
            return 0
        pairs = zip(edit.event.cards, self.events[edit.event_index].cards, strict=False)
        return sum(
            sum(a != b for a, b in zip_longest(self.deck.code(card), self.deck.code(written)))
            for card, written in pairs
            if card != written
        )

    def with_doubtful_cards_unnamed(self, repairs: Sequence[Repair]) -> list[Repair]:
        """Return *repairs* with one that leaves a card unnamed instead of several that each name
        another card there and explain as much: the log does not tell which card it was.
        """
        groups: dict[tuple[int, int, int], list[Repair]] = {}
        for repair in repairs:
            if (place := self._doubtful_card(repair.edit)) is not None:
                groups.setdefault(place, []).append(repair)
        kept = []
        for repair in repairs:
            place = self._doubtful_card(repair.edit)
            group = groups.pop(place, []) if place is not None else [repair]
            best = [other for other in group if other.illegal == repair.illegal]
            if place is None or (len(best) == 1 and not self._is_any_card(repair.edit)):
                kept.append(repair)
            elif best:
                kept.append(self._with_card_unnamed(repair, place[1]))
        return kept

    def _is_any_card(self, edit: Edit) -> bool:
        """Return whether an edit adds a card that no line of the log names."""
        event = edit.event
        if event is None or event.kind != kinds.ADD or edit.kind is not EditKind.MISSING:
            return False
        return self.may_add and self.shown.isdisjoint(event.cards)

    def _doubtful_card(self, edit: Edit) -> tuple[int, int, int] | None:
        """Return event, position and seat of the card that an edit changes in a deal or draw, or of
        the one played in a line inserted; None for other edits."""
        if edit.event is None:
            return None
        if (
            edit.kind is EditKind.MISSING
            and edit.event.kind in (kinds.PLAY, kinds.ADD)
            and edit.event.name == NONE
        ):
            one = len(edit.event.cards) == 1
            return (edit.event_index, 0, edit.event.seat) if one else None
        if edit.kind is not EditKind.CARD:
            return None
        written = self.events[edit.event_index]
        if written.kind not in _BRINGS_CARDS:
            return None
        if len(written.cards) != len(edit.event.cards):
            return None
        pairs = enumerate(zip(written.cards, edit.event.cards, strict=True))
        position = next(position for position, (a, b) in pairs if a != b)
        return edit.event_index, position, written.seat

    def _with_card_unnamed(self, repair: Repair, position: int) -> Repair:
        """Return the repair with the card at *position* unnamed, if it explains as much."""
        event = repair.edit.event
        assert event is not None
        cards = (*event.cards[:position], UNKNOWN, *event.cards[position + 1 :])
        edit = repair.edit._replace(event=replace(event, cards=cards))
        unnamed = self._try(edit, repair.illegal, len(self.events))
        return repair if unnamed is None else repair._replace(edit=edit, example=repair.edit)

    def with_cards_named(self, repair: Repair) -> Repair:
        """Name the cards of an inserted line, as far as its seat's later events prove them: with
        that card the log fits, and with others it does not."""
        event = repair.edit.event
        if repair.edit.kind is not EditKind.MISSING or event is None or event.seat == TABLE:
            return repair
        if repair.example is not None or self._is_written_unnamed(event):
            return repair
        for position, card in enumerate(event.cards):
            if card == UNKNOWN:
                repair = self._with_card_named(repair, position)
        return repair

    def _with_card_named(self, repair: Repair, position: int) -> Repair:
        event = repair.edit.event
        assert event is not None
        later = self.events[repair.edit.event_index :]
        played = dict.fromkeys(c for e in later if e.seat == event.seat for c in e.cards)
        played.pop(UNKNOWN, None)
        never = [card for card in range(self.table.cards) if card not in played]
        fitting = []
        for card in [*never[:: max(1, len(never) // 3)], *list(played)[:MAX_NAMES]]:
            cards = (*event.cards[:position], card, *event.cards[position + 1 :])
            edit = repair.edit._replace(event=replace(event, cards=cards))
            if self.work > MAX_WORK:
                return repair
            named = self._try(edit, repair.illegal, len(self.events))
            if named is not None and named.unknown <= repair.unknown:
                if card not in played:
                    return repair
                fitting.append(named)
        return fitting[0] if len(fitting) == 1 else repair

    # The log as it is

    def _start(self) -> Any:
        return self.game.start(
            self.log.ruleset, len(self.log.seats), self.log.dealer, Remedy.UNWIND
        )

    def _first_illegal(self) -> list[Finding]:
        """Return the findings of the first illegal events, oldest first."""
        state = self._start()
        illegal: list[Finding] = []
        for event in self.log.events:
            judged = len(state.findings)
            self.game.apply(state, event)
            if len(state.findings) > judged:
                found = state.findings[judged:]
                illegal += [f for f in found if f.verdict is Verdict.ILLEGAL]
                if len(illegal) >= MAX_CAUSES:
                    break
        return sorted(illegal, key=lambda finding: finding.event)[:MAX_CAUSES]

    def _starts(self) -> dict[int, _Start]:
        """Return the states before the events at which changes are tried, and the last one."""
        wanted = {edit.event_index for edit in self.word_edits}
        starts = {}
        state = self._start()
        for index, event in enumerate(self.events):
            near = self._distance(index) <= LOOK_BACK or index == self.screened
            if near or index in wanted or self._missing_cards(index) is not None:
                starts[index] = _Start(state.copy(), _illegal(state))
            self.game.apply(state, event)
        starts[len(self.events)] = _Start(state, _illegal(state))
        return starts

    def _illegal_before(self, end: int) -> int:
        """Return how many illegal findings the log has until event *end*, with unreadable words."""
        return self.starts[end].illegal + len(self.log.problems)

    def _distance(self, index: int) -> int:
        """Return how many events lie between an event and the next illegal one."""
        later = [cause.event - index for cause in self.causes if cause.event >= index]
        return min(later, default=len(self.events))

    # The first phase

    def _screen(self) -> list[Repair]:
        """Return the changes that leave the fewest illegal events among those screened."""
        found: list[Repair] = []
        allowed = self._illegal_before(self.screened) - 1
        for edit in self._edits():
            if (repair := self._try(edit, allowed, self.screened)) is not None:
                if repair.illegal < allowed:
                    allowed = repair.illegal
                    found.clear()
                found.append(repair)
            if self.work > MAX_WORK:
                break
        return found

    def _screen_far_back(self) -> list[Repair]:
        """Return the missing lines further back than all else is tried that leave fewer illegal
        events among those screened, the nearest first."""
        self.work = 0
        found: list[Repair] = []
        last = min((cause.event for cause in self.causes), default=0)
        first = max(last - MISSING_BACK, 0)
        state = self._start()
        places = []
        for index, event in enumerate(self.events[:last]):
            if index >= first and index not in self.starts:
                self.starts[index] = _Start(state.copy(), _illegal(state))
                places.append(index)
            self.game.apply(state, event)
        allowed = self._illegal_before(self.screened) - 1
        places.reverse()
        for insertions in (self._plays_of_cards_drawn, self._insertions_in_turn):
            for index in places:
                for edit in insertions(index):
                    repair = self._try(edit, allowed, self.screened)
                    if repair is not None:
                        found.append(repair)
                if self.work > MISSING_WORK:
                    return found
        return found

    def _plays_of_cards_drawn(self, index: int) -> Iterator[Edit]:
        """Yield a play left out before the event at *index*: the seat that drew just before it
        played, and without that line seems to have passed."""
        if not index or self.events[index - 1].kind != kinds.DRAW:
            return
        seat = self.events[index - 1].seat
        if self.events[index].seat != seat:
            play = Event(kinds.PLAY, seat, (UNKNOWN,))
            yield Edit(EditKind.MISSING, index, play, replaced=False)

    def _insertions_in_turn(self, index: int) -> Iterator[Edit]:
        """Yield the insertion of the first legal events before the one at *index* that leave the
        turn where it is, with no card named but of those that are added to others."""
        state = self.starts[index].state
        for seat in self.game.acting(state):
            self.work += LEGAL_WORK * state.reading_count
            tried: dict[Event, None] = {}
            added = []
            for event in self.game.legal(state, seat):
                if event.kind == kinds.ADD and self.may_add:
                    if not self.shown.issuperset(event.cards):
                        added.append(event)
                elif event.kind not in _MOVES_THE_TURN:
                    tried[without_cards(event)] = None
                if len(tried) == MAX_MISSING:
                    break
            # A few of the cards that the log never names; what is left open would explain too much.
            tried |= dict.fromkeys(added[:: max(1, len(added) // 3)])
            for event in tried:
                yield Edit(EditKind.MISSING, index, event, replaced=False)

    def _edits(self) -> Iterator[Edit]:
        """Yield the changes to try, those nearest to an illegal event first. Where one card would
        do, it is tried early; the many other cards that a line may have named come last, but for
        the nearest lines."""
        places = [i for i in sorted(self.starts, key=self._distance) if i < len(self.events)]
        near = [index for index in places if self._distance(index) <= LOOK_BACK]
        nearest = [index for index in near if self._distance(index) <= NAMED_BACK]
        lacking = {index: self._missing_cards(index) for index in places}
        for index in nearest:
            yield from self._other_counts(index)
            yield from self._names_missing(index)
            yield from changes_of(self.table, self.events, index)
        for index, cards in lacking.items():
            if cards is not None and len(cards) == 1:
                yield from other_cards(self.events[index], index, cards)
        for index in nearest:
            yield from other_cards(self.events[index], index, range(self.table.cards))
            yield from self._insertions(index)
        for index in near[len(nearest) :]:
            yield from changes_of(self.table, self.events, index)
            yield from self._insertions(index)
        for index in places[len(nearest) :]:
            if lacking[index] is not None or self._distance(index) <= LOOK_BACK:
                yield from other_cards(self.events[index], index, range(self.table.cards))

    def _other_counts(self, index: int) -> Iterator[Edit]:
        """Yield the draw, or the deal that names no card, at *index* with as many unnamed cards as
        it should have had."""
        event = self.events[index]
        unnamed_deal = event.kind == kinds.DEAL and event.cards.count(UNKNOWN) == len(event.cards)
        if event.kind not in (kinds.DRAW, kinds.PENALTY) and not unnamed_deal:
            return
        for cause in self.causes:
            count = dict(cause.about).get("expected_count")
            if cause.event == index and isinstance(count, int) and 0 < count <= MOST_COUNTED:
                yield Edit(EditKind.CARD, index, replace(event, cards=(UNKNOWN,) * count))

    def _must_name(self, index: int) -> bool:
        """Return whether the event at *index* had to call something and did not."""
        return any(c.event == index and c.code is Code.MUST_NAME for c in self.causes)

    def _names_missing(self, index: int) -> Iterator[Edit]:
        """Yield the words that the event at *index* may have called, if it had to."""
        event = self.events[index]
        if self._must_name(index):
            for name in range(self.table.words):
                yield Edit(EditKind.NAME, index, replace(event, name=name))

    def _insertions(self, index: int) -> Iterator[Edit]:
        """Yield the insertion of each legal event before the one at *index*."""
        state = self.starts[index].state
        for seat in (TABLE, *range(self.table.seats)):
            self.work += LEGAL_WORK * state.reading_count
            hidden: set[Event] = set()
            offered = self.game.legal(state, seat)
            if seat != TABLE:
                offered = [*offered, *self.game.undecided(state, seat)]
            for event in offered:
                if event.kind == kinds.UP and index <= self.turned_up:
                    continue  # another card in its place would leave everything open
                seen = self.game.seen_by(event, TABLE)
                if seen != event and seen not in hidden:
                    hidden.add(seen)
                    yield Edit(EditKind.MISSING, index, seen, replaced=False)
                if seen != event and (len(event.cards) > 1 or self._is_written_unnamed(event)):
                    continue  # too many pairs of cards to try each, or the log names none there
                yield Edit(EditKind.MISSING, index, event, replaced=False)

    def _last_turned_up(self) -> int:
        """Return the last event that turned a card up, the end of a log that begins in mid-hand
        with one that lay there, or -1."""
        written = [event.kind for event in self.log.events]
        if kinds.LAID in written:
            return len(written)
        return max((index for index, kind in enumerate(written) if kind == kinds.UP), default=-1)

    def _is_written_unnamed(self, event: Event) -> bool:
        """Return whether a line would name no card in this log, as the likest lines that it has of
        cards only their owner sees: of the same seat and kind, else of the seat, else of the kind.
        """
        hiding = self.hiding
        for likest in (
            [e for e in hiding if e.kind == event.kind and e.seat == event.seat],
            [e for e in hiding if e.seat == event.seat],
            [e for e in hiding if e.kind == event.kind],
        ):
            if likest:
                return all(UNKNOWN in e.cards for e in likest) and self._hides(event)
        return False

    def _hides(self, event: Event) -> bool:
        """Return whether others do not see the cards of an event."""
        named = replace(event, cards=(0,) * len(event.cards))
        return self.game.seen_by(named, TABLE) != named

    def _missing_cards(self, index: int) -> Sequence[int] | None:
        """Return the cards that the event at *index* may have named instead, so that a later
        illegal event had the card it lacked, or its place that card; None if the two are unrelated.
        """
        event = self.events[index]
        for cause in self.causes:
            if not 0 < cause.event - index <= FAR_BACK:
                continue
            about = dict(cause.about)
            card = about.get("card")
            if cause.code is Code.NOT_THERE and about.get("top") in event.cards:
                if isinstance(card, int):
                    return (card,)
            elif cause.code in _LACKS_A_CARD:
                if isinstance(card, int) and card in event.cards:
                    return range(self.table.cards)
                seat = self.events[cause.event].seat
                if isinstance(card, int) and event.kind in _BRINGS_CARDS and event.seat == seat:
                    return (card,)
        return None

    # Both phases

    def _try(self, edit: Edit, allowed: int, end: int) -> Repair | None:
        """Return the repair that an edit makes of the log until event *end*, None if it leaves more
        than *allowed* illegal findings.
        """
        start = self.starts[edit.event_index]
        copies = start.state.tally.copies
        state = start.state.copy()
        unread = len(self.log.problems) - edit.unread
        illegal = unread + start.illegal
        judged = len(state.findings)
        too_many = False
        for event in edit.tail(self.events[:end]):
            self.game.apply(state, event)
            self.work += state.reading_count
            if len(state.findings) > judged:
                illegal += sum(f.verdict is Verdict.ILLEGAL for f in state.findings[judged:])
                judged = len(state.findings)
                too_many = illegal > allowed
                if too_many:
                    break
        self.work += COPY_WORK * (state.tally.copies - copies)
        if too_many:
            return None
        # Claims settled on the way may have changed the verdicts of older findings.
        verdicts = [finding.verdict for finding in state.findings]
        illegal = unread + verdicts.count(Verdict.ILLEGAL)
        if illegal > allowed:
            return None
        return Repair(edit, illegal, verdicts.count(Verdict.UNKNOWN))


def _illegal(state: Any) -> int:
    return sum(finding.verdict is Verdict.ILLEGAL for finding in state.findings)
