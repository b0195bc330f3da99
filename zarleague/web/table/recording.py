"""The recorder: what it is drawn from, and what it offers after each tap."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zarleague.engine.cards import Face
from zarleague.engine.event import MATCH, PLAY
from zarleague.engine.games import find
from zarleague.engine.vocabulary import vocabulary_of
from zarleague.leagues.errors import Refused
from zarleague.play import judging, selectors
from zarleague.play.models import Match
from zarleague.web.table.frame import find_match
from zarleague.web.table.judging import judged_lines


@dataclass(frozen=True, slots=True)
class Recorder:
    """What a recorder of one match is drawn from. ``verbs`` are the words that can stand before
    cards, ``tray`` the faces by colour, ``data`` what its script needs."""

    tray: tuple[tuple[Face, ...], ...]
    verbs: tuple[str, ...]
    data: dict[str, Any]


def recorder_of(match: Match, number: int, dealer: str) -> Recorder:
    """Return what the recorder of a hand is drawn from; ``dealer`` is who deals it, "" if nobody
    knows."""
    ruleset = selectors.ruleset_of(match)
    game, words = find(match.game), vocabulary_of(ruleset)
    names = [seat.player.name for seat in selectors.seats_for(match, number)]
    rows: dict[str, list[Face]] = {}
    for face in game.deck(ruleset).faces:
        rows.setdefault(face.colour, []).append(face)
    plays = {verb.kind for verb in game.verbs}
    verbs = [verb for verb in game.verbs if verb.cards[1] and verb.words[0]]
    return Recorder(
        tray=tuple(tuple(rows[colour]) for colour in sorted(rows, key=lambda key: not key)),
        verbs=tuple(verb.words[0] for verb in verbs if verb.kind not in (PLAY, MATCH)),
        data={
            "number": number,
            "dealer": words.quote(dealer) if dealer in names else "",
            "seats": [{"name": name, "quoted": words.quote(name)} for name in names],
            "subjects": {verb.words[0]: verb.subject for verb in verbs},
            "matches": MATCH in plays,
            "names": list(words.words),
            "texts": _texts(),
        },
    )


@require_POST
def record(request: HttpRequest, league: str, match: int) -> JsonResponse:
    """Return the verdicts on a log that is being recorded, and what can be tapped next."""
    found = find_match(request, league, match)
    number = request.POST.get("number", "")
    seats = selectors.seats_for(found, int(number) if number.isdecimal() else None)
    names = [seat.player.name for seat in seats]
    try:
        data = judging.record_log(selectors.ruleset_of(found), request.POST.get("log", ""), names)
    except Refused as refused:
        return JsonResponse({"problem": refused.text}, status=422)
    lines = [
        {
            "line": line.line,
            "text": line.text,
            "verdict": line.verdict,
            "said": [said.text for said in line.said],
        }
        for line in judged_lines(data)
    ]
    return JsonResponse({"lines": lines, "screen": data["screen"]})


def _texts() -> dict[str, str]:
    """Return the texts of static/js/table/recorder.js; it fills in the words in braces."""
    return {
        "offline": _("No network. What you tap is kept, and checked when it is back."),
        "start": _("Tap what happens first: the deal, or the card turned up."),
        "turn": _("{name} to play"),
        "over": _("The hand is over."),
        "outOfTurn": _("{name}, out of turn"),
        "or": _("or"),
        "back": _("Back to before event {number}"),
        "legal": _("Legal"),
        "illegal": _("Illegal"),
        "unknown": _("Cannot be known"),
    }
