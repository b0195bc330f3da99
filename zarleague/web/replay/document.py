"""The document of a replay in the reader's language: the input of static/js/replay."""

from typing import Any

from django.utils.translation import gettext as _

from zarleague.engine import Ruleset
from zarleague.engine.event import TABLE
from zarleague.play.verdicts.wording import translated
from zarleague.reports.words import replay_words as words
from zarleague.reports.words.replay_words import ruleset_of

Data = dict[str, Any]


def document(data: Data, viewer: int = TABLE) -> Data:
    """Return the document of `engine.board` for a log in the form the page's script reads. *viewer*
    is the reader's seat, drawn at the bottom. static/js/replay/steps.js documents the fields."""
    ruleset = ruleset_of(data)
    for steps in data["tables"].values():
        for step in steps:
            _put_into_words(step)
    witnesses = {
        event: {verdict: _dealt(one) for verdict, one in dealt.items()}
        for event, dealt in data["dealt"].items()
    }
    return {
        "game": ruleset.game,
        "seats": data["seats"],
        "dealer": data["dealer"],
        "begins": data["begins"],
        "opens": data["opens"],
        "viewer": viewer,
        "events": [_event(row, ruleset) for row in data["events"]],
        "problems": [
            {
                "line": row["line"],
                "token": row["token"],
                "text": translated(row["template"], row["values"]),
            }
            for row in data["problems"]
        ],
        "tables": data["tables"],
        "sets": data["sets"],
        "proved": data["proved"],
        "dealt": witnesses,
        "faces": [_(name) for name in data["faces"]],
        "rules": {key: words.rule(rule, ruleset) for key, rule in data["rules"].items()},
        "points": [data["points"][name] for name in data["seats"]],
        "over": data["over"],
        "piles": {key: words.pile_title(key) for key in _pile_keys(data["tables"])},
        "texts": _texts(),
    }


def _event(row: Data, ruleset: Ruleset) -> Data:
    return {
        "line": row["line"],
        "text": row["text"],
        "said": words.sentence(row["clauses"]),
        "seat": row["seat"],
        "verdict": words.VERDICT_CLASSES[row["verdict"]],
        "findings": [words.remark(one, ruleset) for one in row["findings"]],
    }


def _dealt(one: Data) -> Data:
    """Return one witness with its events in words and its tables unchanged."""
    _put_into_words(one["before"])
    _put_into_words(one["after"])
    named = [
        {"event": row["event"], "said": words.sentence(row["clauses"])} for row in one["named"]
    ]
    return one | {"named": named}


def _put_into_words(step: Data) -> None:
    """Replace a step's notes, and the question it asks, with sentences for the reader."""
    seats = step.get("seats", ())
    for seat in seats.values() if isinstance(seats, dict) else seats:
        if "notes" in seat:
            seat["notes"] = [words.note(key, text) for key, text in seat["notes"]]
    if step.get("named"):
        step["named"] = [step["named"], _(step["named"])]


def _pile_keys(tables: dict[str, list[Data]]) -> list[str]:
    first = tables["all"][0]
    piles = [*first["piles"], *(pile for seat in first["seats"] for pile in seat["piles"])]
    return list(dict.fromkeys(key for key, _cards, _size in piles))


def _texts() -> dict[str, str]:
    """Return the texts of static/js/replay, which fills in the placeholders in braces."""
    return {
        "start": _("Before the first move"),
        "step": _("Move {number} of {count}"),
        "legal": _("Allowed"),
        "illegal": _("Not allowed"),
        "unknown": _("Can’t tell"),
        "card": _("card"),
        "unknownCards": _("{count} unknown cards"),
        "oneUnknownCard": _("1 unknown card"),
        "faceDown": _("{card}, face down"),
        "unknownFaceDown": _("unknown card, face down"),
        "noCards": _("no cards"),
        "couldBe": _("Each could still be one of these:"),
        "couldBeNothing": _("There’s no card left for it to be. The log contradicts itself."),
        "stockCouldBe": _("Possible cards in the draw pile:"),
        "points": _("{points} points"),
        "owes": _("has to draw {count}"),
        "owesTitle": _("{name} still has to draw"),
        "owesSince": _("{count} since move {number}: {said}"),
        "toPlay": _("to play"),
        "dealer": _("dealer"),
        "you": _("you"),
        "clockwise": _("Play is clockwise"),
        "counterclockwise": _("Play is anticlockwise"),
        "asksFor": _("Called: {word}"),
        "cleared": _("cleared"),
        "option": _("{option}: {chosen}"),
        "inferred": _("our interpretation; the sources don’t say"),
        "decided": _("Proved by move {number}: {said}"),
        "proof": _("{name} could have proved it by counting cards: {verdict}"),
        "onlooker": _("A spectator"),
        "settles": _("What would settle it: which cards these were."),
        "settlesUnnamed": _("To settle it, we’d need the cards nobody recorded."),
        "showHidden": _("Show hidden cards:"),
        "witnessLegal": _("Show hidden cards that make it allowed"),
        "witnessIllegal": _("Show hidden cards that make it not allowed"),
        "dealtLegal": _("One way the hidden cards could lie so that the move is allowed:"),
        "dealtIllegal": _("One way the hidden cards could lie so that the move is not allowed:"),
        "copied": _("Link copied"),
        "play": _("Play"),
        "pause": _("Pause"),
    }
