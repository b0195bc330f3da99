"""Evenings, matches, hands, penalties and disputes; and the totals derived from them."""

from zarleague.play.models.evening import Attendance, DrawnSeat, Evening, EveningRound
from zarleague.play.models.hand import MAX_REASON, Hand, HandResult, HandVersion
from zarleague.play.models.judged import EngineDifference, JudgedLog
from zarleague.play.models.match import Match, MatchSeat
from zarleague.play.models.rulings import Dispute, Notice, Penalty, Ruling, Statement
from zarleague.play.models.totals import (
    EveningTotal,
    MatchTotal,
    PairTotal,
    SeasonEvening,
    SeasonTotal,
)
