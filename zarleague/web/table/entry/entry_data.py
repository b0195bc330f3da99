"""The data of the entry page: for its template, and as JSON for its script."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from django.templatetags.static import static
from django.utils.translation import gettext as _

from zarleague.engine.cards import Face
from zarleague.engine.declared import is_declared
from zarleague.engine.entry import GIVEN_UP, Entry, EntryForm, Evidence, Scoring, given_up_form
from zarleague.engine.games import scored
from zarleague.leagues.selectors import aliases
from zarleague.play import selectors
from zarleague.play.models import Match, MatchSeat
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.storage import static_files

_BY_LOG: Final = EntryForm("log", "Log", Evidence.LOG, (), winner=False, scoring=Scoring.GAME)
"""Without sheets: the result follows from the log alone."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of the hand: index of its sheet, player, points before the hand."""

    index: int
    player: int
    name: str
    total: int


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of a match's game, for the template and the script."""

    forms: tuple[EntryForm, ...]
    faces: Mapping[str, Face]
    least: int
    """Minimum number of players of the game: if more are at the table, some may sit a hand out."""

    @classmethod
    def of(cls, match: Match, *, with_logs: bool = True) -> "Forms":
        """Return the forms under the match's rules, the form without sheets for a log, and that
        of a hand given up."""
        game, ruleset = scored(match.game), selectors.ruleset_of(match)
        deck = game.deck(ruleset)
        faces = {face.code: face for face in deck.faces}
        by_log = (_BY_LOG,) if with_logs and not is_declared(match.game) else ()
        forms = game.forms(ruleset)
        return cls((*forms, *by_log, given_up_form(forms)), faces, game.seats(ruleset)[0])

    @property
    def has_negative(self) -> bool:
        """Return whether some field takes a number below zero."""
        return any(field.least < 0 for form in self.forms for field in form.fields)

    @property
    def titles(self) -> list[tuple[str, str]]:
        """Return the key and title of each form by which a hand is entered that was played out."""
        return [(form.key, _(form.title)) for form in self.forms if form.key != GIVEN_UP]

    @property
    def asks_winner(self) -> bool:
        """Return whether some form asks who went out."""
        return any(form.winner for form in self.forms)

    @property
    def shows_steps(self) -> bool:
        """Return whether some form shows the steps by which its points are added up."""
        return any(form.scoring is Scoring.GAME for form in self.forms)

    @property
    def tray(self) -> list[tuple[str, list[Face]]]:
        """Return the card faces by colour, those without a colour last."""
        rows: dict[str, list[Face]] = {}
        for face in self.faces.values():
            rows.setdefault(face.colour, []).append(face)
        return sorted(rows.items(), key=lambda row: not row[0])


def seat_rows(match: Match, seats: Iterable[MatchSeat], totals: Mapping[int, int]) -> list[SeatRow]:
    """Return the seats in order, each with its player's points.

    ``totals`` are keyed by the id of the player the results count for, which differs for a merged
    guest.
    """
    into = aliases(match.season.league_id)
    return [
        SeatRow(
            index,
            seat.player_id,
            seat.player.name,
            totals.get(into.get(seat.scores_for, seat.scores_for), 0),
        )
        for index, seat in enumerate(seats)
    ]


def seats_to_fill(most: int) -> list[SeatRow]:
    """Return ``most`` seats of nobody for a page that is drawn before its match exists. The name of
    each is one character of Unicode's private area, U+E000 for the first seat, instead of which
    static/js/table/phone-match.js writes the player's."""
    return [SeatRow(index, index, chr(0xE000 + index), 0) for index in range(most)]


def _ranked_in(match: Match) -> int:
    """Return how many parts make one of the figure that ranks the match's season."""
    if match.unit == 1:
        return 1
    unit = selectors.unit_of_points(match.season, selectors.games_played(match.season))
    return ranking_words.unit_of(rules_from_json(match.season.rules), unit or 1)


def script_data(
    match: Match, forms: Forms, seats: Sequence[SeatRow], number: int, addresses: Mapping[str, str]
) -> dict[str, Any]:
    """Return the JSON data of static/js/table/entry-page.js: forms, deck, texts."""
    ruleset = selectors.ruleset_of(match)
    return {
        "match": str(match.pk),
        "unit": match.unit,
        "rankedIn": _ranked_in(match),
        "game": match.game,
        "number": number,
        "seats": [asdict(seat) for seat in seats],
        "forms": [form_json(form) for form in forms.forms],
        "deck": {
            code: {
                "name": _(face.name),
                "kind": face.kind,
                "colour": face.colour,
                "points": face.points,
                "copies": face.copies,
            }
            for code, face in forms.faces.items()
        },
        "rules": dict(ruleset.values),
        "scorer": _scorer(match.game),
        "limit": match.end_limit,
        "hands": match.end_hands,
        "texts": _texts(rules_from_json(match.season.rules), is_own=is_declared(match.game)),
        **addresses,
    }


def entry_json(entry: Entry | None) -> dict[str, Any] | None:
    """Return an entry in the script's form: its sheets under the key of its form."""
    if entry is None:
        return None
    return {
        "form": entry.form,
        "winner": entry.winner,
        "sheets": {entry.form: [dict(sheet) for sheet in entry.sheets]},
    }


def form_json(form: EntryForm) -> dict[str, Any]:
    fields = [asdict(field) | {"label": _(field.label)} for field in form.fields]
    return asdict(form) | {"title": _(form.title), "fields": fields}


def _scorer(game: str) -> str:
    """Return the address of the script that scores games whose points are no plain sum; "" for the
    others."""
    path = f"js/games/{'declared' if is_declared(game) else game}.js"
    return static(path) if static_files.exists(path) else ""


def _texts(ranked: SeasonRules, *, is_own: bool) -> dict[str, str]:
    """Return the texts of the script, which fills in the placeholders in braces."""
    return {
        "hand": _("Hand {number}"),
        "correctHand": _("Correct hand {number}"),
        "winnerHolds": _("You’ve entered cards for {name}, who went out. They don’t count."),
        "wentOut": _("{name} went out"),
        "next": _("Next: {name}"),
        "missing": _("How many points does {name} have?")
        if is_own
        else _("What does {name} have left?"),
        "nothingLeft": _("{name} has no cards left"),
        "nothing": _("Nothing for {name}"),
        "typeLog": _("Enter the log"),
        "save": _("Save hand {number}"),
        "blocked": _("Can’t be saved yet: see why"),
        "saveCorrection": _("Save correction"),
        "saved": _("Hand {number} saved"),
        "correct": _("Correct"),
        "kept": _("Hand {number} is saved on this phone and will be sent later"),
        "overtaken": _("Someone else has just saved hand {number}."),
        "offline": _(
            "You’re offline. Corrections need a connection; nothing you’ve entered is lost."
        ),
        "total": _("{total} so far"),
        "totalAfter": _("total {before} → {after}"),
        "reaches": _("{name} reaches {limit}."),
        "lastHand": _("This is the last hand of the match."),
        "tooMany": _("Too many of “{what}”: the deck has {most}, but {count} are entered ({who})."),
        "deckHolds": _("{count} of the deck’s {size} cards entered."),
        "take": _("Remove {card}"),
        "place": _("Column {column}, card {row}"),
        "empty": _("empty"),
        "clear": _("Column {column} is cleared"),
        "addColumn": _("Add a column"),
        "openRules": _("View the rules for this match"),
        "inSeason": _("In the season"),
        "inMatch": _("In this match"),
        "inRatings": _("Ratings"),
        "rank": _("Rank"),
        "player": _("Player"),
        "points": _("Points"),
        "rating": _("Rating"),
        "measure": ranking_words.measure(ranked),
        "nothingMoves": _("No totals or ranks change."),
        "othersMove": _("Other players’ ranks may change, too."),
        "ratingsFollow": _("Ratings are updated after saving."),
    }
