"""Divisions on the pages of seasons: who moves, and the next seasons of all of them."""

import contextlib
import datetime
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from zarleague.leagues import selectors
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import Player, Season
from zarleague.play import selectors as play
from zarleague.play import services as play_services
from zarleague.standings.divisions import Going, Mover
from zarleague.web.arriving.requests import actor_of, key_of, organised_season, tonight
from zarleague.web.league.context import show
from zarleague.web.league.forms import DayInput, RefusableForm
from zarleague.web.league.season_names import next_number
from zarleague.web.league.season_pages.table import StandingsTable

GOING: Final = {
    Going.UP: gettext_lazy("goes up"),
    Going.STAY: "",
    Going.DOWN: gettext_lazy("goes down"),
    Going.OPEN: gettext_lazy("level for a place that moves"),
}
NOWHERE: Final = "0"
NEWCOMERS: Final = 100
"""Other players who can be placed on the page."""


def in_zones(
    table: StandingsTable, season: Season, divisions: Sequence[play.Division]
) -> StandingsTable:
    """Return a table of a division with the zones of those who move, in words and as a mark."""
    going = {
        one.player: (division.season == season, one.going)
        for division in divisions
        for one in division.movers
    }
    lines = []
    for line in table.lines:
        is_here, way = going.get(line.player, (True, Going.STAY))
        zone = way if is_here else Going.STAY
        note = GOING[way] if is_here else _("plays in another division")
        notes = (*line.notes, str(note)) if note else line.notes
        lines.append(line._replace(notes=notes, zone="" if zone is Going.STAY else zone))
    return table._replace(lines=tuple(lines))


def borders(season: Season, divisions: Sequence[play.Division]) -> str:
    """Return how many go up and down from a division, as a sentence; "" without divisions."""
    number = next((at for at, one in enumerate(divisions) if one.season == season), None)
    if number is None:
        return ""
    parts = []
    if number and (up := season.moves):
        parts.append(ngettext("The first goes up.", "The first %(num)s go up.", up) % {"num": up})
    if number + 1 < len(divisions) and (down := divisions[number + 1].season.moves):
        said = ngettext("The last goes down.", "The last %(num)s go down.", down)
        parts.append(said % {"num": down})
    return " ".join(parts)


def not_played(season: Season, divisions: Sequence[play.Division]) -> list[str]:
    """Return the names of those who were placed in a division and have not played yet."""
    placed = set(play.placed_in(season)) if divisions else set()
    rows = {one.player_id for one in play.season_table(season)} if placed else set()
    missing = placed - rows
    named = selectors.names_of(season.league, missing)
    return sorted((named[one] for one in missing), key=str.casefold)


def next_names(names: Sequence[str], taken: Collection[str]) -> list[str]:
    """Return free names for the seasons that follow divisions of these names. The last number goes
    up, except that of the division: "Spring 2026, division 1" becomes "Spring 2027, division 1".
    Without another number, "Division 1" becomes "Division 1 (2)"."""
    pieces = [re.split(r"(\d+)", name) for name in names]
    own = next(
        (
            at
            for at in range(1, min(map(len, pieces), default=0), 2)
            if all(int(of[at]) == division for division, of in enumerate(pieces, 1))
        ),
        None,
    )
    found: list[str] = []
    for name, of in zip(names, pieces, strict=True):
        number = _MASK if own is None else of[own]
        following = name if own is None else "".join([*of[:own], _MASK, *of[own + 1 :]])
        while name in taken or name in found:
            following = next_number(following) or f"{following} (2)"
            name = following.replace(_MASK, number)
        found.append(name)
    return found


_MASK: Final = "\ufffc"


class NextDivisionsForm(RefusableForm):
    """When the next seasons are, their names, and in which division everybody is."""

    starts = forms.DateField(label=gettext_lazy("First evening"), widget=DayInput())
    ends = forms.DateField(label=gettext_lazy("Last evening"), required=False, widget=DayInput())

    def __init__(
        self,
        data: Any,
        divisions: Sequence[play.Division],
        newcomers: Sequence[Player],
        today: datetime.date,
    ) -> None:
        seasons = [one.season for one in divisions]
        taken = {one.name for one in selectors.seasons_of(seasons[0].league)}
        super().__init__(data, initial=_days(seasons, today))
        for number, name in enumerate(next_names([one.name for one in seasons], taken), 1):
            label = _("Division %(number)s") % {"number": number}
            self.fields[f"name_{number}"] = forms.CharField(
                label=label, max_length=80, initial=name
            )
        self.names = [f"name_{number}" for number in range(1, len(divisions) + 1)]
        where = [
            *(
                (str(number), _("Division %(number)s") % {"number": number})
                for number in range(1, len(divisions) + 1)
            ),
            (NOWHERE, _("Not in it")),
        ]
        for one in (mover for division in divisions for mover in division.movers):
            blank = [("", _("Choose"))] if one.to is None else []
            self._place(one.player, [*blank, *where], str(one.to or ""))
        for player in newcomers:
            self._place(player.pk, where, NOWHERE)

    def _place(self, player: int, choices: list[tuple[str, str]], initial: str) -> None:
        self.fields[f"to_{player}"] = forms.ChoiceField(
            choices=choices, initial=initial, required=False
        )

    def placed(self) -> dict[int, int | None]:
        """Return the division chosen for each player, by id, None for no division. Players for whom
        nothing was chosen are missing."""
        found = {}
        for name, value in self.cleaned_data.items():
            if name.startswith("to_") and value:
                found[int(name[3:])] = None if value == NOWHERE else int(value)
        return found

    def refuse(self, refused: Refused) -> None:
        """Show why a service refused: beside the field, or above the form for names and players."""
        if isinstance(refused, Invalid) and refused.field in ("name", "names", "placed", "season"):
            self.add_error(None, refused.text)
        else:
            super().refuse(refused)


def _days(seasons: Sequence[Season], today: datetime.date) -> dict[str, Any]:
    """Return the first and the last day that the page proposes: the next seasons begin after the
    present ones and are as long."""
    ends = [one.ends for one in seasons if one.ends is not None]
    starts = max([today, *(day + datetime.timedelta(days=1) for day in ends)])
    if len(ends) < len(seasons):
        return {"starts": starts}
    lasted = max(ends) - min(one.starts for one in seasons)
    return {"starts": starts, "ends": starts + lasted}


class MoverLine(NamedTuple):
    """A row of the page: a player, the rank, what follows from it, and the choice."""

    player: int
    name: str
    rank: str
    note: str
    zone: str
    choice: forms.BoundField


def next_divisions(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show who moves and start the next seasons of all divisions; who moves can be changed."""
    season = organised_season(request, slug, season_id)
    league = season.league
    divisions = play.divisions(season)
    if not divisions:
        return redirect("season", league.slug, season.pk)
    movers = [one for division in divisions for one in division.movers]
    seen = {one.player for one in movers}
    newcomers = [one for one in selectors.active_players(league) if one.pk not in seen]
    newcomers = newcomers[:NEWCOMERS]
    form = NextDivisionsForm(request.POST or None, divisions, newcomers, tonight(league))
    people: Sequence[Sequence[int]] = []
    try:
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            if request.POST.get("action") != "show":
                made = play_services.start_next_divisions(
                    season,
                    starts=given["starts"],
                    ends=given["ends"],
                    names=[given[name] for name in form.names],
                    placed=form.placed(),
                    actor=actor_of(request),
                    key=key_of(request),
                )
                return redirect("season", league.slug, made[0].pk)
            people = play.placed_next(league, divisions, form.placed())
        elif request.method != "POST":
            # Ties and a division without anybody are still to be placed.
            with contextlib.suppress(Invalid):
                people = play.placed_next(league, divisions, {})
    except Refused as refused:
        form.refuse(refused)
    names = selectors.names_of(league, seen | {one.pk for one in newcomers})
    return show(
        request,
        "league/divisions_next.html",
        league,
        "seasons",
        season=season,
        form=form,
        divisions=[
            (division.season, [_line(one, names, form) for one in division.movers])
            for division in divisions
        ],
        newcomers=[(one.name, form[f"to_{one.pk}"]) for one in newcomers],
        following=[
            (form[name].value(), [names[player] for player in players])
            for name, players in zip(form.names, people, strict=False)
        ],
        open_ties=[names[one.player] for one in movers if one.to is None],
    )


def _line(mover: Mover, names: Mapping[int, str], form: NextDivisionsForm) -> MoverLine:
    note = str(GOING[mover.going]) if mover.rank is not None else _("no rank, stays")
    return MoverLine(
        mover.player,
        names[mover.player],
        str(mover.rank or "–"),
        note,
        "" if mover.going is Going.STAY else mover.going,
        form[f"to_{mover.player}"],
    )


class DivisionForm(RefusableForm):
    """Below which season a division is, and how many move up and down."""

    above = forms.ChoiceField(label=gettext_lazy("Division above"), required=False)
    moves = forms.IntegerField(
        label=gettext_lazy("How many go up and down"), min_value=1, max_value=50, initial=1
    )

    @classmethod
    def of(cls, season: Season, data: Any = None) -> "DivisionForm":
        """Return the form filled with a season's present values."""
        form = cls(data, initial={"above": season.above_id or "", "moves": season.moves or 1})
        seasons = [
            one
            for one in selectors.seasons_of(season.league)
            if one.final_of_id is None and one.pk != season.pk
        ]
        form.fields["above"].choices = [  # type: ignore[attr-defined]
            ("", _("None: the highest, or no divisions")),
            *((str(one.pk), one.name) for one in seasons),
        ]
        return form

    def asked(self, season: Season) -> dict[str, Any]:
        """Return what was chosen, as arguments of `set_division`."""
        chosen = self.cleaned_data["above"]
        above = selectors.season_of(season.league, int(chosen)) if chosen else None
        return {"above": above, "moves": self.cleaned_data["moves"]}
