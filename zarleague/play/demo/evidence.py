"""Turn a played hand into a scorekeeper's entry, in any degree of evidence."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from zarleague.engine.entry import POINTS, Entry, Evidence, FieldKind, SheetValue
from zarleague.engine.event import NONE, PLAY
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.replay import replay


def entry_of(game: Game, log: Log, evidence: Evidence) -> Entry:
    """Return the entry of a finished hand, in a degree of evidence below the log.

    Counts fall back to the cards if the game's counts are more than numbers of cards. Raise
    ValueError if the hand is not finished.
    """
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        game.apply(state, event)
    shown = game.entry_of(state)
    if shown is None:
        raise ValueError("the hand was not played out")
    if evidence is Evidence.TOTALS:
        return _totals(game, log, shown)
    return (evidence is Evidence.COUNTS and _counts(game, log, shown)) or shown


def _totals(game: Game, log: Log, shown: Entry) -> Entry:
    form = next(f for f in game.forms(log.ruleset) if f.evidence is Evidence.TOTALS)
    points = game.check(log.ruleset, shown).points or ()
    sheets = tuple(
        {} if seat == shown.winner else {POINTS: total} for seat, total in enumerate(points)
    )
    return Entry(form.key, sheets, shown.winner)


def _counts(game: Game, log: Log, shown: Entry) -> Entry | None:
    form = next(f for f in game.forms(log.ruleset) if f.evidence is Evidence.COUNTS)
    simple = all(field.kind is FieldKind.COUNT for field in form.fields)
    if not simple or any(set(sheet) - {"cards"} for sheet in shown.sheets):
        return None
    field_of = {code: field.key for field in form.fields for code in field.faces}
    sheets = tuple(
        dict(Counter(field_of[code] for code in _codes(sheet.get("cards", ()))))
        for sheet in shown.sheets
    )
    return Entry(form.key, sheets, shown.winner)


def _codes(cards: SheetValue) -> Iterator[str]:
    """Return the card codes of a field that holds cards."""
    if not isinstance(cards, int | str):
        yield from (code for code in cards if isinstance(code, str))


def with_a_slip(log: Log, rng: Random) -> Log | None:
    """Return the log with one play replaced by a card that does not fit, so that the engine finds
    exactly that error; None if there is no such play."""
    faces = len(find(log.ruleset.game).deck(log.ruleset).faces)
    plays = [
        index
        for index, event in enumerate(log.events)
        if event.kind == PLAY and len(event.cards) == 1 and index > len(log.events) // 3
    ]
    rng.shuffle(plays)
    for index in plays:
        for card in rng.sample(range(faces), faces):
            event = replace(log.events[index], cards=(card,), name=NONE)
            events = (*log.events[:index], event)
            spoilt = Log(log.ruleset, log.seats, log.dealer, events)
            found = [f for f in replay(spoilt).findings if f.verdict is Verdict.ILLEGAL]
            if [(f.event, f.code) for f in found] == [(index, Code.DOES_NOT_FIT)]:
                return spoilt
    return None
