"""The rules of a match: chosen at its start, and corrected later."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from zarleague.engine.declared import NUMBER, is_declared
from zarleague.engine.game import ScoredGame
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Option, Ruleset, RulesetError, overrides
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models.league import LEFT_EARLY, GivenUp
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Match
from zarleague.play.verdicts.rulesets import preset_of
from zarleague.reports.questions.correction_effects import moved_rows
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import actor_of, key_of, whole_number
from zarleague.web.table.shared import find_match, match_page, match_url, require


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game that a page offers, with its default rules."""

    game: ScoredGame
    ruleset: Ruleset
    least: int
    most: int

    @classmethod
    def of(cls, ruleset: Ruleset) -> "GameChoice":
        game = scored(ruleset.game)
        return cls(game, ruleset, *game.seats(ruleset))

    @property
    def line(self) -> str:
        return rules_line(self.ruleset)

    @property
    def unanswered(self) -> bool:
        """Return whether the table must answer a question before the first hand."""
        return bool(self.game.unanswered(self.ruleset))

    def unchanged(self, option: Option) -> str:
        """Return the meaning of an option's present value in the active language."""
        value = self.ruleset[option.key]
        return _(dict(option.choices).get(value, value))


def rules_line(ruleset: Ruleset) -> str:
    """Return a ruleset in one line: its preset, and the options that differ from it."""
    game = scored(ruleset.game)
    if is_declared(ruleset.game):
        return _("Version %(number)s") % {"number": ruleset[NUMBER]}
    preset = preset_of(ruleset)
    options = {option.key: option for option in game.options}
    parts = [_(preset.title)]
    for key, value in overrides(ruleset, game.options, preset).items():
        meaning = dict(options[key].choices).get(value, value)
        parts.append(f"{_(options[key].title)}: {_(meaning)}")
    return " · ".join(parts)


def chosen_rules(request: HttpRequest, present: Ruleset) -> tuple[str, dict[str, str]]:
    """Return the preset and options chosen on a page; options that were not sent keep their values.
    Choosing another preset starts from that preset's options. Raise Invalid for an unknown
    preset."""
    game = scored(present.game)
    if is_declared(present.game):
        return present.preset, dict(present.values)
    preset = request.POST.get(f"{game.key}.preset") or present.preset
    try:
        base = game.ruleset(preset)
    except RulesetError as error:
        raise Invalid("rules", "{problem}", problem=str(error)) from error
    initial = present if preset == present.preset else base
    chosen = {
        option.key: request.POST.get(f"{game.key}.{option.key}") or initial[option.key]
        for option in game.options
    }
    return preset, {key: value for key, value in chosen.items() if value != base[key]}


@judges_logs
def change(request: HttpRequest, league: str, match: int) -> HttpResponse:
    """Show the rules of a match. POST changes them; once a hand counts, it previews what that would
    move, and changes them if it is ``confirmed``."""
    found: Match = find_match(request, league, match)
    actor = actor_of(request)
    require(request, match_access.can_score(actor, found))
    ruleset = selectors.ruleset_of(found)
    counting = selectors.status(found).hands
    error, preview = "", None
    if request.method == "POST":
        try:
            preset, changed = chosen_rules(request, ruleset)
            asked: dict[str, Any] = {
                "actor": actor,
                "preset": preset,
                "overrides": changed,
                "left_early": request.POST.get("left_early", ""),
                "hands_share": whole_number(request.POST.get("hands_share", "")),
                "given_up": request.POST.get("given_up", ""),
                "reason": request.POST.get("reason", "").strip(),
            }
            if not counting or request.POST.get("confirmed"):
                services.change_rules(found, key=key_of(request), **asked)
                return redirect(match_url("match", found))
            preview = moved_rows(found.season.league, services.preview_rules(found, **asked))
        except Refused as refused:
            error = refused.text
    context = {
        "choice": GameChoice.of(ruleset),
        "error": error,
        "counting": counting,
        "preview": preview,
        "left_early": LEFT_EARLY,
        "given_up": GivenUp.choices,
        "given": request.POST,
    }
    return match_page(request, "match/rules.html", found, context)
