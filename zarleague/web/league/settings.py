"""What an organiser sets: the league itself, people and roles, house rules, links."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from zarleague.engine import KEYS, find
from zarleague.leagues import selectors, services
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import League, Membership, Player, PlayerMerge, User
from zarleague.play import services as play_services
from zarleague.web.league.context import show
from zarleague.web.league.forms import LeagueSettingsForm, MemberForm, PlayerForm
from zarleague.web.requests import actor_of, organised_league
from zarleague.web.rules import game_or_404

OPTION_PREFIX = "option-"
"""Before an option's key, in the names of the house rules form's fields."""


def league_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, visibility, time zone, language, objection clock."""
    league = organised_league(request, slug)
    form = LeagueSettingsForm.of(league, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.update_league(league, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            form.refuse(refused)
        else:
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
    """The preset and options of one game. ``?preset=`` shows another preset before it is saved."""
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
            messages.success(request, _("Saved. Matches that have begun keep their rules."))
            return redirect("house-rules", league.slug, key)
    shown = next((p for p in game.presets if p.key == request.GET.get("preset")), None)
    ruleset = game.ruleset(shown.key) if shown else present
    return show(
        request,
        "league/house_rules.html",
        league,
        "settings",
        game=game,
        ruleset=ruleset,
        preset=next(p for p in game.presets if p.key == ruleset.preset),
        prefix=OPTION_PREFIX,
    )


def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has an account here and what they may do."""
    league = organised_league(request, slug)
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        account = User.objects.filter(username=form.cleaned_data["username"]).first()
        if account is None:
            form.add_error(
                "username", _("There is no such account. Send them the link to join instead.")
            )
        else:
            try:
                services.set_role(
                    league, account, form.cleaned_data["role"], actor=actor_of(request)
                )
            except Refused as refused:
                form.refuse(refused)
            else:
                return redirect("people", league.slug)
    members = league.memberships.select_related("user").order_by("role", "user__username")
    return show(
        request,
        "league/people.html",
        league,
        "settings",
        form=form,
        members=members,
        roles=Membership.Role.choices,
    )


def member(request: HttpRequest, slug: str, member_id: int) -> HttpResponse:
    """Change a member's role, or take it away."""
    league = organised_league(request, slug)
    membership = get_object_or_404(league.memberships, pk=member_id)
    if request.method == "POST":
        role = request.POST.get("role", "")
        try:
            if role in Membership.Role.values:
                services.set_role(league, membership.user, role, actor=actor_of(request))
            else:
                services.remove_member(membership, actor=actor_of(request))
        except Refused as refused:
            messages.error(request, refused.text)
    return redirect("people", league.slug)


def add_player(request: HttpRequest, slug: str) -> HttpResponse:
    """A new player."""
    league = organised_league(request, slug)
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.add_player(league, form.cleaned_data["name"], actor=actor_of(request))
        except Refused as refused:
            form.refuse(refused)
        else:
            if "another" in request.POST:
                return redirect("add-player", league.slug)
            return redirect("players", league.slug)
    return show(request, "league/player_new.html", league, "players", form=form)


def edit_player(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Rename a player; say that a guest is somebody else; undo that."""
    league = organised_league(request, slug)
    player = get_object_or_404(league.players, pk=player_id)
    form = PlayerForm(request.POST or None, initial={"name": player.name})
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
        others=selectors.players_of(league).exclude(pk=player.pk),
        merges=PlayerMerge.objects.filter(into=player, undone_at=None).select_related("guest"),
    )


def _edit(request: HttpRequest, league: League, player: Player, form: PlayerForm) -> Refused | None:
    actor = actor_of(request)
    try:
        match request.POST.get("action"):
            case "merge":
                into = get_object_or_404(league.players, pk=request.POST.get("into"))
                play_services.merge_guest(player, into, actor=actor)
            case "undo":
                merge = get_object_or_404(PlayerMerge, pk=request.POST.get("merge"), into=player)
                play_services.undo_merge(merge, actor=actor)
            case _:
                if form.is_valid():
                    services.rename_player(player, form.cleaned_data["name"], actor=actor)
    except Refused as refused:
        return refused
    return None
