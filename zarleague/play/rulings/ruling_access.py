"""Permissions in a dispute: speak, appeal, rule.

`play.match_access` answers for matches and hands; ``docs/domain.md`` has the table of all.
"""

from django.db.models import Q

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import Membership, Player
from zarleague.leagues.selectors import aliases
from zarleague.play import match_access
from zarleague.play.models import Dispute, Hand, HandResult, HandVersion, Ruling
from zarleague.play.selectors.seats import seats_of_given_up


def accounts_of_players(hand: Hand) -> set[int]:
    """Return the accounts of everybody who is or was recorded as a player of a hand."""
    into = aliases(hand.match.season.league_id)
    results = HandResult.objects.filter(version__hand=hand)
    players = {into.get(pk, pk) for pk in results.values_list("player", flat=True)}
    for version in HandVersion.objects.filter(hand=hand):
        seats = seats_of_given_up(hand, version) or ()
        players |= {into.get(seat.player_id, seat.player_id) for seat in seats}
    accounts = Player.objects.filter(pk__in=players, user__isnull=False)
    return set(accounts.values_list("user", flat=True))


def can_rule(actor: Actor, dispute: Dispute) -> bool:
    """Return whether the actor may rule on a dispute now; it must be loaded with its hand, match
    and league.

    Arbiters may, but not on a hand they played or a dispute they opened, unless the league allows
    it; and never on the appeal of their own ruling.
    """
    season = dispute.hand.match.season
    if actor.user is None or not access.is_arbiter(actor, season.league_id):
        return False
    if not season.league.arbiters_may_play and is_party(actor, dispute):
        return False
    own = Ruling.objects.filter(dispute=dispute, author=actor.user)
    return dispute.state != Dispute.State.APPEALED or not own.exists()


def can_anyone_rule(dispute: Dispute) -> bool:
    """Return whether any account of the league may rule on a dispute now; it must be loaded as for
    `can_rule`."""
    league = dispute.hand.match.season.league
    judges = Membership.objects.filter(league=league).filter(
        Q(role=Membership.Role.ORGANISER) | Q(arbiter=True)
    )
    if not league.arbiters_may_play:
        judges = judges.exclude(user__in=accounts_of_players(dispute.hand))
        if dispute.opened_by_id is not None:
            judges = judges.exclude(user=dispute.opened_by_id)
    if dispute.state == Dispute.State.APPEALED:
        rulings = Ruling.objects.filter(dispute=dispute, author__isnull=False)
        judges = judges.exclude(user__in=rulings.values("author"))
    return judges.exists()


def is_party(actor: Actor, dispute: Dispute) -> bool:
    """Return whether the actor opened the dispute or played its hand."""
    if actor.user is None:
        return False
    opened = dispute.opened_by_id == actor.user.pk
    return opened or actor.user.pk in accounts_of_players(dispute.hand)


def was_party(ruling: Ruling) -> bool:
    """Return whether the author of a ruling opened the dispute or played its hand."""
    if ruling.author_id is None:
        return False
    dispute = ruling.dispute
    return ruling.author_id in {dispute.opened_by_id, *accounts_of_players(dispute.hand)}


def can_appeal(actor: Actor, dispute: Dispute) -> bool:
    """Return whether the actor may appeal: a party, or a scorekeeper on behalf of parties without
    an account."""
    return is_party(actor, dispute) or match_access.can_score(actor, dispute.hand.match)


def can_withdraw(actor: Actor, dispute: Dispute) -> bool:
    """Return whether the actor may withdraw a dispute: its author, and organisers."""
    own = actor.user is not None and dispute.opened_by_id == actor.user.pk
    return own or access.can_organise(actor, dispute.hand.match.season.league)


def can_publish(actor: Actor, dispute: Dispute) -> bool:
    """Return whether the actor may publish the rulings on a dispute to other leagues."""
    return access.can_organise(actor, dispute.hand.match.season.league)
