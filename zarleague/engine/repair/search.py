"""Try small changes near the first illegal events of a log."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import DEAL, DRAW, PENALTY, TABLE, UP, Event
from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.repair.edits import Edit, EditKind, Table, edits_at, other_cards
from zarleague.engine.repair.words import word_edits

MAX_CAUSES: Final = 4
"""Illegal events, the first ones, near which changes are tried."""
LOOK_BACK: Final = 24
"""Events before an illegal one at which every change is tried."""
SCREENED: Final = 30
LOOK_AHEAD: Final = 300
"""Events after the last of these illegal ones by which changes are chosen, and by which the chosen
ones are compared."""
MAX_CHOSEN: Final = 40
"""Changes that are compared."""
MAX_JUDGED: Final = 15_000
"""Events judged to choose changes, and again to compare them and to name their cards. Illegal ones
are taken back, which is cheaper than looking for what the table made of them."""
MAX_NAMES: Final = 16
"""Cards tried for one that nobody named."""
_BRINGS_CARDS: Final = frozenset({DEAL, DRAW, PENALTY, UP})
"""Events that bring cards: a card mistyped there shows when it is played, perhaps much later."""
_LACKS_A_CARD: Final = frozenset({Code.NOT_HELD, Code.NONE_LEFT, Code.MUST_FOLLOW})


class Repair(NamedTuple):
    """One change, and how many illegal and unknowable findings it leaves."""

    edit: Edit
    illegal: int
    unknown: int


def repairs(log: Log, lines: Sequence[str] = (), limit: int = 3) -> list[Repair]:
    """Return up to *limit* changes that each leave fewer illegal events than the log has, the
    likeliest first: those that leave the fewest, then the commoner slip, then the nearer one.
    With the *lines* of its text, words that could not be read are looked at, too."""
    search = _Search(log, lines)
    if not search.illegal:
        return []
    found: dict[tuple[EditKind, Event | None], Repair] = {}
    for repair in sorted(search.try_edits(), key=search.likelihood):
        # Inserting the same line at two places is one suggestion.
        found.setdefault((repair.edit.kind, repair.edit.event), repair)
    return [search.with_cards_named(repair) for repair in list(found.values())[:limit]]


class _Search:
    """One log and the changes tried in it."""

    def __init__(self, log: Log, lines: Sequence[str]) -> None:
        self.game: Game = find(log.ruleset.game)
        self.log = log
        deck = self.game.deck(log.ruleset)
        words = self.game.words(log.ruleset)
        self.table = Table(len(log.seats), len(deck.faces), len(words))
        self.judged = 0
        self.causes = self._first_illegal()
        last = max((finding.event for finding in self.causes), default=0)
        self.events = log.events[: last + LOOK_AHEAD]
        self.screened = min(last + SCREENED, len(self.events))
        self.word_edits = [edit for edit in word_edits(log, lines) if edit.at <= len(self.events)]
        self.states = self._states()
        self.illegal = self._illegal_before(len(self.events))

    def _illegal_before(self, end: int) -> int:
        """Return how many illegal findings the log has until event *end*, unreadable words
        included."""
        findings: list[Finding] = self.states[end].findings
        illegal = sum(finding.verdict is Verdict.ILLEGAL for finding in findings)
        return illegal + len(self.log.problems)

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

    def _start(self) -> Any:
        return self.game.start(
            self.log.ruleset, len(self.log.seats), self.log.dealer, Remedy.UNWIND
        )

    def likelihood(self, repair: Repair) -> tuple[int, int, int, int, int]:
        """Return the key that sorts repairs, the likeliest first; a line whose cards are all known
        from the log comes before one that needs a card nobody named.
        """
        edit = repair.edit
        unnamed = edit.event.cards.count(UNKNOWN) if edit.event is not None else 0
        return repair.illegal, repair.unknown, edit.kind, unnamed, self._distance(edit.at)

    def _distance(self, at: int) -> int:
        """Return how many events lie between a place and the next illegal event."""
        later = [cause.event - at for cause in self.causes if cause.event >= at]
        return min(later, default=len(self.events))

    def try_edits(self) -> list[Repair]:
        """Return the repairs that explain most: those of words, and of the other changes the ones
        that leave the fewest illegal events soon after the first."""
        chosen = sorted(self._choose(), key=self.likelihood)[:MAX_CHOSEN]
        edits = [*self.word_edits, *(repair.edit for repair in chosen)]
        self.judged = 0
        found = [self._try(edit, self.illegal - 1, len(self.events)) for edit in edits]
        return [repair for repair in found if repair is not None]

    def _choose(self) -> list[Repair]:
        """Return the changes that leave the fewest illegal events among those screened."""
        found: list[Repair] = []
        allowed = self._illegal_before(self.screened) - 1
        for edit in self._edits():
            repair = self._try(edit, allowed, self.screened)
            if repair is not None:
                if repair.illegal < allowed:
                    allowed = repair.illegal
                    found.clear()
                found.append(repair)
            if self.judged > MAX_JUDGED:
                break
        return found

    def with_cards_named(self, repair: Repair) -> Repair:
        """Name the cards of a line that was put in, as far as what its seat does later proves them:
        with that card the log fits, and with others it does not."""
        event = repair.edit.event
        if repair.edit.kind is not EditKind.MISSING or event is None or event.seat == TABLE:
            return repair
        for position, card in enumerate(event.cards):
            if card == UNKNOWN:
                repair = self._with_card_named(repair, position)
        return repair

    def _with_card_named(self, repair: Repair, position: int) -> Repair:
        event = repair.edit.event
        assert event is not None
        later = self.events[repair.edit.at :]
        played = dict.fromkeys(c for e in later if e.seat == event.seat for c in e.cards)
        played.pop(UNKNOWN, None)
        never = [card for card in range(self.table.cards) if card not in played]
        fitting = []
        for card in [*never[:: max(1, len(never) // 3)], *list(played)[:MAX_NAMES]]:
            cards = (*event.cards[:position], card, *event.cards[position + 1 :])
            edit = repair.edit._replace(event=replace(event, cards=cards))
            if self.judged > MAX_JUDGED:
                return repair
            named = self._try(edit, repair.illegal, len(self.events))
            if named is not None and named.unknown <= repair.unknown:
                if card not in played:
                    return repair
                fitting.append(named)
        return fitting[0] if len(fitting) == 1 else repair

    def _states(self) -> dict[int, Any]:
        """Return the states before the events at which a change is tried, and the last one."""
        wanted = {edit.at for edit in self.word_edits}
        states = {}
        state = self._start()
        for at, event in enumerate(self.events):
            near = self._distance(at) <= LOOK_BACK or at == self.screened
            if near or at in wanted or self._missing_cards(at) is not None:
                states[at] = state.copy()
            self.game.apply(state, event)
        states[len(self.events)] = state
        return states

    def _missing_cards(self, at: int) -> Sequence[int] | None:
        """Return the cards that event *at* may have named instead, so that a later illegal event
        had the card it lacked; None if the event has nothing to do with one.
        """
        event = self.events[at]
        for cause in self.causes:
            if cause.event > at and cause.code in _LACKS_A_CARD:
                card = dict(cause.about).get("card")
                if isinstance(card, int) and card in event.cards:
                    return range(self.table.cards)
                seat = self.events[cause.event].seat
                if isinstance(card, int) and event.kind in _BRINGS_CARDS and event.seat == seat:
                    return (card,)
        return None

    def _edits(self) -> Iterator[Edit]:
        """Yield the changes to try, those nearest to an illegal event first."""
        for at in sorted(self.states, key=self._distance):
            if at >= len(self.events):
                continue
            if self._distance(at) <= LOOK_BACK:
                yield from edits_at(self.game, self.table, self.states[at], self.events, at)
            elif (cards := self._missing_cards(at)) is not None:
                yield from other_cards(self.events[at], at, cards)

    def _try(self, edit: Edit, allowed: int, end: int) -> Repair | None:
        """Return the repair that an edit makes of the log until event *end*, None if it leaves more
        than *allowed* illegal findings.
        """
        state = self.states[edit.at].copy()
        judged = len(state.findings)
        unread = len(self.log.problems) - edit.unread
        illegal = unread + sum(f.verdict is Verdict.ILLEGAL for f in state.findings)
        for event in edit.applied(self.events[:end])[edit.at :]:
            self.game.apply(state, event)
            self.judged += 1
            if len(state.findings) > judged:
                illegal += sum(f.verdict is Verdict.ILLEGAL for f in state.findings[judged:])
                judged = len(state.findings)
                if illegal > allowed:
                    return None
        verdicts = [finding.verdict for finding in state.findings]
        illegal = unread + verdicts.count(Verdict.ILLEGAL)
        if illegal > allowed:
            return None
        return Repair(edit, illegal, verdicts.count(Verdict.UNKNOWN))
