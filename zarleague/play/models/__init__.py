"""Matches, hands, penalties and disputes; and the totals derived from them."""

from zarleague.play.models.hand import Hand, HandResult, HandVersion
from zarleague.play.models.match import Match, MatchSeat
from zarleague.play.models.rulings import Dispute, Penalty
from zarleague.play.models.totals import (
    EveningTotal,
    MatchTotal,
    PairTotal,
    SeasonEvening,
    SeasonTotal,
)

__all__ = [
    "Dispute",
    "EveningTotal",
    "Hand",
    "HandResult",
    "HandVersion",
    "Match",
    "MatchSeat",
    "MatchTotal",
    "PairTotal",
    "Penalty",
    "SeasonEvening",
    "SeasonTotal",
]
