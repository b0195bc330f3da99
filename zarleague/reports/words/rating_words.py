"""The parameters learned from a league, in words of the active language."""

import math
from collections.abc import Mapping
from statistics import NormalDist
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues.formats import percent

COIN: Final = math.log(2.0)
"""The log loss of giving every pair even chances."""
EVEN_WITH_A_COIN: Final = 0.0005
"""A log loss this close to a coin's is called no better and no worse."""
HARDLY, SLOWLY, CLEARLY = 0.52, 0.57, 0.65
"""Chances of the better of two players met at random, up to which skill is said to show so."""


def too_early() -> str:
    """Return the sentence about luck and skill for a league whose ratings are all provisional."""
    return _(
        "It’s too early to say how much skill counts in this league: every rating is provisional."
    )


def luck(prior_deviation: float, players: int) -> str:
    """Return a sentence on luck and skill for this deviation of strengths, in log-odds. Neighbours
    are taken to be equally spaced over the expected range of as many normal draws as there are
    players (Blom's approximation).
    """
    count = max(players, 2)
    width = 2.0 * NormalDist().inv_cdf((count - 0.375) / (count + 0.25)) * prior_deviation
    # Two strengths drawn at random are 2 / sqrt(pi) deviations apart on average.
    typical = _ahead(2.0 / math.sqrt(math.pi) * prior_deviation)
    if typical < HARDLY:
        text = _(
            "In this league luck decides almost everything: in 100 hands, a player finishes "
            "ahead of the one just below %(neighbour)s times, and the top player ahead of the "
            "bottom one %(ends)s times."
        )
    elif typical < SLOWLY:
        text = _(
            "In this league luck counts for more than skill: in 100 hands, a player finishes "
            "ahead of the one just below %(neighbour)s times, and the top player ahead of the "
            "bottom one %(ends)s times."
        )
    elif typical < CLEARLY:
        text = _(
            "In this league skill pays off in the long run: in 100 hands, a player finishes "
            "ahead of the one just below %(neighbour)s times, and the top player ahead of the "
            "bottom one %(ends)s times."
        )
    else:
        text = _(
            "In this league skill decides: in 100 hands, a player finishes ahead of the one "
            "just below %(neighbour)s times, and the top player ahead of the bottom one "
            "%(ends)s times."
        )
    return text % {
        "neighbour": round(100 * _ahead(width / (count - 1))),
        "ends": round(100 * _ahead(width)),
    }


def meetings(players: int, pairs: int, hands: int) -> str:
    """Return a sentence on how much the players of a list have met: ``pairs`` of them sat in a hand
    together, in so many ``hands`` added up over the pairs; "" if nobody met anybody."""
    if not pairs:
        return ""
    each, others = round(hands / pairs), players - 1
    if 2 * pairs == players * others:
        return ngettext(
            "Everyone here has met everyone else, in %(hands)s hand on average.",
            "Everyone here has met everyone else, in %(hands)s hands on average.",
            each,
        ) % {"hands": each}
    met = 2 * pairs / players
    text = ngettext(
        "A player here has met %(met)s of the %(others)s others on average, in %(hands)s hand "
        "each.",
        "A player here has met %(met)s of the %(others)s others on average, in %(hands)s hands "
        "each.",
        each,
    ) % {"met": round(met), "others": others, "hands": each}
    if met < others / 2:
        text += " " + _(
            "Those who never met are compared through the people they both played, which says less."
        )
    return text


def verdict(marks: Mapping[str, Any]) -> str:
    """Return a sentence that compares a rater's log loss in the backtest with that of a coin."""
    loss = marks["log_loss"]
    if loss is None:
        return ""
    if abs(loss - COIN) <= EVEN_WITH_A_COIN:
        return _("predicts this league’s hands no better than a coin toss")
    share = {"share": percent(abs(1 - loss / COIN), 1)}
    if loss < COIN:
        return _("predicts this league’s hands %(share)s better than a coin toss") % share
    return _("predicts this league’s hands %(share)s worse than a coin toss") % share


def _ahead(apart: float) -> float:
    return 1.0 / (1.0 + math.exp(-apart))
