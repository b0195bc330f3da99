"""The casebook: search the rulings that the actor may read, by game, rule, option and words."""

from typing import Any

from django.db.models import Q, QuerySet

from zarleague.engine.games import scored
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League
from zarleague.leagues.selectors import leagues_of
from zarleague.play.models import Dispute, EngineDifference, Ruling

_SHARED = Q(league__shares_rulings=True, dispute__published=True)
MAX_WORDS = 8
"""Words of a search that are used; more would only cost time."""


def casebook(
    league: League, *, game: str = "", rule: str = "", option: str = "", words: str = ""
) -> QuerySet[Ruling]:
    """Return the league's rulings and those that other leagues share, latest first; "" for a field
    does not filter. All words have to occur."""
    found = _listed(Q(league=league) | _SHARED)
    fields = {"game": game, "rule": rule, "option": option}
    found = found.filter(**{name: value for name, value in fields.items() if value})
    for word in words.lower().split()[:MAX_WORDS]:
        found = found.filter(words__contains=word)
    return found


def ruling_by_id(league: League, ruling_id: int) -> Ruling | None:
    """Return a ruling of the league or one that another league shares, None if there is none."""
    found = Ruling.objects.select_related("league", "dispute__hand__match__season__league")
    return found.filter(Q(league=league) | _SHARED, pk=ruling_id).first()


def rulings_of(dispute: Dispute) -> QuerySet[Ruling]:
    """Return the rulings on a dispute, oldest first."""
    return Ruling.objects.filter(dispute=dispute).order_by("number")


def rulings_by_rule(actor: Actor, game: str, most: int) -> dict[str, list[Ruling]]:
    """Return, by rule key, the latest rulings of a game that the actor may read, at most ``most``
    in all."""
    readable = _SHARED | Q(league__visibility=League.Visibility.PUBLIC)
    readable |= Q(league__in=leagues_of(actor))
    cited: dict[str, list[Ruling]] = {}
    for ruling in _listed(readable).filter(game=game).exclude(rule="")[:most]:
        cited.setdefault(ruling.rule, []).append(ruling)
    return cited


def _listed(readable: Q) -> QuerySet[Ruling]:
    """Return rulings in the form for lists: without their records, which are long."""
    found = Ruling.objects.filter(readable).select_related("dispute").prefetch_related("league")
    return found.defer("record", "words").order_by("-pk")


def league_sharing(slug: str, ruling_id: int) -> League | None:
    """Return the league with a slug if the ruling is its own and shared with everybody."""
    shared = Ruling.objects.filter(_SHARED, pk=ruling_id, league__slug=slug)
    found = shared.select_related("league").defer("record", "words").first()
    return found.league if found is not None else None


def ruling_data(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling with its whole record as JSON-able data."""
    return {
        "id": ruling.pk,
        "number": ruling.number,
        "game": ruling.game,
        "verdict": ruling.verdict,
        "remedy": ruling.remedy,
        "question": ruling.question,
        "rule": ruling.rule,
        "option": ruling.option,
        "reasons": ruling.reasons,
        "by": ruling.author_name,
        "at": ruling.created_at.isoformat(),
        "digest": ruling.digest,
        "record": ruling.record,
    }


def option_words(game: str, key: str, value: str) -> tuple[str, str]:
    """Return the title of an option and the meaning of a value in the engine; the key and the value
    themselves if the engine no longer has them."""
    option = next((one for one in scored(game).options if one.key == key), None)
    if option is None:
        return key, value
    return option.title, dict(option.choices).get(value, value)


def engine_differences(league: League) -> QuerySet[EngineDifference]:
    """Return the league's stored logs that another engine version judges differently and that
    nobody has dismissed, latest first."""
    found = EngineDifference.objects.filter(league=league, seen_at=None)
    return found.select_related("ruling", "version__hand__match").defer("ruling__record")
