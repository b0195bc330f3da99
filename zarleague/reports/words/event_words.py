"""The events of a judged log in words, with the faces of the cards they name."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from zarleague.engine import Ruleset, find, read
from zarleague.engine.cards import UNKNOWN, Face
from zarleague.engine.event_sentences import clauses
from zarleague.engine.ruleset import RulesetError
from zarleague.reports.drawings.table_picture import ruleset_of
from zarleague.reports.words import replay_words


class WordedEvent(NamedTuple):
    """What happened in an event: a sentence without its full stop, and the cards it names."""

    said: str
    cards: tuple[Face, ...]


NOT_WORDED = WordedEvent("", ())


def worded_events(data: Mapping[str, Any]) -> list[WordedEvent]:
    """Return the events of a replay's data (`engine.report.replay_data`) in the active language.

    Lines of old data that the engine can no longer read are `NOT_WORDED`; show their text instead.
    """
    lines = [row["text"] for row in data["events"]]
    found = [NOT_WORDED] * len(lines)
    if not lines:
        return found
    ruleset, seats = ruleset_of(dict(data)), tuple(data["seats"])
    try:
        faces = _faces(ruleset)
        log = read("\n".join(lines), ruleset, seats)
    except (KeyError, RulesetError):
        return found
    for number, event in zip(log.lines, log.events, strict=True):
        said = replay_words.sentence([clause._asdict() for clause in clauses(event, log)])
        cards = tuple(faces[card] for card in event.cards if card != UNKNOWN)
        found[number - 1] = WordedEvent(said, cards)
    return found


def _faces(ruleset: Ruleset) -> tuple[Face, ...]:
    return tuple(find(ruleset.game).deck(ruleset).faces)
