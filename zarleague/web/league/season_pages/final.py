"""The final of a season: start one, its table and its rounds."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from zarleague.draws import Pairing
from zarleague.engine.games import scored
from zarleague.leagues import selectors
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.play.services.finals import MOST_FINALISTS, MOST_WINS
from zarleague.reports.words import ranking_words
from zarleague.reports.words.ranking_words import round_title
from zarleague.standings.rules import rules_from_json
from zarleague.web.arriving.requests import actor_of, key_of, organised_season, tonight
from zarleague.web.league.context import show
from zarleague.web.league.forms import DayInput, RefusableForm


class FinalForm(RefusableForm):
    """How many play the final, when, and from what points."""

    size = forms.IntegerField(
        label=_("Players in the final"), min_value=2, max_value=MOST_FINALISTS, initial=4
    )
    starts = forms.DateField(label=_("Evening"), widget=DayInput())
    kind = forms.ChoiceField(
        label=_("How it is decided"),
        choices=[
            ("", _("By points, at one table")),
            ("all", _("Best of: the first to win so many matches")),
            ("2", _("Bracket of tables of two, the winner goes on")),
            ("4", _("Bracket of tables of four, the best two go on")),
        ],
        required=False,
        help_text=_("In a bracket the best of the season meet last and get the byes."),
    )
    wins = forms.IntegerField(
        label=_("Matches to win"),
        min_value=1,
        max_value=MOST_WINS,
        initial=1,
        required=False,
        help_text=_("For a best of or a bracket, at each table: 2 is a best of three for two."),
    )
    carries = forms.ChoiceField(
        label=_("Points at the start"),
        choices=[("", _("Everyone begins with zero")), ("1", _("Carried over from the season"))],
        required=False,
        help_text=_("For a final by points."),
    )

    def asked(self) -> dict[str, Any]:
        """Return what was chosen, as arguments of `start_final`."""
        given = self.cleaned_data
        kind = given["kind"]
        return {
            "size": given["size"],
            "starts": given["starts"],
            "carries": bool(given["carries"]),
            "seats": given["size"] if kind == "all" else int(kind) if kind else None,
            "wins": given["wins"] or 1,
        }


class Finalist(NamedTuple):
    """A row of a final's table as it is printed."""

    rank: int
    player: int
    name: str
    seed: int
    withdrawn: bool
    carried: str
    played: str
    total: str


def finalists(final: Season) -> list[Finalist]:
    """Return the table of a final in words."""
    rows = play.final_table(final)
    names = selectors.names_of(final.league, [row.player_id for row in rows])
    rules = rules_from_json(final.rules)
    unit = play.unit_of_points(final, play.games_played(final)) or 1
    figures = [figure for row in rows for figure in (row.carried, row.played, row.total)]
    printed = ranking_words.metrics_column(rules, figures, unit)
    return [
        Finalist(
            row.rank,
            row.player_id,
            names[row.player_id],
            row.seed,
            row.withdrawn,
            *printed[at * 3 : at * 3 + 3],
        )
        for at, row in enumerate(rows)
    ]


class ShownPairing(NamedTuple):
    """A pairing as it is printed."""

    players: list[tuple[int, str, int, int, bool, bool]]
    """Of each the id, name, seed, matches won, whether they go on, and whether they withdrew."""
    present: tuple[int, ...]
    missing: int
    is_ready: bool
    is_bye: bool
    matches: tuple[int, ...]
    expected: list[str]


def rounds_of(final: Season) -> list[tuple[str, list[ShownPairing]]]:
    """Return the rounds of a final that matches won decide, each with its title."""
    rounds = play.final_rounds(final)
    players = [
        one for of in rounds for pairing in of for one in (*pairing.players, *pairing.expected)
    ]
    names = selectors.names_of(final.league, players)
    seeds = {row.player_id: row.seed for row in play.final_table(final)} if rounds else {}
    shown = []
    for number, pairings in enumerate(rounds):
        title = round_title(number, len(pairings), final.final_seats or 0)
        shown.append((title, [_shown(pairing, names, seeds) for pairing in pairings]))
    return shown


def _shown(pairing: Pairing, names: Mapping[int, str], seeds: Mapping[int, int]) -> ShownPairing:
    return ShownPairing(
        [
            (
                one,
                names[one],
                seeds[one],
                pairing.wins[one],
                one in pairing.through,
                one in pairing.absent,
            )
            for one in pairing.players
        ],
        pairing.present,
        pairing.missing,
        pairing.is_ready,
        bool(pairing.through) and not pairing.matches,
        pairing.matches,
        [names[one] for one in pairing.expected],
    )


def parts_of_final(season: Season | None) -> dict[str, Any]:
    """Return what shows how a final stands and starts its matches; of another season nothing."""
    if season is None or season.final_of_id is None:
        return {"finalists": [], "rounds": []}
    qualified = finalists(season)
    return {
        "finalists": qualified,
        "final_seats": _one_table(season, qualified),
        "rounds": rounds_of(season),
        "has_begun": season.starts <= tonight(season.league),
    }


def _one_table(final: Season, qualified: Sequence[Finalist]) -> list[int]:
    """Return who sits at the table of a final, best first; nobody where they are too many for one
    table of its game."""
    game = final.game or final.league.default_game
    _least, most = scored(game).seats(selectors.house_rules(final.league, game))
    playing = [one.player for one in qualified if not one.withdrawn]
    return playing if len(playing) <= most else []


class WithdrawnForm(RefusableForm):
    """Which of those qualified do not play a final."""

    withdrawn = forms.MultipleChoiceField(
        label=_("Who doesn’t play"), widget=forms.CheckboxSelectMultiple, required=False
    )

    @classmethod
    def of(cls, final: Season, data: Mapping[str, Any] | None) -> "WithdrawnForm":
        """Return the form of a final; of another season it offers nobody."""
        rows = finalists(final) if final.final_of_id else []
        form = cls(data, initial={"withdrawn": [str(one.player) for one in rows if one.withdrawn]})
        form.fields["withdrawn"].choices = [  # type: ignore[attr-defined]
            (str(one.player), one.name) for one in sorted(rows, key=lambda one: one.seed)
        ]
        return form

    def asked(self) -> list[int]:
        """Return the ids of those chosen."""
        return [int(player) for player in self.cleaned_data["withdrawn"]]


def new_final(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Start the final of a finished season."""
    season = organised_season(request, slug, season_id)
    league = season.league
    form = FinalForm(request.POST or None, initial={"starts": tonight(league)})
    if request.method == "POST" and form.is_valid():
        with form.showing_refusals():
            made = play_services.start_final(
                season, actor=actor_of(request), key=key_of(request), **form.asked()
            )
            return redirect("season", league.slug, made.pk)
    return show(request, "league/final_new.html", league, "seasons", season=season, form=form)
