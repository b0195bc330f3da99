"""The form of a season's rules: a preset, and all options that may differ from it."""

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from zarleague.reports.words.ranking_words import TIE_BREAKS
from zarleague.standings.rules import (
    PRESETS,
    SeasonRules,
    rules_from_json,
    rules_to_json,
    season_rules,
)
from zarleague.web.league.forms import RefusableForm

METRICS: Final = [
    ("points", _("Total points")),
    ("average", _("Average points per hand")),
    ("wins", _("Hands won")),
    ("places", _("Place points from each match")),
]
SHARED_PLACES: Final = [
    ("share", _("an equal share of their places’ points")),
    ("share-whole", _("an equal share, rounded down")),
    ("best", _("the points for the better place")),
    ("worst", _("the points for the worse place")),
]
STEPS: Final = len(TIE_BREAKS)
_NUMBERS: Final = (
    "best_evenings",
    "min_hands",
    "min_evenings",
    "attendance_bonus",
    "penalty_weight",
)


class SeasonRulesForm(RefusableForm):
    """The rules of a season in detail. An empty option has the preset's value."""

    metric = forms.ChoiceField(label=_("Rank by"), choices=METRICS, required=False)
    high_wins = forms.ChoiceField(
        label=_("Points"),
        choices=[("no", _("Low score wins")), ("yes", _("High score wins"))],
        required=False,
    )
    scale = forms.CharField(
        label=_("Points for 1st, 2nd, … place in a match"),
        required=False,
        help_text=_("Whole numbers, such as “4, 2, 1, 0”. Places after that get nothing."),
    )
    scales = forms.CharField(
        label=_("Tables with points of their own"),
        required=False,
        help_text=_(
            "The size of the table and its points, such as “3: 3, 1, 0; 5: 5, 3, 2, 1, 0”. “–” for "
            "none."
        ),
    )
    normalised = forms.ChoiceField(
        label=_("Other tables"),
        choices=[
            ("no", _("the points above, whatever their size")),
            ("yes", _("evenly from the points for 1st down to nothing for last")),
        ],
        required=False,
    )
    shared_place = forms.ChoiceField(
        label=_("Tied players get"), choices=SHARED_PLACES, required=False
    )
    best_evenings = forms.IntegerField(
        label=_("Best evenings that count"),
        required=False,
        min_value=1,
        help_text=_("Leave empty to count them all."),
    )
    min_hands = forms.IntegerField(label=_("Hands needed for a rank"), required=False, min_value=0)
    min_evenings = forms.IntegerField(
        label=_("Evenings needed for a rank"), required=False, min_value=0
    )
    attendance_bonus = forms.IntegerField(
        label=_("Bonus for each evening played"),
        required=False,
        min_value=0,
        help_text=_(
            "Points, hands won or place points for everyone who played a hand that evening; where "
            "low points win they are taken off. Not for an average. 0: no bonus."
        ),
    )
    penalty_weight = forms.IntegerField(
        label=_("Cost of a penalty point"),
        required=False,
        min_value=0,
        help_text=_(
            "Counted in what the season ranks by: points, hands won or place points. In an "
            "average it is spread over all the player’s hands. 0 ignores penalties."
        ),
    )

    def __init__(self, preset: str, data: Any = None, stored: Mapping[str, Any] | None = None):
        """Create the form for a preset, with the ``stored`` rules if they are based on it."""
        self.preset = preset
        same = stored is not None and stored.get("preset") == preset
        rules = rules_from_json(stored) if stored is not None and same else PRESETS[preset]
        super().__init__(data, initial=_initial_values(rules))
        for step in range(STEPS):
            self.fields[f"tie_break_{step}"] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": step + 1},
                choices=[("", "–"), *TIE_BREAKS.items()],
                required=False,
            )

    def clean_scale(self) -> list[int] | None:
        """Return the scale as numbers."""
        text = self.cleaned_data["scale"]
        if not text.strip():
            return None
        try:
            return [int(part) for part in text.replace(",", " ").split()]
        except ValueError as error:
            raise forms.ValidationError(
                _("Please enter whole numbers separated by commas.")
            ) from error

    def clean_scales(self) -> dict[str, list[int]] | None:
        """Return the scales of tables by their size."""
        text = self.cleaned_data["scales"].strip()
        if not text:
            return None
        try:
            return {
                str(int(size)): [int(part) for part in points.replace(",", " ").split()]
                for size, points in (
                    table.split(":") for table in text.strip("–- ").split(";") if table.strip()
                )
            }
        except ValueError as error:
            raise forms.ValidationError(
                _("Please enter tables such as “3: 3, 1, 0”, separated by semicolons.")
            ) from error

    def rules(self) -> dict[str, Any]:
        """Return the rules in their stored form. Raise `standings.rules.RulesError`."""
        options: dict[str, Any] = {}
        for name in ("metric", "scale", "shared_place"):
            options[name] = self.cleaned_data[name] or None
        for name in _NUMBERS:
            options[name] = self.cleaned_data[name]
        options["scales"] = self.cleaned_data["scales"]
        for name in ("high_wins", "normalised"):
            chosen = self.cleaned_data[name]
            options[name] = chosen == "yes" if chosen else None
        steps = [self.cleaned_data[f"tie_break_{step}"] for step in range(STEPS)]
        if any(f"tie_break_{step}" in self.data for step in range(STEPS)):
            options["tie_breaks"] = [step for step in steps if step]
        given = {name: value for name, value in options.items() if value is not None}
        if "best_evenings" in self.data and self.cleaned_data["best_evenings"] is None:
            given["best_evenings"] = None
        return rules_to_json(season_rules(self.preset, **given), self.preset)


def _initial_values(rules: SeasonRules) -> dict[str, Any]:
    """Return rules as the initial values of the form."""
    shown = dataclasses.asdict(rules)
    shown["high_wins"] = "yes" if rules.high_wins else "no"
    shown["normalised"] = "yes" if rules.normalised else "no"
    shown["scales"] = "; ".join(
        f"{size}: {', '.join(map(str, scale))}" for size, scale in rules.scales
    )
    shown["scale"] = ", ".join(map(str, rules.scale))
    shown |= {f"tie_break_{at}": step.value for at, step in enumerate(rules.tie_breaks)}
    return shown
