"""Words of the replay board: sentences for events, names of piles, notes at seats, remarks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from zarleague.engine import Ruleset, find, read
from zarleague.engine.cards import UNKNOWN, Face
from zarleague.engine.event_sentences import clauses
from zarleague.engine.finding_sentences import capitalised
from zarleague.engine.ruleset import RulesetError
from zarleague.play.verdicts.wording import translated

VERDICT_CLASSES: Final = {"legal": "legal", "illegal": "illegal", "cannot be known": "unknown"}
"""The badge of each of the verdicts of `engine.report.VERDICTS`."""

_PILES: Final = {
    "stock": gettext_noop("Draw pile"),
    "discard": gettext_noop("Discard pile"),
    "removed": gettext_noop("Removed"),
    "unassigned": gettext_noop("Nobody’s yet"),
    "trick": gettext_noop("Trick"),
    "objective": gettext_noop("Objective"),
    "collected": gettext_noop("Collected"),
}

_NOTES: Final = {
    "out": gettext_noop("has gone out"),
    "unsaid": gettext_noop("hasn’t said “{text}”"),
    "said": gettext_noop("said “{text}”"),
    "reacts": gettext_noop("must react"),
    "may-be-accused": gettext_noop("could be bluffing"),
    "accused": gettext_noop("is accused of bluffing"),
    "penalty": gettext_noop("{text} penalty points"),
    "tricks": gettext_noop("tricks: {text}"),
    "leads": gettext_noop("leads: {text}"),
}
_NOTE_TEXTS: Final = (gettext_noop("lowest wins"), gettext_noop("highest wins"))


def ruleset_of(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset a log was judged under."""
    found = data["ruleset"]
    return Ruleset(found["game"], found["preset"], found["options"])


def verdict_word(verdict: str) -> str:
    """Return the name of a verdict, one of `VERDICT_CLASSES`; "" for none."""
    names = {"legal": _("Allowed"), "illegal": _("Not allowed"), "unknown": _("Can’t tell")}
    return names.get(verdict, "")


def pile_title(key: str) -> str:
    return _(_PILES.get(key, key))


def note(key: str, text: str) -> str:
    """Return a note about a seat in words."""
    said = _(text) if text in _NOTE_TEXTS else text
    return _(_NOTES[key]).format(text=said) if key in _NOTES else f"{key} {text}"


def sentence(said: Iterable[dict[str, Any]]) -> str:
    """Return an event, given as clauses, as one sentence without a full stop."""
    return capitalised(", ".join(map(_clause, said)))


def _clause(clause: dict[str, Any]) -> str:
    template: str = clause["template"]
    words = {key: _listed(values) for key, values in clause["words"].items()}
    return _(template).format(**clause["names"], **words, **clause["numbers"])


def _listed(values: Sequence[str]) -> str:
    return ", ".join(_(value) for value in values)


def remark(finding: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """Return one finding of `engine.report` as the board shows it."""
    done = finding["remedy"]
    return {
        "verdict": VERDICT_CLASSES[finding["verdict"]],
        "text": capitalised(translated(finding["template"], finding["values"])),
        "remedy": translated(done["template"], finding["values"]) if done else "",
        "decided": finding["decided"],
        "rule": rule(finding["rule"], ruleset),
    }


def rule(found: dict[str, Any] | None, ruleset: Ruleset) -> dict[str, Any] | None:
    """Return a rule with its source, and the option that decides it with its value here."""
    if found is None:
        return None
    option = next((o for o in find(ruleset.game).options if o.key == found["option"]), None)
    wording, source = found["text"], found["source"]
    return {
        "text": _(wording),
        "source": _(source),
        "inferred": found["basis"] == "inferred",
        "option": _(option.title) if option else "",
        "chosen": choice(option, ruleset[option.key]) if option else "",
    }


def choice(option: Any, value: str) -> str:
    """Return the words for a value of an option; a number unchanged."""
    meaning = dict(option.choices).get(value, value)
    return _(meaning) if meaning else value


def source(option: Any) -> str:
    """Return where an option comes from. Values that have a source of their own, as in "Playroom;
    level: Mattel", are named by their words."""

    def named(found: re.Match[str]) -> str:
        words = {"words": choice(option, found[2]).rstrip(".")}
        return found[1] + _("“%(words)s”") % words + found[3]

    values = "|".join(re.escape(value) for value, _meaning in option.choices)
    return (
        re.sub(rf"(;\s)({values})(\s?:)", named, _(option.source)) if values else _(option.source)
    )


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
        said = sentence([clause._asdict() for clause in clauses(event, log)])
        cards = tuple(faces[card] for card in event.cards if card != UNKNOWN)
        found[number - 1] = WordedEvent(said, cards)
    return found


def _faces(ruleset: Ruleset) -> tuple[Face, ...]:
    return tuple(find(ruleset.game).deck(ruleset).faces)
