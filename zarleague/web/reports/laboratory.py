"""The house-rule laboratory: bots play under two sets of rules, side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from zarleague.bots.experiments import MILLISECONDS
from zarleague.engine import KEYS, find
from zarleague.engine.declared import is_declared
from zarleague.engine.game import Game
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.models import League
from zarleague.leagues.selectors import house_rules
from zarleague.play.verdicts.judging import NO_ENGINE, refusals
from zarleague.play.verdicts.rulesets import overrides_of, preset_of
from zarleague.reports import selectors
from zarleague.reports.background_work.jobs import channel
from zarleague.reports.models import Experiment
from zarleague.reports.questions import experiments
from zarleague.reports.questions.experiment_figures import MEANS, ComparedFigure, Interval, figures
from zarleague.reports.tasks import queue_experiment
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import (
    actor_of,
    found_or_404,
    organised_league,
    showing_refusals,
    whole_number,
)
from zarleague.web.league.context import show
from zarleague.web.rendering.words import local_time

HOUSE: Final = "house"
"""The rules the league plays by, among a game's variants."""
SIDES: Final = ("one", "other")
_TITLES: Final = {
    "turns": gettext_lazy("Turns in a hand"),
    "spread": gettext_lazy("Points between best and worst"),
    "first": gettext_lazy("Wins by the starting player"),
    "better": gettext_lazy("Wins by the better player"),
    "decided": gettext_lazy("Hands that would end differently by the other rules"),
}


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure in words: its value under both rulesets, and their difference."""

    title: str
    sides: tuple[tuple[str, str], ...]
    difference: str
    even: str
    bars: tuple[float, ...]
    """The length of each side's bar, from 0 to 1: shares as they are, means beside the greater."""


def laboratory(request: HttpRequest, slug: str) -> HttpResponse:
    """List the comparisons of a league and start another; ``?game=`` chooses the game."""
    league = organised_league(request, slug)
    asked: Mapping[str, str] = (request.POST if request.method == "POST" else request.GET).dict()
    key = asked.get("game", "")
    if is_declared(key):
        messages.warning(request, _(NO_ENGINE))
    game = find(next(one for one in (key, league.default_game, *KEYS) if one in KEYS))
    if request.method == "POST":
        with showing_refusals(request):
            made = experiments.ask(
                league,
                [_ruleset(league, game, asked, side) for side in SIDES],
                whole_number(asked.get("players", "")) or 0,
                whole_number(asked.get("hands", "")) or 0,
                actor=actor_of(request),
            )
            queue_experiment(made)
            return redirect("experiment", slug, made.pk)
    fewest, most = experiments.seats_allowed(house_rules(league, game.key))
    return show(
        request,
        "reports/laboratory.html",
        league,
        "settings",
        game=game,
        games=[find(one) for one in KEYS],
        asked={"players": str(min(max(4, fewest), most)), "hands": "1000"} | dict(asked),
        players=range(fewest, most + 1),
        hands=experiments.HANDS,
        seconds=2 * MILLISECONDS.get(game.key, max(MILLISECONDS.values())),
        house=HOUSE,
        sides=SIDES,
        options=[option for option in game.options if option.choices],
        experiments=selectors.experiments_of(league),
        moment=lambda when: local_time(league, when),
    )


def experiment(request: HttpRequest, slug: str, experiment_id: int) -> HttpResponse:
    """Show one comparison, or its progress; POST stops it."""
    league = organised_league(request, slug)
    found = _of(league, experiment_id)
    if request.method == "POST":
        experiments.cancel(found, actor=actor_of(request))
        return redirect("experiment", slug, experiment_id)
    tallies = experiments.tallies_of(found)
    rows = [_row(figure, found.players) for figure in figures(*tallies)] if tallies else []
    done, total = experiments.progress(found)
    return show(
        request,
        "reports/experiment.html",
        league,
        "settings",
        channels=(channel(league.pk),),
        experiment=found,
        game=find(found.game),
        rules=[_in_words(ruleset) for ruleset in experiments.rules_of(found)],
        tallies=tallies,
        rows=rows,
        verdict=_verdict(rows, tallies[0].hands) if tallies else "",
        done=done,
        total=total,
    )


@judges_logs
@require_safe
def example(
    request: HttpRequest, slug: str, experiment_id: int, side: int, number: int
) -> HttpResponse:
    """Open an example on the replay board, at the step where the two rulesets part."""
    found = _of(organised_league(request, slug), experiment_id)
    with refusals():
        text, parts_at = experiments.example(found, side, number)
    if not text:
        raise Http404
    step = f"#e{parts_at}" if parts_at else ""
    return redirect(f"{reverse('any-replay')}?{urlencode({'log': text})}{step}")


def _of(league: League, experiment_id: int) -> Experiment:
    return found_or_404(selectors.experiment_of(league, experiment_id))


def _ruleset(league: League, game: Game, asked: Mapping[str, str], side: str) -> Ruleset:
    """Return the ruleset chosen on one side of the form: a variant or the house rules, with one
    option changed. Keys and values that do not exist are ignored."""
    variant = asked.get(f"{side}-variant", "")
    present = house_rules(league, game.key)
    chosen = dict(overrides_of(present)) if variant == HOUSE else {}
    preset = present.preset if variant == HOUSE else variant
    if preset not in {one.key for one in game.presets}:
        preset = game.presets[0].key
    option, _equals, value = asked.get(f"{side}-change", "").partition("=")
    if any(one.key == option and one.allows(value) for one in game.options):
        chosen[option] = value
    return game.ruleset(preset, chosen)


def _in_words(ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruleset in words: its variant, and the options that differ from it."""
    options = {option.key: option for option in find(ruleset.game).options}
    return {
        "title": _(preset_of(ruleset).title),
        "changes": [
            (_(options[key].title), _(dict(options[key].choices).get(value, value)))
            for key, value in overrides_of(ruleset).items()
        ],
    }


def _row(figure: ComparedFigure, players: int) -> FigureRow:
    is_share = figure.key not in MEANS
    apart = figure.difference
    difference = ""
    if apart is not None and figure.key != "decided":
        difference = _number(apart.value, is_share, sign=True) if figure.differs else ""
    even = _number(1 / players, is_share) if figure.key in ("first", "better") else ""
    sides = tuple(_side(one, is_share) for one in figure.sides)
    values = [one.value if one else 0.0 for one in figure.sides]
    longest = 1.0 if is_share else max(*values, 0.0) or 1.0
    bars = tuple(max(0.0, value / longest) for value in values)
    return FigureRow(str(_TITLES[figure.key]), sides, difference, even, bars)


def _verdict(rows: Sequence[FigureRow], hands: int) -> str:
    """Return in one sentence what the second rules change by more than chance."""
    changed = [f"{row.title} ({row.difference})" for row in rows if row.difference]
    if not changed:
        text = ngettext(
            "In %(num)s hand by each set of rules, nothing differs by more than chance.",
            "In %(num)s hands by each set of rules, nothing differs by more than chance.",
            hands,
        )
        return text % {"num": hands}
    text = ngettext(
        "In %(num)s hand by each set of rules, the second rules change by more than chance: "
        "%(what)s.",
        "In %(num)s hands by each set of rules, the second rules change by more than chance: "
        "%(what)s.",
        hands,
    )
    return text % {"num": hands, "what": "; ".join(changed)}


def _side(found: Interval | None, is_share: bool) -> tuple[str, str]:
    """Return a figure and its interval in words."""
    if found is None:
        return "–", ""
    value, high = _number(found.value, is_share), _number(found.high, is_share)
    low = number_format(found.low * 100 if is_share else found.low, 1)
    return value, _("{low} to {high}").format(low=low, high=high)


def _number(value: float, is_share: bool, *, sign: bool = False) -> str:
    shown = number_format(value * 100 if is_share else value, 1)
    plus = "+" if sign and value > 0 else ""
    return plus + (_("{number}%").format(number=shown) if is_share else shown)
