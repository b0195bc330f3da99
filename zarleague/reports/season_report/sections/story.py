"""Write the cover of a season's report from its figures: podium, story and awards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues.formats import isolated
from zarleague.reports.season_report.document import Award, Cover, Figure, PodiumPlace
from zarleague.reports.season_report.sections import formatting
from zarleague.reports.season_report.sections.standings_sections import winning_rows

PODIUM: Final = 3
IN_A_ROW: Final = 3
"""Hands in a row that are worth telling."""
CLIMBED: Final = 2
"""Ranks somebody must have made up for it to be called a comeback."""


def cover_of(figures: Mapping[str, Any], chart: Figure | None) -> Cover | None:
    """Return the cover of a report; None if nobody is ranked."""
    podium = tuple(
        PodiumPlace(row["rank"], _name(figures, row["player"]), _figure(figures, row))
        for row in _podium(figures)
    )
    return Cover(podium, chart, tuple(_story(figures, podium))) if podium else None


def awards_of(figures: Mapping[str, Any]) -> tuple[Award, ...]:
    return tuple(_awards(figures))


def _story(figures: Mapping[str, Any], podium: tuple[PodiumPlace, ...]) -> Iterator[str]:
    if "final" not in figures:
        yield _opening(podium)
        yield _lead(figures)
    else:
        yield _("%(name)s won the final, ahead of %(second)s.") % {
            "name": isolated(podium[0].name),
            "second": isolated(podium[1].name),
        }
    if figures["page_awards"]["comeback"] is not None:
        players, worst, last = figures["page_awards"]["comeback"]
        yield _(
            "The comeback of the season: %(names)s, rank %(worst)s at the lowest point, rank "
            "%(last)s at the end."
        ) % {"names": _names(figures, players), "worst": worst, "last": last}
    if figures["closest"] is not None:
        yield formatting.closest(figures)
    hands, players = _streak(figures)
    if players:
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
    if not figures["leads"]:
        return _("The lead never changed.")
    changes, (evening, before, after) = len(figures["leads"]), figures["leads"][-1]
    often = ngettext("The lead changed once:", "The lead changed %(num)s times, last", changes) % {
        "num": changes
    }
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
    played = {row["player"] for row in figures["table"] if row["hands"]}
    champions = [row for row in _podium(figures) if row["rank"] == 1 and row["player"] in played]
    if champions:
        winners = _names(figures, [row["player"] for row in champions])
        title = _("First in the division") if figures.get("is_lower") else _("Champion")
        yield Award(title, winners, _figure(figures, champions[0]))
    wins, players = _most([row for row in figures["table"] if row["hands"]], "wins", 1)
    if players:
        text = ngettext("%(num)s hand won", "%(num)s hands won", wins) % {"num": wins}
        yield Award(_("Most hands won"), _names(figures, players), text)
    hands, players = _streak(figures)
    if players:
        text = _("%(hands)s hands in a row") % {"hands": hands}
        yield Award(_("Longest streak"), _names(figures, players), text)
    if figures["page_awards"]["comeback"] is not None:
        players, worst, last = figures["page_awards"]["comeback"]
        text = _("from rank %(worst)s to rank %(last)s") % {"worst": worst, "last": last}
        yield Award(_("Comeback"), _names(figures, players), text)
    attended, players = figures["page_awards"]["attended"]
    if players:
        text = ngettext("%(num)s evening", "%(num)s evenings", attended) % {"num": attended}
        yield Award(_("Always there"), _names(figures, players), text)


def page_awards(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the awards need of all players' pages: ``comeback``, [players, lowest rank, last
    rank] of those who made up the most ranks since the lowest, of them those who came farthest up,
    None if nobody made up enough; and ``attended``, [most evenings, players who came to so many,
    none if they are many]."""
    attended, players = _most(figures["pages"], "attended", 1)
    return {
        "comeback": _comeback(figures),
        "attended": [attended, players if len(players) <= PODIUM else []],
    }


def _comeback(figures: Mapping[str, Any]) -> list[Any] | None:
    found: dict[tuple[int, int], list[int]] = {}
    final = {row["player"]: row["rank"] for row in figures["table"]}
    for page in figures["pages"]:
        last = final[page["player"]]
        worst = max((rank for _evening, rank in page["ranks"] if rank is not None), default=0)
        if last is not None and worst - last >= CLIMBED:
            found.setdefault((worst - last, -last), []).append(page["player"])
    if not found:
        return None
    climbed, last = max(found)
    return [found[climbed, last], climbed - last, -last]


def _most(rows: Sequence[Mapping[str, Any]], figure: str, least: int) -> tuple[int, list[int]]:
    """Return the highest figure and the players who have it, once each; none below ``least``."""
    most = max((row[figure] for row in rows), default=0)
    reached = [row["player"] for row in rows if row[figure] == most >= least]
    return most, list(dict.fromkeys(reached))


def _streak(figures: Mapping[str, Any]) -> tuple[int, list[int]]:
    return _most(figures["streaks"], "hands", IN_A_ROW)


def _podium(figures: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the rows of the table that are on the podium: of a final, those of the final."""
    return [row for row in winning_rows(figures) if row["rank"] <= PODIUM]


def _figure(figures: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return what ranks a row of the podium, in words where it is matches won."""
    if "final" not in figures:
        return formatting.number(row["metric"])
    if not figures["final"]["rounds"]:
        return formatting.number(row["total"])
    won = int(row["total"])
    return ngettext("%(num)s match won", "%(num)s matches won", won) % {"num": won}


def _name(figures: Mapping[str, Any], player: int) -> str:
    name: str = figures["players"][str(player)]
    return name


def _names(figures: Mapping[str, Any], players: Any) -> str:
    return formatting.listed([_name(figures, player) for player in players])
