"""Check that the records of a file agree with each other, as the services see to it on a site.

What is needed of a record until the end is kept in temporary files, as numbers; references are line
numbers of the file, 0 for none.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from zarleague.engine.declared import is_declared
from zarleague.exchange.history.sheet_rows import MAX_TOGETHER
from zarleague.exchange.league_file.columns import WrongValue
from zarleague.exchange.league_file.numbering import NumberFile
from zarleague.exchange.league_file.reading import BadLine
from zarleague.leagues.models import League, LeagueGame, Player, PlayerMerge, Season
from zarleague.leagues.selectors import ends_of_chains
from zarleague.leagues.services.seasons import MOST_DIVISIONS, MOST_SEASONS
from zarleague.play.models import (
    Dispute,
    EveningRound,
    Hand,
    HandResult,
    HandVersion,
    Match,
    MatchSeat,
    Penalty,
)
from zarleague.play.verdicts.judging import is_given_up
from zarleague.standings.places import places

MOST_POINTS: Final = 2**31 - 1
"""Points of one player in all results and penalties together, whatever their signs: what a total is
stored in."""
_NO_GAME: Final = "“{}” must be a game of house_rules.jsonl if it is the league's own."
_NONE: Final = -1
_ALWAYS: Final = 2**62


class _Column:
    """One number of each record of a kind, by line."""

    def __init__(self) -> None:
        self._numbers = NumberFile([0])

    def append(self, number: int | None, instead: int = 0) -> None:
        self._numbers.append(instead if number is None else number)

    def __getitem__(self, line: int) -> int:
        return self._numbers.view()[line]

    @property
    def array(self) -> Any:
        """Return the numbers as an array; place 0 stands for none."""
        return np.frombuffer(self._numbers.view(), dtype=np.int64)


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
        self._seasons = 0
        self._of_seasons: dict[str, dict[int, int]] = {
            name: {} for name in ("final_of", "above", "follows")
        }
        """The season to which each one refers, by line."""
        self._points = array("q", [0])
        self._match_season, self._match_high_wins = _Column(), _Column()
        self._seat_match, self._seat_player = _Column(), _Column()
        self._seat_scores_for = _Column()
        self._seat_number, self._seat_from, self._seat_until = _Column(), _Column(), _Column()
        self._hand_match, self._hand_number, self._hand_confirmed = _Column(), _Column(), _Column()
        self._version_hand, self._version_sheets = _Column(), _Column()
        self._version_winner, self._version_given_up = _Column(), _Column()
        self._result_version, self._result_player = _Column(), _Column()
        self._result_order, self._result_points = _Column(), _Column()
        self._result_place, self._result_won = _Column(), _Column()
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
                self._games.add(row.game)
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
            case EveningRound():
                if not self._has(row.game):
                    raise WrongValue(_NO_GAME.format("game"))
            case Match():
                self._match_season.append(row.season_id)
                self._match_high_wins.append(row.high_wins)
            case MatchSeat():
                self._seat_match.append(row.match_id)
                self._seat_player.append(row.player_id)
                self._seat_scores_for.append(row.scores_for)
                self._seat_number.append(row.number)
                self._seat_from.append(row.from_hand)
                self._seat_until.append(row.until_hand, _ALWAYS)
            case Hand():
                self._hand_match.append(row.match_id)
                self._hand_number.append(row.number)
                self._hand_confirmed.append(row.confirmed_id)
            case HandVersion():
                self._note_version(row)
            case HandResult():
                self._note_result(row)
            case Penalty():
                if row.match_id and self._match_season[row.match_id] != row.season_id:
                    raise WrongValue("“match” must be a match of the season.")
                self._add_points(row)
            case Dispute():
                if row.version_id and self._version_hand[row.version_id] != row.hand_id:
                    raise WrongValue("“version” must be a version of the hand.")

    def finish(self, record: str) -> None:
        """Check the records of a kind when all have been noted. Raise BadLine."""
        if record in self._last:
            self._last[record]()

    def _note_version(self, row: HandVersion) -> None:
        entry = row.entry
        sheets = 0 if row.kind == HandVersion.Kind.VOID else _NONE
        self._version_hand.append(row.hand_id)
        self._version_sheets.append(sheets if entry is None else len(entry["sheets"]))
        self._version_winner.append(None if entry is None else entry.get("winner"), _NONE)
        self._version_given_up.append(is_given_up(entry))

    def _note_result(self, row: HandResult) -> None:
        hand = self._version_hand[row.version_id]
        seat, number = row.seat_id, self._hand_number[hand]
        if self._seat_match[seat] != self._hand_match[hand]:
            raise WrongValue("“seat” must be a seat of the hand's match.")
        # Earlier versions keep the seats of before a correction of who sat there.
        if self._hand_confirmed[hand] == row.version_id:
            if not self._seat_from[seat] <= number <= self._seat_until[seat]:
                raise WrongValue("“seat” must be a seat that was taken during the hand.")
            if self._seat_scores_for[seat] != row.player_id:
                raise WrongValue("“player” must be the player for whom the seat counts.")
        self._add_points(row)
        self._result_version.append(row.version_id)
        self._result_player.append(self._counts_for.get(row.player_id, row.player_id))
        self._result_order.append(row.order)
        self._result_points.append(row.points)
        self._result_place.append(row.place)
        self._result_won.append(row.won)

    def _add_points(self, row: HandResult | Penalty) -> None:
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
        match, first, last = (
            column.array for column in (self._seat_match, self._seat_from, self._seat_until)
        )
        for column, what in ((self._seat_number, "seat"), (self._seat_player, "player")):
            number = column.array
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
        of_version, confirmed = self._version_hand.array, self._hand_confirmed.array
        wrong = np.flatnonzero(of_version[confirmed] != np.arange(len(confirmed)))
        if len(wrong):
            problem = "“confirmed” must be one of the hand's own versions."
            raise BadLine("hands", int(wrong[0]), problem)

    def _check_results(self) -> None:
        """Check the results of each version together."""
        sheets, winners = self._version_sheets.array, self._version_winner.array
        player, order = self._result_player.array, self._result_order.array
        points, place = self._result_points.array, self._result_place.array
        won = self._result_won.array
        for version, lines in self._by_version():
            given_up = bool(self._version_given_up[version])
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
        match = self._hand_match.array[self._version_hand.array[version]]
        high_wins = bool(self._match_high_wins.array[match])
        level = places(points.tolist(), high_wins=high_wins)
        if not 0 <= winner < len(level):
            return level
        ahead = places(points.tolist(), high_wins=high_wins, ahead=winner)
        return ahead if stored.tolist() == list(ahead) else level

    def _by_version(self) -> Iterator[tuple[int, Any]]:
        """Yield each version with the lines of its results."""
        version = self._result_version.array
        order = np.argsort(version, kind="stable")[1:]
        starts = np.searchsorted(version[order], np.arange(len(self._version_hand.array) + 1))
        for one in range(1, len(starts) - 1):
            yield one, order[starts[one] : starts[one + 1]]
