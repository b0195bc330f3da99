"""Write the cover of a season's report from its figures: podium, story and awards."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues.formats import isolated
from zarleague.reports.season_report.document import Award, Cover, Figure, PodiumPlace
from zarleague.reports.season_report.sections import formatting


def cover_of(figures: Mapping[str, Any], chart: Figure | None) -> Cover | None:
    """Return the cover of a report; None if nobody is ranked."""
    podium = tuple(
        PodiumPlace(row["rank"], _name(figures, row["player"]), formatting.number(row["metric"]))
        for row in figures["facts"]["podium"]
    )
    return Cover(podium, chart, tuple(_story(figures, podium))) if podium else None


def awards_of(figures: Mapping[str, Any]) -> tuple[Award, ...]:
    """Return the awards of a season."""
    return tuple(_awards(figures))


def _story(figures: Mapping[str, Any], podium: tuple[PodiumPlace, ...]) -> Iterator[str]:
    facts = figures["facts"]
    yield _opening(podium)
    yield _lead(figures)
    if facts["comeback"] is not None:
        players, worst, last = facts["comeback"]
        yield _(
            "The comeback of the season: %(names)s, rank %(worst)s at the lowest point, rank "
            "%(last)s at the end."
        ) % {"names": _names(figures, _several(players)), "worst": worst, "last": last}
    if figures["closest"] is not None:
        yield formatting.closest(figures)
    if facts["streak"] is not None:
        hands, players = facts["streak"]
        yield _("Nobody won more hands in a row than %(name)s: %(hands)s.") % {
            "name": _names(figures, players),
            "hands": hands,
        }


def _opening(podium: tuple[PodiumPlace, ...]) -> str:
    first = [step for step in podium if step.rank == 1]
    winners = formatting.listed([step.name for step in first])
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
            "second": isolated(behind.name),
        }
    return _("%(name)s won the season with %(figure)s, ahead of %(second)s with %(other)s.") % {
        "name": winners,
        "figure": first[0].figure,
        "second": isolated(behind.name),
        "other": behind.figure,
    }


def _lead(figures: Mapping[str, Any]) -> str:
    changes, latest = figures["facts"]["lead"]
    if not changes:
        return _("The lead never changed hands.")
    evening, before, after = latest
    often = ngettext(
        "The lead changed hands once:", "The lead changed hands %(num)s times, last", changes
    ) % {"num": changes}
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
        "date": formatting.day(evening),
        "after": formatting.listed([_name(figures, player) for player in joined or after]),
        "before": formatting.listed([_name(figures, player) for player in left or before]),
    }


def _awards(figures: Mapping[str, Any]) -> Iterator[Award]:
    facts = figures["facts"]
    champions = [row for row in facts["podium"] if row["rank"] == 1 and row["hands"]]
    if champions:
        winners = _names(figures, [row["player"] for row in champions])
        yield Award(_("Champion"), winners, formatting.number(champions[0]["metric"]))
    if facts["wins"] is not None:
        wins, players = facts["wins"]
        text = ngettext("%(num)s hand won", "%(num)s hands won", wins) % {"num": wins}
        yield Award(_("Most hands won"), _names(figures, players), text)
    if facts["streak"] is not None:
        hands, players = facts["streak"]
        text = _("%(hands)s hands in a row") % {"hands": hands}
        yield Award(_("Longest streak"), _names(figures, players), text)
    if facts["comeback"] is not None:
        players, worst, last = facts["comeback"]
        text = _("from rank %(worst)s to rank %(last)s") % {"worst": worst, "last": last}
        yield Award(_("Comeback"), _names(figures, _several(players)), text)
    if facts["attended"] is not None:
        attended, players = facts["attended"]
        text = ngettext("%(num)s evening", "%(num)s evenings", attended) % {"num": attended}
        yield Award(_("Always there"), _names(figures, players), text)


def _several(players: int | list[int]) -> list[int]:
    """Return the players of a comeback; reports of the second format name one."""
    return [players] if isinstance(players, int) else players


def _name(figures: Mapping[str, Any], player: int) -> str:
    name: str = figures["players"][str(player)]
    return name


def _names(figures: Mapping[str, Any], players: Any) -> str:
    return formatting.listed([_name(figures, player) for player in players])
