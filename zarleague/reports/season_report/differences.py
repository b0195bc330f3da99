"""Compare a report with the one before it."""

from collections.abc import Mapping
from typing import Any

FIGURES = ("rank", "metric", "points", "wins", "hands", "penalty")
"""Figures of a table's row that are compared."""


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return each figure that changed: ``{"what", "player" (an id or None), "before", "after"}``.

    First the rows of the table, in the order of the later one, then the ratings by game, then the
    closest evening, the highest points in a hand and the number of hands.
    """
    found: list[dict[str, Any]] = []
    old = {row["player"]: row for row in before["table"]}
    new = {row["player"]: row for row in after["table"]}
    for player in dict.fromkeys((*new, *old)):
        for figure in FIGURES:
            _compare(
                found,
                figure,
                player,
                old.get(player, {}).get(figure),
                new.get(player, {}).get(figure),
            )
    then, now = _ratings(before), _ratings(after)
    for key in dict.fromkeys((*now, *then)):
        _compare(found, "rating", key[1], then.get(key), now.get(key))
    _compare(found, "rating-model", None, rating_model(before), rating_model(after))
    for figure in ("hands", "matches", "evenings"):
        _compare(found, f"{figure}-played", None, before["counts"][figure], after["counts"][figure])
    _compare(found, "closest", None, _evening(before), _evening(after))
    if "highest" in before:
        _compare(found, "highest", None, _points(before), _points(after))
    _compare(found, "ranking", None, before["season"]["ranking"], after["season"]["ranking"])
    return found


def _compare(
    found: list[dict[str, Any]], what: str, player: int | None, before: Any, after: Any
) -> None:
    if before != after:
        found.append({"what": what, "player": player, "before": before, "after": after})


def rating_model(figures: Mapping[str, Any]) -> int | None:
    """Return the rating model of a report, None if it has no ratings. Reports made before models
    were numbered use the first.
    """
    return min((moved.get("model", 1) for moved in figures["ratings"]), default=None)


def _ratings(figures: Mapping[str, Any]) -> dict[tuple[str, int], int]:
    return {
        (moved["game"], row["player"]): row["after"]["rating"]
        for moved in figures["ratings"]
        for row in moved["rows"]
    }


def _evening(figures: Mapping[str, Any]) -> int | None:
    return figures["closest"]["evening"] if figures["closest"] else None


def _points(figures: Mapping[str, Any]) -> str | None:
    """Return the most points in one hand of each game, in the order of the games."""
    return " · ".join(str(record["points"]) for record in figures["highest"]) or None
