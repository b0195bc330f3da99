"""What-if: a season's table under other rules, side by side with its own."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.engine.declared import is_declared
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Option
from zarleague.leagues import selectors
from zarleague.leagues.models import Season
from zarleague.play import selectors as play
from zarleague.play.verdicts.judging import NO_ENGINE
from zarleague.reports import selectors as jobs
from zarleague.reports.background_work.jobs import channel
from zarleague.reports.models import Job
from zarleague.reports.questions import slow_questions
from zarleague.reports.questions.what_if import RulesChange
from zarleague.reports.tasks import answer_season
from zarleague.reports.words import ranking_words
from zarleague.reports.words.ranking_words import PRESET_TITLES
from zarleague.standings.rules import PRESETS, rules_from_json, season_rules
from zarleague.web.arriving.paging import pager, requested_page
from zarleague.web.arriving.requests import season_or_404
from zarleague.web.league.context import show
from zarleague.web.league.season_pages.leaders import ways_to_rank


@require_safe
def what_if(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the table under other rules.

    ``?ranking=`` is another way to rank, ``?<game>=`` a preset of that game and
    ``?<game>.<option>=`` one of its options; everything else stays as it was played. Without a
    question, the page shows who would lead by each of the other ways to rank.
    """
    season = season_or_404(request, slug, season_id)
    league = season.league
    options = slow_questions.options_of(season)
    games = play.games_played(season)
    with_engine = [game for game in games if not is_declared(game)]
    page = requested_page(request)
    changes = _changes(request.GET, with_engine, options)
    ranking = request.GET.get("ranking", "")
    if ranking not in PRESETS:
        ranking = ""
    found = (
        slow_questions.what_if_of(season, changes, ranking, page) if changes or ranking else None
    )
    if isinstance(found, slow_questions.NotYet) or (found and not found.is_current):
        answer_season.queue_once(season.pk)
    shown = found if isinstance(found, slow_questions.Answered) else None
    why = shown.head.get("problem", "") if shown else ""
    return show(
        request,
        "reports/what_if.html",
        league,
        "seasons",
        channels=(channel(league.pk),),
        season=season,
        names=selectors.names_of(league, [row.player_id for row in shown.rows]) if shown else {},
        games=[(scored(game), options.get(game, ())) for game in with_engine],
        no_engine=_(NO_ENGINE) if len(with_engine) < len(games) else "",
        rankings=PRESET_TITLES.items(),
        ways=[way for way in ways_to_rank(season) if way.preset != season.rules["preset"]]
        if games and found is None
        else (),
        asked=request.GET,
        found=shown if not why else None,
        words=_words(season, ranking, shown.head) if shown else None,
        waiting=found if isinstance(found, slow_questions.NotYet) else None,
        job=jobs.job_of(Job.Kind.ANSWERS, league, season) if found else None,
        pager=pager(request, page, slow_questions.PART, shown.total) if shown else None,
        problem=_("These rules can’t produce standings: %(why)s") % {"why": _(why)} if why else "",
    )


def _words(season: Season, ranking: str, head: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the caption of both tables side by side, and the heads of the figures that rank."""
    now = rules_from_json(season.rules)
    then = season_rules(ranking) if ranking else now
    then = dataclasses.replace(then, high_wins=head.get("high_wins", then.high_wins))
    return {
        "caption": _("Current rules: %(now)s New rules: %(then)s")
        % {"now": ranking_words.caption(now), "then": ranking_words.caption(then)},
        "now": _("Current: %(measure)s") % {"measure": ranking_words.measure(now)},
        "then": _("New: %(measure)s") % {"measure": ranking_words.measure(then)},
    }


def _changes(
    asked: Mapping[str, str], games: list[str], options: Mapping[str, tuple[Option, ...]]
) -> dict[str, RulesChange]:
    """Return the requested changes by game, ignoring those that do not exist."""
    changes: dict[str, RulesChange] = {}
    for key in games:
        preset = asked.get(key, "")
        if preset not in {preset.key for preset in scored(key).presets}:
            preset = ""
        chosen = {
            option.key: asked[f"{key}.{option.key}"]
            for option in options.get(key, ())
            if option.allows(asked.get(f"{key}.{option.key}", ""))
        }
        if preset or chosen:
            changes[key] = RulesChange(preset, chosen)
    return changes
