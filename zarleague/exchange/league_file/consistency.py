"""Check that the records of a file agree with each other, as the services see to it on a site.

What is needed of a record until the end is kept in temporary files, as numbers; references are line
numbers of the file, 0 for none.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from zarleague.engine.declared import PREFIX, is_declared
from zarleague.exchange.history.sheet_rows import MAX_TOGETHER
from zarleague.exchange.league_file.columns import WrongValue
from zarleague.exchange.league_file.numbering import NumberFile
from zarleague.exchange.league_file.reading import BadLine
from zarleague.leagues.models import League, LeagueGame, Player, PlayerMerge, Season
from zarleague.leagues.selectors import ends_of_chains
from zarleague.leagues.services.seasons import MOST_DIVISIONS, MOST_SEASONS
from zarleague.play import models as play
from zarleague.play.verdicts.judging import is_given_up
from zarleague.standings.places import places

MOST_POINTS: Final = 2**31 - 1
"""Points of one player in all results and penalties together, whatever their signs: what a total is
stored in."""
_NO_GAME: Final = "“{}” must be a game of house_rules.jsonl if it is the league's own."
_NONE: Final = -1
_ALWAYS: Final = 2**62


class _NumberTable:
    """Some numbers of each record of a kind, by line. *instead* has their names, each with the
    number that stands for none."""

    def __init__(self, **instead: int) -> None:
        self._instead = instead
        self._columns = {name: NumberFile([0]) for name in instead}

    def append(self, row: Any, **others: int | None) -> None:
        """Note a row; *others* are numbers that are none of its fields."""
        for name, numbers in self._columns.items():
            number = others[name] if name in others else getattr(row, name)
            numbers.append(self._instead[name] if number is None else number)

    def at(self, line: int, name: str) -> int:
        return self._columns[name].view()[line]

    def array(self, name: str) -> Any:
        """Return the numbers as an array; place 0 stands for none."""
        return np.frombuffer(self._columns[name].view(), dtype=np.int64)


class Consistency:
    """What the records read so far say of each other. Feed it the rows in the order of the file."""

    def __init__(self) -> None:
        self._into: dict[int, int] = {}
        self._counts_for: dict[int, int] = {}
        """The player for whom a merged one's results count, by line."""
        self._players = 0
        self._main_game = ""
        self._games: set[str] = set()
        """The games that have house rules: of those that are a league's own, all."""
        self._game_names: set[str] = set()
        """The names that games of the league's own have, and those they were added under."""
        self._seasons = 0
        self._of_seasons: dict[str, dict[int, int]] = {
            name: {} for name in ("final_of", "above", "follows")
        }
        """The season to which each one refers, by line."""
        self._points = array("q", [0])
        self._matches = _NumberTable(season_id=0, high_wins=0)
        self._seats = _NumberTable(
            match_id=0, player_id=0, scores_for=0, number=0, from_hand=0, until_hand=_ALWAYS
        )
        self._hands = _NumberTable(match_id=0, number=0, confirmed_id=0)
        self._versions = _NumberTable(hand_id=0, sheets=0, winner=_NONE, given_up=0)
        self._results = _NumberTable(version_id=0, player=0, order=0, points=0, place=0, won=0)
        self._last: dict[str, Callable[[], None]] = {
            "house_rules": self._check_main_game,
            "players": self._check_merges,
            "seasons": self._check_seasons,
            "seats": self._check_seats,
            "versions": self._check_confirmed,
            "results": self._check_results,
        }

    def note(self, row: Any) -> None:
        """Store what is needed of a row. Raise WrongValue if it contradicts an earlier one."""
        match row:
            case League():
                self._main_game = row.default_game
            case LeagueGame():
                self._note_game(row)
            case Player():
                self._players += 1
                self._points.append(0)
                if row.merged_into_id is not None:
                    self._into[self._players] = row.merged_into_id
            case PlayerMerge():
                if row.undone_at is None and self._into.get(row.guest_id) != row.into_id:
                    raise WrongValue("“into” must be the player into whom the guest is merged.")
            case Season():
                self._seasons += 1
                if self._seasons > MOST_SEASONS:
                    raise WrongValue(f"A league can have {MOST_SEASONS} seasons.")
                if not self._has(row.game):
                    raise WrongValue(_NO_GAME.format("game"))
                for name, others in self._of_seasons.items():
                    if (other := getattr(row, f"{name}_id")) is not None:
                        others[self._seasons] = other
            case play.EveningRound():
                if not self._has(row.game):
                    raise WrongValue(_NO_GAME.format("game"))
            case play.Match():
                self._matches.append(row)
            case play.MatchSeat():
                self._seats.append(row)
            case play.Hand():
                self._hands.append(row)
            case play.HandVersion():
                self._note_version(row)
            case play.HandResult():
                self._note_result(row)
            case play.Penalty():
                if row.match_id and self._matches.at(row.match_id, "season_id") != row.season_id:
                    raise WrongValue("“match” must be a match of the season.")
                self._add_points(row)
            case play.Dispute():
                if row.version_id and self._versions.at(row.version_id, "hand_id") != row.hand_id:
                    raise WrongValue("“version” must be a version of the hand.")

    def finish(self, record: str) -> None:
        """Check the records of a kind when all have been noted. Raise BadLine."""
        if record in self._last:
            self._last[record]()

    def _note_game(self, row: LeagueGame) -> None:
        if is_declared(row.game):
            taken = {row.own_name, row.game.removeprefix(PREFIX)}
            if not taken.isdisjoint(self._game_names):
                raise WrongValue("“name” must not be one that another game has or had.")
            self._game_names |= taken
        self._games.add(row.game)

    def _note_version(self, row: play.HandVersion) -> None:
        entry = row.entry
        sheets = 0 if row.kind == play.HandVersion.Kind.VOID else _NONE
        self._versions.append(
            row,
            sheets=sheets if entry is None else len(entry["sheets"]),
            winner=None if entry is None else entry.get("winner"),
            given_up=is_given_up(entry),
        )

    def _note_result(self, row: play.HandResult) -> None:
        hand = self._versions.at(row.version_id, "hand_id")
        seat, number = row.seat_id, self._hands.at(hand, "number")
        if self._seats.at(seat, "match_id") != self._hands.at(hand, "match_id"):
            raise WrongValue("“seat” must be a seat of the hand's match.")
        # Earlier versions keep the seats of before a correction of who sat there.
        if self._hands.at(hand, "confirmed_id") == row.version_id:
            first, last = (self._seats.at(seat, name) for name in ("from_hand", "until_hand"))
            if not first <= number <= last:
                raise WrongValue("“seat” must be a seat that was taken during the hand.")
            if self._seats.at(seat, "scores_for") != row.player_id:
                raise WrongValue("“player” must be the player for whom the seat counts.")
        self._add_points(row)
        self._results.append(row, player=self._counts_for.get(row.player_id, row.player_id))

    def _add_points(self, row: play.HandResult | play.Penalty) -> None:
        player = self._counts_for.get(row.player_id, row.player_id)
        self._points[player] += abs(row.points)
        if self._points[player] > MOST_POINTS:
            raise WrongValue(
                f"“points” must not make more than {MOST_POINTS} points of one player together."
            )

    def _has(self, game: str) -> bool:
        """Return whether a game is one that every league has, or is defined in the file."""
        return not is_declared(game) or game in self._games

    def _check_main_game(self) -> None:
        if not self._has(self._main_game):
            raise BadLine("league", 1, _NO_GAME.format("default_game"))

    def _check_merges(self) -> None:
        self._counts_for = ends_of_chains(self._into)
        for guest, into in self._counts_for.items():
            if guest == into:
                raise BadLine("players", guest, "“merged_into” must not lead back to the player.")

    def _check_seasons(self) -> None:
        for name, others in self._of_seasons.items():
            for season, last in ends_of_chains(others).items():
                if season == last:
                    raise BadLine("seasons", season, f"“{name}” must not lead back to the season.")
        for season in (above := self._of_seasons["above"]):
            higher, divisions = season, 1
            while higher in above and divisions <= MOST_DIVISIONS:
                higher, divisions = above[higher], divisions + 1
            if divisions > MOST_DIVISIONS:
                problem = f"There can be {MOST_DIVISIONS} divisions side by side."
                raise BadLine("seasons", season, problem)

    def _check_seats(self) -> None:
        """Check that nobody has two seats of a match at once, and no seat two players."""
        match, first, last = map(self._seats.array, ("match_id", "from_hand", "until_hand"))
        for name, what in (("number", "seat"), ("player_id", "player")):
            number = self._seats.array(name)
            order = np.lexsort((last, first, number, match))
            order = order[(last >= first)[order]]  # without those left before a hand was played
            before, after = order[:-1], order[1:]
            both = (match[before] == match[after]) & (number[before] == number[after])
            both &= (last[before] >= first[after]) & (match[after] > 0)
            wrong = np.maximum(before, after)[both]
            if len(wrong):
                raise BadLine("seats", int(wrong.min()), f"The {what} is at the table already.")

    def _check_confirmed(self) -> None:
        """Check that each hand confirms a version of its own."""
        of_version, confirmed = self._versions.array("hand_id"), self._hands.array("confirmed_id")
        wrong = np.flatnonzero(of_version[confirmed] != np.arange(len(confirmed)))
        if len(wrong):
            problem = "“confirmed” must be one of the hand's own versions."
            raise BadLine("hands", int(wrong[0]), problem)

    def _check_results(self) -> None:
        """Check the results of each version together."""
        sheets, winners, all_given_up = map(self._versions.array, ("sheets", "winner", "given_up"))
        player, order, points, place, won = map(
            self._results.array, ("player", "order", "points", "place", "won")
        )
        for version, lines in self._by_version():
            given_up = bool(all_given_up[version])
            if given_up and not len(lines):
                continue  # does not count
            least, most = (1, MAX_TOGETHER) if sheets[version] == _NONE else (sheets[version],) * 2
            if not least <= len(lines) <= min(most, MAX_TOGETHER):
                wanted = str(least) if least == most else f"{least} to {most}"
                problem = f"It must have {wanted} results and has {len(lines)}."
                raise BadLine("versions", version, problem)
            if len(set(player[lines].tolist())) < len(lines):
                problem = "The results of a hand must be of different players, merged or not."
                raise BadLine("results", int(lines[-1]), problem)
            lines = lines[np.argsort(order[lines])]
            winner = int(winners[version])
            right = self._places(points[lines], place[lines], version, winner)
            for at, line in enumerate(lines.tolist()):
                if order[line] != at:
                    raise BadLine("results", line, "“order” must count the seats from 0.")
                if place[line] != right[at]:
                    raise BadLine("results", line, f"“place” must be {right[at]} by the points.")
                if given_up and (points[line] or won[line]):
                    raise BadLine("results", line, "A hand given up has no points and no winner.")
                if not given_up and won[line] != (
                    right[at] == 1 if winner == _NONE else winner == at
                ):
                    raise BadLine("results", line, "“won” must be true for the winner only.")

    def _places(self, points: Any, stored: Any, version: int, winner: int) -> tuple[int, ...]:
        """Return the places by the points; with the winner ahead of others with the same points, if
        that is how they are stored."""
        match = self._hands.at(self._versions.at(version, "hand_id"), "match_id")
        high_wins = bool(self._matches.at(match, "high_wins"))
        level = places(points.tolist(), high_wins=high_wins)
        if not 0 <= winner < len(level):
            return level
        ahead = places(points.tolist(), high_wins=high_wins, ahead=winner)
        return ahead if stored.tolist() == list(ahead) else level

    def _by_version(self) -> Iterator[tuple[int, Any]]:
        """Yield each version with the lines of its results."""
        version = self._results.array("version_id")
        order = np.argsort(version, kind="stable")[1:]
        starts = np.searchsorted(
            version[order], np.arange(len(self._versions.array("hand_id")) + 1)
        )
        for one in range(1, len(starts) - 1):
            yield one, order[starts[one] : starts[one + 1]]
