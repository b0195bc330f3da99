"""The table of a final, and the rounds of one that matches won decide."""

from fractions import Fraction
from typing import NamedTuple

from zarleague.draws import FinalMatch, Pairing, bracket, standing
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Match, MatchTotal
from zarleague.play.selectors.seasons import season_table
from zarleague.standings.rules import rules_from_json
from zarleague.standings.totals import MatchTotals


class FinalRow(NamedTuple):
    """A player in a final. Figures are of what the season ranks by, or matches won."""

    rank: int
    player_id: int
    seed: int
    """The place among those qualified, from 1."""
    carried: Fraction
    played: Fraction
    """Reached in the final's own matches, penalties included; 0 before the first hand."""
    withdrawn: bool

    @property
    def total(self) -> Fraction:
        return self.carried + self.played


def final_table(final: Season) -> list[FinalRow]:
    """Return the qualified players of a final, best first. Whoever is level with another stays in
    the order of the season. Who withdrew is behind the others; who else sat at its tables is left
    out. Where matches won decide, they are in the order of how far they got."""
    if final.final_seats is not None:
        return _by_matches(final)
    metric = {row.player_id: row.metric or Fraction() for row in season_table(final)}
    sign = -1 if rules_from_json(final.rules).metric_high_wins else 1
    gone = withdrawn(final)
    rows = [
        FinalRow(
            0, player, seed, Fraction(*carried), metric.get(player, Fraction()), player in gone
        )
        for seed, (player, (_, carried)) in enumerate(
            zip(_seeds(final), final.qualified, strict=True), 1
        )
    ]
    rows.sort(key=lambda row: (row.withdrawn, sign * row.total, row.seed))
    return [row._replace(rank=rank) for rank, row in enumerate(rows, 1)]


def final_rounds(final: Season) -> list[list[Pairing]]:
    """Return the rounds of a final that matches won decide: one of one pairing for a best of; none
    of any other season."""
    if final.final_seats is None or final.final_wins is None:
        return []
    seats, wins = final.final_seats, final.final_wins
    return bracket(_seeds(final), seats, wins, _played(final), withdrawn(final))


def withdrawn(final: Season) -> set[int]:
    """Return who withdrew from a final."""
    into = aliases(final.league_id)
    return {into.get(player, player) for player in final.withdrawn}


def finalists(final: Season) -> list[int]:
    """Return who plays a final, best of the season first."""
    gone = withdrawn(final)
    return [player for player in _seeds(final) if player not in gone]


def _seeds(final: Season) -> list[int]:
    """Return the qualified players, best of the season first; merged ones are the player they were
    merged into."""
    into = aliases(final.league_id)
    return [into.get(player, player) for player, _ in final.qualified]


def _played(final: Season) -> list[FinalMatch]:
    """Return the matches of a final of which a hand counts."""
    into = aliases(final.league_id)
    rows = MatchTotal.objects.filter(season=final).order_by("match").select_related("match")
    found = []
    for row in rows:
        totals = MatchTotals.from_json(row.totals)
        if not totals.points:
            continue
        places = {into.get(one, one): held.place for one, held in totals.standing().items()}
        players = frozenset(into.get(one, one) for one in totals.points)
        is_over = row.match.state == Match.State.CLOSED
        found.append(FinalMatch(row.match_id, places, players, is_over))
    return found


def _by_matches(final: Season) -> list[FinalRow]:
    seeds, rounds, gone = _seeds(final), final_rounds(final), withdrawn(final)
    won = dict.fromkeys(seeds, 0)
    for pairing in (one for pairings in rounds for one in pairings):
        for player, wins in pairing.wins.items():
            won[player] += wins
    return [
        FinalRow(
            rank, player, seeds.index(player) + 1, Fraction(), Fraction(won[player]), player in gone
        )
        for rank, player in enumerate(standing(rounds, seeds), 1)
    ]
