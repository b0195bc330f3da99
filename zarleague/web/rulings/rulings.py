"""The permanent page of a ruling, also as JSON and as PDF."""

import json
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.leagues import access
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League
from zarleague.leagues.selectors import game_title, house_rules
from zarleague.play import selectors
from zarleague.play.models import Ruling
from zarleague.play.rulings import ruling_access
from zarleague.play.verdicts import hidden_hands
from zarleague.play.verdicts.rulesets import overrides_of
from zarleague.reports.drawings import ruling_pdf
from zarleague.reports.drawings.ruling_pdf import decisive_table, rules_line
from zarleague.reports.drawings.table_picture import tall
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import actor_of, found_or_404, league_or_404, showing_refusals
from zarleague.web.league.context import show
from zarleague.web.rendering import pictures
from zarleague.web.rendering.words import local_time
from zarleague.web.table.judging import judged_lines


@judges_logs
def ruling(request: HttpRequest, slug: str, ruling_id: int) -> HttpResponse:
    """Show a ruling; POST adopts it as a house rule of the league of the address."""
    league, found = _find(request, slug, ruling_id)
    if request.method == "POST":
        with showing_refusals(request):
            _adopt(request, league, found)
            messages.success(request, _("This is your house rule now, for matches from now on."))
        return redirect("ruling", slug, ruling_id)
    record = found.record
    judged = record["judged"]
    settled = record["decision"]["option"], record["decision"]["value"]
    is_own = found.league_id == league.pk
    return show(
        request,
        "rulings/ruling.html",
        league,
        "rulings",
        ruling=found,
        record=record,
        rules_line=rules_line(found),
        is_own=is_own,
        unit=found.dispute.hand.match.unit,
        by_party=is_own and ruling_access.was_party(found),
        others=[one for one in selectors.rulings_of(found.dispute) if one.pk != found.pk],
        drawn=decisive_table(record, tall),
        lines=judged_lines(judged) if judged else (),
        settled=settled[0] and _settled(found.game, *settled),
        is_house_rule=settled[0] and house_rules(league, found.game)[settled[0]] == settled[1],
        may_adopt=settled[0] and access.can_organise(actor_of(request), league),
        moment=partial(local_time, found.league),
    )


@judges_logs
@require_safe
def as_json(request: HttpRequest, slug: str, ruling_id: int) -> HttpResponse:
    """Send a ruling with its whole record as JSON."""
    _league, found = _find(request, slug, ruling_id)
    data = selectors.ruling_data(found)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return _file(found, "application/json; charset=utf-8", text, "json")


@judges_logs
@require_safe
def printed(request: HttpRequest, slug: str, ruling_id: int) -> HttpResponse:
    """Send a ruling as a PDF, rendered on request."""
    _league, found = _find(request, slug, ruling_id)
    return _file(found, "application/pdf", ruling_pdf.pdf(found), "pdf")


@judges_logs
@require_safe
def ruling_picture(request: HttpRequest, slug: str, ruling_id: int) -> HttpResponse:
    """Return the deciding table as PNG; without such a step, the question and its answer."""
    league, found = _find(request, slug, ruling_id)
    # One picture is cached for all readers, so it shows what an onlooker may see.
    found = hidden_hands.ruling_for(Actor(), found)
    hides = "-hidden" if found.league.hides_hands else ""
    return pictures.picture(
        league,
        f"ruling-{found.pk}{hides}",
        lambda: decisive_table(found.record) or _answer_drawn(found),
    )


def _answer_drawn(found: Ruling) -> str:
    rule = found.record["decision"]["rule"]
    lines = [str(found.get_verdict_display()), str(found.get_remedy_display())]
    if rule:
        source = rule["source"]
        lines.append(_(source))
    below = f"{found.record['league']} · {game_title(found.league, found.game)}"
    return pictures.svg(found.question, below, [pictures.PictureLine("", one, "") for one in lines])


def _find(request: HttpRequest, slug: str, ruling_id: int) -> tuple[League, Ruling]:
    """Return the league of an address and a ruling that may be read in it. Raise Http404 otherwise.

    A shared ruling may also be read by people who may not see its league.
    """
    league = selectors.league_sharing(slug, ruling_id) or league_or_404(request, slug)
    found = found_or_404(selectors.ruling_by_id(league, ruling_id))
    return league, hidden_hands.ruling_for(actor_of(request), found)


def _settled(game: str, option: str, value: str) -> tuple[str, str]:
    """Return the option that a ruling settles and its value's meaning, translated."""
    title, meaning = selectors.option_words(game, option, value)
    return _(title), _(meaning)


def _adopt(request: HttpRequest, league: League, found: Ruling) -> None:
    """Adopt the ruling's option and value as a house rule of the league."""
    present = house_rules(league, found.game)
    decision = found.record["decision"]
    chosen: dict[str, Any] = overrides_of(present) | {decision["option"]: decision["value"]}
    leagues.set_house_rules(
        league, found.game, preset=present.preset, overrides=chosen, actor=actor_of(request)
    )


def _file(found: Ruling, kind: str, content: bytes | str, ending: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'inline; filename="ruling-{found.pk}.{ending}"'
    return response
