"""The plays of an export of BG Stats, a JSON document.

BG Stats publishes no description of its format; docs/data.md names the source of the one used here.
"""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from zarleague.exchange.history.sheets import MAX_TEXT, Cell, Play, PlayResult

MOST_GAMES: Final = 1000
"""Games of an export of which it is kept whether most points win."""
_SUM: Final = re.compile(r"[+-]?[0-9]{1,7}(?:[+-][0-9]{1,7}){0,50}")


def plays_of(data: Mapping[str, Any]) -> Iterator[Play]:
    """Yield the plays of an export, but those that BG Stats itself ignores ("ignored")."""
    games, places, people = (_names(data.get(key)) for key in ("games", "locations", "players"))
    unnamed = _unnamed(data.get("players"))
    for play in data["plays"]:
        if isinstance(play, dict) and play.get("ignored") is not True:
            counted: Counter[str] = Counter()
            yield Play(
                _day(play.get("playDate")),
                places.get(_key(play.get("locationRefId"))),
                games.get(_key(play.get("gameRefId"))),
                [
                    PlayResult(
                        _name(_key(score.get("playerRefId")), people, unnamed, counted),
                        _points(score.get("score")),
                        score.get("winner") is True,
                        _rank(score.get("rank")),
                    )
                    for score in _with_result_of_team(play, _scores(play))
                ],
            )


def _with_result_of_team(
    play: Mapping[str, Any], scores: Sequence[Mapping[str, Any]]
) -> Iterator[Mapping[str, Any]]:
    """Yield the scores of a play; where only one of a team has a score, or a rank, it is that of
    all, and a team has won if one of it has."""
    teams: dict[str, list[Mapping[str, Any]]] = {}
    for one in scores if play.get("usesTeams") is not False else ():
        teams.setdefault(_key(one.get("team")), []).append(one)
    teams.pop("", None)
    for one in scores:
        team, shared = teams.get(_key(one.get("team")), [one]), dict(one)
        for value, read in (("score", _points), ("rank", _rank)):
            known = [mate[value] for mate in team if read(mate.get(value)) is not None]
            if len(known) == 1:
                shared[value] = known[0]
        shared["winner"] = any(mate.get("winner") is True for mate in team)
        yield shared


def most_points_win(data: Mapping[str, Any]) -> dict[str, bool]:
    """Return by game whether an export says that most points win it; without those of which it says
    nothing."""
    games = data.get("games")
    return {
        _title(one): one["highestWins"]
        for one in (games if isinstance(games, list) else ())[:MOST_GAMES]
        if isinstance(one, dict)
        and isinstance(one.get("highestWins"), bool)
        and not one.get("noPoints")
    }


def _names(things: object) -> dict[str, str]:
    """Return the names of games, places or players by their ids."""
    return {
        _key(thing.get("id")): _title(thing)
        for thing in (things if isinstance(things, list) else ())
        if isinstance(thing, dict)
    }


def _unnamed(players: object) -> set[str]:
    """Return the ids that stand for anybody: several players of one play may have one."""
    return {
        _key(one.get("id"))
        for one in (players if isinstance(players, list) else ())
        if isinstance(one, dict) and one.get("isAnonymous") is True
    }


def _name(
    key: str, people: Mapping[str, str], unnamed: Collection[str], counted: Counter[str]
) -> str | None:
    """Return a player's name; the second in a play of those who have none is numbered."""
    name = people.get(key)
    if name is None or key not in unnamed:
        return name
    counted[key] += 1
    return f"{name} {counted[key]}" if counted[key] > 1 else name


def _title(thing: Mapping[str, Any]) -> str:
    return str(thing.get("name") or "").strip()[:MAX_TEXT]


def _key(value: object) -> str:
    """Return an id as text; "" for none."""
    return str(value) if isinstance(value, int | str) else ""


def _scores(play: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    scores = play.get("playerScores")
    return [one for one in (scores if isinstance(scores, list) else ()) if isinstance(one, dict)]


def _day(value: object) -> Cell:
    """Return the date of "2019-04-06 04:54:35"; a text that is no date is returned unchanged."""
    text = value if isinstance(value, str) else ""
    try:
        return datetime.date.fromisoformat(text[:10])
    except ValueError:
        return text[:MAX_TEXT] or "?"


def _rank(value: object) -> Cell:
    """Return a rank; BG Stats writes 0 for none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _points(value: object) -> Cell:
    """Return a score: BG Stats stores a text, for rounds that were added up "12+5-3"."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = str(value or "").replace(" ", "")
    if _SUM.fullmatch(text):
        return sum(int(part) for part in re.findall(r"[+-]?[0-9]+", text))
    return text[:MAX_TEXT] or None
