"""Write the cover of a season's report from its figures: podium, story and awards."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.reports.season_report import words
from zarleague.reports.season_report.document import Award, Cover, Figure, PodiumPlace

PODIUM: Final = 3
CLIMBED: Final = 2
"""Ranks somebody must have made up for it to be called a comeback."""
IN_A_ROW: Final = 3
"""Hands in a row that are worth an award."""


class Comeback(NamedTuple):
    """The player who gained the most ranks since the lowest."""

    name: str
    worst: int
    """The rank at the lowest point."""
    last: int


def cover_of(
    figures: Mapping[str, Any], chart: Figure | None, comeback: Comeback | None
) -> Cover | None:
    """Return the cover of a report; None if nobody is ranked."""
    podium = tuple(
        PodiumPlace(row["rank"], _name(figures, row["player"]), words.number(row["metric"]))
        for row in figures["table"]
        if row["rank"] is not None and row["rank"] <= PODIUM
    )
    return Cover(podium, chart, tuple(_story(figures, podium, comeback))) if podium else None


def awards_of(figures: Mapping[str, Any], comeback: Comeback | None) -> tuple[Award, ...]:
    """Return the awards of a season."""
    return tuple(_awards(figures, comeback))


def _story(
    figures: Mapping[str, Any], podium: tuple[PodiumPlace, ...], comeback: Comeback | None
) -> Iterator[str]:
    yield _opening(podium)
    yield _lead(figures)
    if comeback is not None:
        yield (
            _(
                "The comeback was %(name)s’s: rank %(worst)s at the lowest point, rank %(last)s at "
                "the end."
            )
            % comeback._asdict()
        )
    if figures["closest"] is not None:
        closest = figures["closest"]
        yield _("The closest evening was %(date)s, with %(margin)s between first and last.") % {
            "date": words.day(closest["evening"]),
            "margin": words.number(closest["margin"]),
        }
    if figures["streaks"]:
        longest = figures["streaks"][0]
        if longest["hands"] >= IN_A_ROW:
            yield _("Nobody won more hands in a row than %(name)s: %(hands)s.") % {
                "name": _name(figures, longest["player"]),
                "hands": longest["hands"],
            }


def _opening(podium: tuple[PodiumPlace, ...]) -> str:
    first = [step for step in podium if step.rank == 1]
    winners = words.listed([step.name for step in first])
    behind = next((step for step in podium if step.rank > 1), None)
    if len(first) > 1:
        return _("%(names)s share first place with %(figure)s.") % {
            "names": winners,
            "figure": first[0].figure,
        }
    if behind is None:
        return _("%(name)s won the season with %(figure)s.") % {
            "name": winners,
            "figure": first[0].figure,
        }
    if behind.figure == first[0].figure:
        return _("%(name)s won the season with %(figure)s, on a tie-break ahead of %(second)s.") % {
            "name": winners,
            "figure": first[0].figure,
            "second": behind.name,
        }
    return _("%(name)s won the season with %(figure)s, ahead of %(second)s with %(other)s.") % {
        "name": winners,
        "figure": first[0].figure,
        "second": behind.name,
        "other": behind.figure,
    }


def _lead(figures: Mapping[str, Any]) -> str:
    changes = figures["leads"]
    if not changes:
        return _("The lead never changed hands.")
    evening, before, after = changes[-1]
    often = ngettext(
        "The lead changed hands once:", "The lead changed hands %(num)s times, last", len(changes)
    ) % {"num": len(changes)}
    joined = [player for player in after if player not in before]
    left = [player for player in before if player not in after]
    if joined and left:
        text = _("%(often)s on %(date)s, when %(after)s took it from %(before)s.")
    elif joined:
        text = _("%(often)s on %(date)s, when %(after)s drew level with %(before)s.")
    else:
        text = _("%(often)s on %(date)s, when %(after)s left %(before)s behind.")
    return text % {
        "often": often,
        "date": words.day(evening),
        "after": words.listed([_name(figures, player) for player in joined or after]),
        "before": words.listed([_name(figures, player) for player in left or before]),
    }


def comeback_of(figures: Mapping[str, Any]) -> Comeback | None:
    """Return the comeback of a season; None if nobody gained enough ranks."""
    found = []
    final = {row["player"]: row["rank"] for row in figures["table"]}
    for page in figures["pages"]:
        last = final[page["player"]]
        worst = max((rank for _evening, rank in page["ranks"] if rank is not None), default=0)
        if last is not None and worst - last >= CLIMBED:
            found.append((worst - last, -last, _name(figures, page["player"]), worst))
    if not found:
        return None
    _climbed, rank, name, lowest = max(found)
    return Comeback(name, lowest, -rank)


def _awards(figures: Mapping[str, Any], comeback: Comeback | None) -> Iterator[Award]:
    table = [row for row in figures["table"] if row["hands"]]
    first = [row["player"] for row in table if row["rank"] == 1]
    if first:
        figure = next(row["metric"] for row in table if row["rank"] == 1)
        yield Award(_("Champion"), _names(figures, first), words.number(figure))
    wins = max((row["wins"] for row in table), default=0)
    if wins:
        winners = [row["player"] for row in table if row["wins"] == wins]
        text = ngettext("%(num)s hand won", "%(num)s hands won", wins) % {"num": wins}
        yield Award(_("Most hands won"), _names(figures, winners), text)
    streaks = figures["streaks"]
    if streaks and streaks[0]["hands"] >= IN_A_ROW:
        most = streaks[0]["hands"]
        players = dict.fromkeys(one["player"] for one in streaks if one["hands"] == most)
        text = _("%(hands)s hands in a row") % {"hands": most}
        yield Award(_("Longest streak"), _names(figures, players), text)
    if comeback is not None:
        text = _("from rank %(worst)s to rank %(last)s") % comeback._asdict()
        yield Award(_("Comeback"), comeback.name, text)
    attended = max((page["attended"] for page in figures["pages"]), default=0)
    faithful = [page["player"] for page in figures["pages"] if page["attended"] == attended]
    if attended and len(faithful) <= PODIUM:
        text = ngettext("%(num)s evening", "%(num)s evenings", attended) % {"num": attended}
        yield Award(_("Always there"), _names(figures, faithful), text)
    if figures["biggest"] is not None:
        biggest = figures["biggest"]
        yield Award(
            _("Biggest hand"),
            _name(figures, biggest["player"]),
            _("%(points)s points, %(hand)s")
            % {"points": biggest["points"], "hand": words.hand(biggest["hand"])},
        )


def _name(figures: Mapping[str, Any], player: int) -> str:
    name: str = figures["players"][str(player)]
    return name


def _names(figures: Mapping[str, Any], players: Any) -> str:
    return words.listed([_name(figures, player) for player in players])
