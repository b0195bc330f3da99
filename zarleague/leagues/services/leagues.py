"""Leagues: create and change them, and the house rules of their games."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_noop

from zarleague.engine.declared import key_of
from zarleague.engine.games import find
from zarleague.engine.ruleset import RulesetError
from zarleague.leagues import access, audiences, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, LeagueGame, Membership, Receipt, User
from zarleague.leagues.names import name_key, tidy
from zarleague.leagues.services.own_games import checked_definition, declare_game
from zarleague.leagues.services.players import new_player, new_players
from zarleague.leagues.services.rows import check_game, check_row, lock_league
from zarleague.leagues.services.seasons import new_season
from zarleague.leagues.unfinished import MOST_LEAGUES, is_unfinished

MOST_ORGANISED: Final = 200
"""Leagues that an account may organise when it makes one, or imports one on the page. What changes
the account, such as a token, is in the audit log of each."""
CHANGEABLE = (
    "name",
    "visibility",
    "time_zone",
    "language",
    "default_game",
    "objection_hours",
    "dispute_hours",
    "ruling_hours",
    "arbiters_may_play",
    "shares_rulings",
    "hides_hands",
    "idle_days",
    "left_early",
    "hands_share",
    "given_up",
    "reminds",
)
"""The fields `update_league` may change."""


@transaction.atomic
def create_league(
    *,
    owner: User,
    key: str,
    name: str,
    slug: str = "",
    first_season: str = "",
    rules: Mapping[str, Any] | None = None,
    plays_as: str = "",
    players: Sequence[str] = (),
    way: str = "site",
    own_game: Any = None,
    **settings: Any,
) -> League:
    """Create a league with its owner as the organiser. ``settings`` are those of `update_league`;
    ``own_game`` is the definition of a game of its own, which becomes its main game.

    With ``first_season``, a name, also start a season this evening, ranked by ``rules`` or by
    default. ``plays_as`` is the name of the owner's own player, and ``players`` those of others;
    names that are the same are one player.

    The receipt of the key is stored in the new league, so it is searched for in all leagues of the
    owner.
    """
    asked = dict(locals())
    if own_game is None:
        del asked["own_game"]  # which 1.3 did not have: it is the same request after the upgrade
    write = KeyedWrite("create-league", asked)
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    for used in Receipt.objects.filter(key=key, league__memberships__user=owner):
        if (made := write.made_in(used.league_id)) is not None:
            return League.objects.get(pk=made)
    check_may_have_another(owner)
    if own_game is not None:
        settings["default_game"] = key_of(checked_definition(own_game))
    league = League(name=tidy(name), slug=slug or free_slug(name))
    _change(league, settings)
    league.save(force_insert=True)
    Membership.objects.create(user=owner, league=league, role=Membership.Role.ORGANISER)
    actor = Actor.of(owner, way=way)
    audit.record("create_league", league, actor, after=audit.values(league, *CHANGEABLE))
    if own_game is not None:
        declare_game(league, own_game, actor=actor)
    check_game(league, league.default_game, "default_game")
    if first_season:
        starts = league.evening_of(timezone.now())
        new_season(league, first_season, starts=starts, rules=rules, actor=actor)
    _add_players(league, actor, plays_as, players)
    write.record(league.pk, league.pk)
    return league


def _add_players(league: League, actor: Actor, own: str, others: Sequence[str]) -> None:
    named = {"": ""}
    if tidy(own):
        named[name_key(own)] = ""
        new_player(league, own, actor=actor, user=actor.user)
    for name in others:
        named.setdefault(name_key(name), name)
    new_players(league, [name for name in named.values() if name], actor=actor)


def check_may_have_another(user: User) -> None:
    """Raise Invalid if an account organises as many leagues as it may, or is in as many while it is
    unfinished."""
    if is_unfinished(user) and user.memberships.count() >= MOST_LEAGUES:
        raise Invalid(
            "account",
            gettext_noop("Finish your account first: choose a password, or add a passkey."),
        )
    if user.memberships.filter(role=Membership.Role.ORGANISER).count() >= MOST_ORGANISED:
        raise Invalid(
            "account",
            gettext_noop(
                "You organise {most} leagues, as many as one account can. Hand one of them over to "
                "someone else first."
            ),
            most=MOST_ORGANISED,
        )


@transaction.atomic
def update_league(league: League, *, actor: Actor, **changes: Any) -> League:
    """Change the fields of a league listed in `CHANGEABLE`."""
    access.require(access.can_organise(actor, league))
    before = audit.values(lock_league(league.pk), *CHANGEABLE)
    _change(league, changes)
    check_game(league, league.default_game, "default_game")
    league.save()
    audit.record(
        "update_league", league, actor, before=before, after=audit.values(league, *CHANGEABLE)
    )
    if league.visibility != League.Visibility.PUBLIC:
        audiences.end_anyone(league)
    return league


@transaction.atomic
def declare_main_game(league: League, definition: Any, *, actor: Actor) -> LeagueGame:
    """Add a game of the league's own as `declare_game`, and make it the league's main game."""
    game = declare_game(league, definition, actor=actor)
    update_league(lock_league(league.pk), actor=actor, default_game=game.game)
    return game


@transaction.atomic
def set_house_rules(
    league: League,
    game: str,
    *,
    actor: Actor,
    preset: str = "",
    overrides: Mapping[str, str] | None = None,
) -> LeagueGame:
    """Set the rules of one game for future matches."""
    access.require(access.can_organise(actor, league))
    try:
        ruleset = find(game).ruleset(preset, overrides)
    except (KeyError, RulesetError) as error:
        raise Invalid("overrides", "{problem}", problem=str(error.args[0])) from error
    lock_league(league.pk)
    present = LeagueGame.objects.filter(league=league, game=game).first()
    before = audit.values(present, "preset", "overrides") if present else {}
    rules, _ = LeagueGame.objects.update_or_create(
        league=league,
        game=game,
        defaults={"preset": ruleset.preset, "overrides": dict(overrides or {})},
    )
    audit.record(
        "set_house_rules",
        rules,
        actor,
        before=before,
        after=audit.values(rules, "preset", "overrides"),
    )
    return rules


def _change(league: League, changes: Mapping[str, Any]) -> None:
    for field, value in changes.items():
        if field not in CHANGEABLE:
            raise Invalid(field, gettext_noop("This can’t be changed."))
        setattr(league, field, value)
    league.name = tidy(league.name)
    check_row(league)


def free_slug(name: str, wanted: str = "") -> str:
    """Return an unused slug: the wanted one, else one for a league of that name."""
    if wanted and not League.objects.filter(slug=wanted).exists():
        return wanted
    base = slugify(name)[:40] or "league"
    taken = set(League.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)
