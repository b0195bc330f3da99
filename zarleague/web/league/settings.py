"""Settings of a league: the league itself, players, house rules."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from zarleague.engine import KEYS, find
from zarleague.leagues import selectors, services
from zarleague.leagues.depersonalising import depersonalise_player
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, Player
from zarleague.play import services as play_services
from zarleague.play.verdicts.rulesets import preset_of
from zarleague.web.arriving.requests import actor_of, found_or_404, id_in, key_of, organised_league
from zarleague.web.league.context import show
from zarleague.web.league.forms import LeagueSettingsForm, PlayerForm
from zarleague.web.site.rules import game_or_404

OPTION_PREFIX = "option-"
"""Prefix of an option's key in the field names of the house rules form."""


def league_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change a league's name, visibility, time zone, language and objection period."""
    league = organised_league(request, slug)
    form = LeagueSettingsForm.of(league, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing_refusals():
            services.update_league(league, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("league-settings", league.slug)
    return show(
        request,
        "league/settings.html",
        league,
        "settings",
        form=form,
        games=[(find(key), selectors.house_rules(league, key)) for key in KEYS],
    )


def house_rules(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show and change the preset and options of one game. ``?preset=`` shows another preset before
    it is saved.
    """
    league = organised_league(request, slug)
    game = game_or_404(key)
    present = selectors.house_rules(league, key)
    if request.method == "POST":
        preset = request.POST.get("preset", "")
        chosen = {
            option.key: request.POST[OPTION_PREFIX + option.key]
            for option in game.options
            if OPTION_PREFIX + option.key in request.POST
        }
        try:
            base = game.ruleset(preset)
            differing = {k: value for k, value in chosen.items() if base[k] != value}
            services.set_house_rules(
                league, key, preset=preset, overrides=differing, actor=actor_of(request)
            )
        except (Refused, ValueError) as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("Saved. Matches already started keep their rules."))
            return redirect("house-rules", league.slug, key)
    shown = next((p for p in game.presets if p.key == request.GET.get("preset")), None)
    ruleset = game.ruleset(shown.key) if shown else present
    usual = game.ruleset(preset_of(ruleset).key)
    return show(
        request,
        "league/house_rules.html",
        league,
        "settings",
        game=game,
        ruleset=ruleset,
        usual=usual,
        differing=[option for option in game.options if ruleset[option.key] != usual[option.key]],
        unchanged=[option for option in game.options if ruleset[option.key] == usual[option.key]],
        preset=preset_of(ruleset),
        prefix=OPTION_PREFIX,
    )


def add_player(request: HttpRequest, slug: str) -> HttpResponse:
    league = organised_league(request, slug)
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.showing_refusals():
            services.add_player(
                league, form.cleaned_data["name"], actor=actor_of(request), key=key_of(request)
            )
            if "another" in request.POST:
                return redirect("add-player", league.slug)
            return redirect("players", league.slug)
    return show(request, "league/player_new.html", league, "players", form=form)


def edit_player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Rename a player, say whether they still play, anonymise them, merge a guest into a player,
    or undo a merge."""
    league = organised_league(request, slug)
    player = found_or_404(selectors.player_of(league, player_id))
    names = {"name": player.name}
    # The other forms of the page do not send the name.
    form = PlayerForm(names | request.POST.dict() if request.POST else None, initial=names)
    if request.method == "POST":
        refused = _edit(request, league, player, form)
        if refused is None:
            return redirect("player", league.slug, player.pk)
        form.refuse(refused)
    return show(
        request,
        "league/player_edit.html",
        league,
        "players",
        player=player,
        form=form,
        into=request.POST.get("into", ""),
        merges=selectors.merges_into(player),
    )


def _edit(request: HttpRequest, league: League, player: Player, form: PlayerForm) -> Refused | None:
    actor = actor_of(request)
    try:
        match request.POST.get("action"):
            case "merge":
                into = selectors.player_called(league, request.POST.get("into", ""))
                if into is None:
                    raise Invalid("into", _("No player of this league has this name."))
                play_services.merge_guest(player, into, actor=actor, key=key_of(request))
            case "active" | "inactive" as asked:
                services.set_inactive(player, asked == "inactive", actor=actor)
            case "depersonalise":
                depersonalise_player(player, actor=actor)
            case "undo":
                merge = found_or_404(selectors.merge_into(player, id_in(request, "merge")))
                play_services.undo_merge(merge, actor=actor, key=key_of(request))
            case _:
                if form.is_valid():
                    services.rename_player(player, form.cleaned_data["name"], actor=actor)
    except Refused as refused:
        return refused
    return None
