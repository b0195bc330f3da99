"""The recorder: its initial data, and the legal moves after each tap."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from zarleague.engine import event as kinds
from zarleague.engine.cards import Face
from zarleague.engine.declared import is_declared
from zarleague.engine.event import ACCUSE, FACES, HOLDS, LAID, MATCH, OWES, PLAY, REVERSED, WON
from zarleague.engine.game import Verb
from zarleague.engine.games import find
from zarleague.engine.positions import KINDS as POSITION
from zarleague.engine.recording import shows_cards
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.vocabulary import vocabulary_of
from zarleague.leagues.errors import Refused
from zarleague.play import selectors
from zarleague.play.errors import ReplaysBusy, TooManyLogs
from zarleague.play.models import Match
from zarleague.play.verdicts import judging
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.replays import jobs
from zarleague.reports.words.replay_words import sentence
from zarleague.serving.routes import judges_logs
from zarleague.web.table.judging import judged_lines
from zarleague.web.table.shared import find_match


@dataclass(frozen=True, slots=True)
class Recorder:
    """The data to render a recorder of one match. ``verbs`` are the words that can precede cards,
    ``bare`` those that take none, each with its label, ``tray`` the faces by colour, ``data`` the
    data of its script. ``start`` lists what the form for a start in mid-hand asks: "sizes" or
    "grid" of the hands, "top", "owes", "faces", "drew", "unsaid", "won", "done", "last" turns,
    "reversed"; "bluff" adds a note when bluffs cannot be judged."""

    tray: tuple[tuple[Face, ...], ...]
    verbs: tuple[tuple[str, str], ...]
    bare: tuple[tuple[str, str], ...]
    start: frozenset[str]
    words: tuple[str, ...]
    data: dict[str, Any]


_PLACES = ["1", "2", "3", "11", "12", "21", "22", "31", "32"]
"""The columns of a grid as dealt, and the places in it: a line may name one even if the rules do
not offer it."""


def recorder_of(match: Match, number: int, dealer: str) -> Recorder | None:
    """Return the recorder's data for a hand, None for a game without logs; ``dealer`` is the name
    of the dealer, "" if unknown."""
    if is_declared(match.game):
        return None
    names = [seat.player.name for seat in selectors.seats_for(match, number)]
    return recorder_for(selectors.ruleset_of(match), names, number, dealer)


def recorder_for(ruleset: Ruleset, names: Sequence[str], number: int, dealer: str) -> Recorder:
    """Return the recorder's data for these rules and players, clockwise."""
    game, words = find(ruleset.game), vocabulary_of(ruleset)
    rows: dict[str, list[Face]] = {}
    for face in game.deck(ruleset).faces:
        rows.setdefault(face.colour, []).append(face)
    plays = {verb.kind for verb in game.verbs}
    verbs = [verb for verb in game.verbs if verb.words[0] and verb.kind not in (PLAY, MATCH)]
    tapped = [verb for verb in verbs if verb.kind not in POSITION]
    return Recorder(
        tray=tuple(tuple(rows[colour]) for colour in sorted(rows, key=lambda key: not key)),
        verbs=tuple(_named(verb) for verb in tapped if verb.cards[1]),
        bare=tuple(_named(verb) for verb in tapped if not verb.cards[1]),
        start=_start_of(ruleset),
        words=words.words,
        data={
            "number": number,
            "dealer": words.quote(dealer) if dealer in names else "",
            "seats": [{"name": name, "quoted": words.quote(name)} for name in names],
            "subjects": {verb.words[0]: verb.subject for verb in verbs},
            "matches": MATCH in plays,
            "position": [verb.words[0] for verb in verbs if verb.kind in POSITION],
            "shown": [
                verb.words[0] for verb in verbs if verb.numbers[1] and shows_cards(game, verb.kind)
            ],
            "names": [*words.words, *(words.quote(name) for name in names)],
            "places": _PLACES if "grid" in _start_of(ruleset) else [],
            "texts": _texts(),
        },
    )


_ASKED = {
    ACCUSE: "bluff",
    LAID: "top",
    OWES: "owes",
    FACES: "faces",
    kinds.DREW: "drew",
    kinds.UNSAID: "unsaid",
    kinds.DONE: "done",
    kinds.LAST_TURN: "last",
    WON: "won",
    REVERSED: "reversed",
}


_CALLED = {
    kinds.DEAL: gettext_noop("is dealt"),
    kinds.UP: gettext_noop("turned up"),
    kinds.DRAW: gettext_noop("draws"),
    kinds.RESHUFFLE: gettext_noop("pile reshuffled"),
    kinds.PASS: gettext_noop("passes"),
    kinds.TAKE: gettext_noop("takes"),
    kinds.PUT: gettext_noop("puts"),
    kinds.DISCARD: gettext_noop("discards"),
    kinds.TURN: gettext_noop("turns up"),
    kinds.CLEAR: gettext_noop("clears a column"),
    kinds.ADD: gettext_noop("adds"),
    kinds.CHOOSE: gettext_noop("chooses"),
    kinds.SET_ASIDE: gettext_noop("sets aside"),
    kinds.COPY: gettext_noop("copies"),
    kinds.REMOVE: gettext_noop("removes"),
    kinds.SAY: gettext_noop("says"),
    kinds.ASK: gettext_noop("asks how many"),
    kinds.CATCH: gettext_noop("catches"),
    kinds.ACCUSE: gettext_noop("calls a bluff"),
    kinds.REACT: gettext_noop("reacts"),
    kinds.PENALTY: gettext_noop("penalty"),
    kinds.CLOSE: gettext_noop("the hand ends"),
    kinds.LEFT: gettext_noop("has left"),
}


def _named(verb: Verb) -> tuple[str, str]:
    """Return a verb's word in a log, and what it is called in the active language."""
    word = verb.words[0]
    return word, _(_CALLED[verb.kind]) if verb.kind in _CALLED else word


def _start_of(ruleset: Ruleset) -> frozenset[str]:
    """Return what the form for a start in mid-hand asks under a ruleset."""
    verbs = [verb for verb in find(ruleset.game).verbs if _is_of(verb, ruleset)]
    holds = next(verb for verb in verbs if verb.kind == HOLDS)
    asked = {_ASKED[verb.kind] for verb in verbs if verb.kind in _ASKED}
    return frozenset({"grid" if holds.numbers[1] else "sizes", *asked})


def _is_of(verb: Verb, ruleset: Ruleset) -> bool:
    """Return whether a line of the verb can be legal under a ruleset."""
    return not verb.under or ruleset[verb.under[0]] in verb.under[1:]


@judges_logs
@require_POST
def record(request: HttpRequest, league: str, match: int) -> JsonResponse:
    """Return the verdicts on a log while it is recorded, and what can be tapped next. ``again`` is
    the number of seconds after which to retry if the log could not be judged for lack of
    capacity."""
    found = find_match(request, league, match)
    number = request.POST.get("number", "")
    seats = selectors.seats_for(found, int(number) if number.isdecimal() else None)
    names = [seat.player.name for seat in seats]
    try:
        log = with_present_names(found, request.POST.get("log", ""), names)
        data = judging.of_hand(jobs.record_hand, selectors.ruleset_of(found), log, names)
    except Refused as refused:
        return unrecorded(refused)
    return recorded(data)


def unrecorded(refused: Refused) -> JsonResponse:
    """Return why a log could not be judged while it is recorded."""
    if isinstance(refused, ReplaysBusy | TooManyLogs):
        return JsonResponse({"problem": refused.text, "again": refused.seconds}, status=422)
    return JsonResponse({"problem": refused.text}, status=422)


def recorded(data: dict[str, Any]) -> JsonResponse:
    """Return the verdicts on a recorded log, and what can be tapped next."""
    lines = [
        {
            "line": line.line,
            "text": line.text,
            "worded": line.worded.said,
            "verdict": line.verdict,
            "said": [said.text for said in line.said],
        }
        for line in judged_lines(data)
    ]
    return JsonResponse({"lines": lines, "screen": _in_words(data["screen"])})


def _in_words(screen: dict[str, Any]) -> dict[str, Any]:
    """Return a screen with each of its offers as a sentence."""

    def worded(buttons: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [one | {"said": [sentence(said) for said in one["said"]]} for one in buttons]

    buttons = [worded(own) for own in screen["buttons"]]
    return screen | {"buttons": buttons, "table": worded(screen["table"])}


def _texts() -> dict[str, str]:
    """Return the texts of static/js/table/recorder.js, with placeholders in braces."""
    return {
        "offline": _("You’re offline. Your taps are kept and checked when you’re back online."),
        "start": _("Tap what happened first: the deal, or the card turned up."),
        "next": _("Tap what happened next."),
        "turn": _("{name} to play"),
        "over": _("The hand is over."),
        "outOfTurn": _("{name}, out of turn"),
        "or": _("or"),
        "which": _("Which card was it?"),
        "back": _("Undo from move {number} on"),
        "waiting": _("Checking the last move. Taps waiting: {count}"),
        "gone": _("“{line}” wasn’t written: it’s no longer possible."),
        "choose": _("Choose what you meant. The taps after it weren’t written."),
        "legal": _("Allowed"),
        "illegal": _("Not allowed"),
        "unknown": _("Can’t tell"),
    }
