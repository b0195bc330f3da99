"""Rows that are found by the key of their league first.

A league's large tables all have its key, and it leads their keys. So PostgreSQL can partition the
tables by league, or a cluster distribute them. `InLeague` is a foreign key between two rows of a
league. Joins and lookups by it compare the leagues as well, and so use the indexes that begin with
the league.

The rows of a season that is being imported already have the key of its league, while the season
itself is still in a hidden one. So what a league shows is found by the league of its seasons.
"""

from typing import Any

from django.db import models
from django.db.models.expressions import Col
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor
from django.db.models.fields.related_lookups import RelatedExact, RelatedIn
from django.db.models.lookups import Exact


class OfLeague(models.Model):
    """A row of a league. The first `InLeague` that is assigned fills in the league.

    There is no constraint on the league itself: writing would lock its row, and on PostgreSQL the
    rows of large tables that this one refers to must be of the same league.
    """

    league = models.ForeignKey(
        "leagues.League",
        models.PROTECT,
        db_index=False,
        db_constraint=False,
        editable=False,
        related_name="+",
    )

    class Meta:
        abstract = True

    @property
    def key(self) -> tuple[int, int]:
        """Return the ids of the league and of the row, by which plain SQL finds it."""
        return self.league_id, self.pk


class _FillsInLeague(ForwardManyToOneDescriptor):
    def __set__(self, instance: Any, value: Any) -> None:
        super().__set__(instance, value)
        if value is not None and instance.league_id is None:
            instance.league_id = value.league_id


class InLeague(models.ForeignKey):
    """A foreign key from one row of a league to another of the same league.

    A lookup by instances compares the leagues, a lookup by keys alone does not: name the league as
    well, or the index is of no use.
    """

    forward_related_accessor_class = _FillsInLeague

    def deconstruct(self) -> Any:
        """Return the field as migrations know it: a plain foreign key, one to one if it is the
        primary key."""
        name, _, args, kwargs = super().deconstruct()
        plain = "OneToOneField" if self.primary_key else "ForeignKey"
        return name, f"django.db.models.{plain}", args, kwargs

    def get_extra_restriction(self, alias: str | None, related_alias: str | None) -> Any:
        """Return the condition of a join besides the keys: the leagues are the same."""
        return Exact(_league_of(self.model, related_alias), _league_of(self.related_model, alias))

    def get_extra_descriptor_filter(self, instance: models.Model) -> dict[str, Any]:
        """Return the lookups that find what an instance refers to, besides the key."""
        return {"league": instance.league_id}  # type: ignore[attr-defined]

    def get_forward_related_filter(self, obj: models.Model) -> dict[str, Any]:
        """Return the lookups that find what refers to an instance."""
        return {
            **super().get_forward_related_filter(obj),
            "league": obj.league_id,  # type: ignore[attr-defined]
        }


class OneInLeague(InLeague, models.OneToOneField):  # type: ignore[misc]
    """A one-to-one relation between two rows of the same league.

    The model declares the unique constraint, since the league leads it.
    """

    @property
    def unique(self) -> bool:
        """Return whether the column alone is unique."""
        return bool(self.primary_key)


class _OfOneLeague:
    """A lookup that compares the leagues too if it is given instances."""

    leagues: frozenset[int] = frozenset()
    lhs: Any
    rhs: Any

    def get_prep_lookup(self) -> Any:
        given = self.rhs if isinstance(self.rhs, list | tuple | set | frozenset) else [self.rhs]
        if all(isinstance(value, models.Model) for value in given):
            self.leagues = frozenset(value.league_id for value in given)
        return super().get_prep_lookup()  # type: ignore[misc]

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        statement, params = super().as_sql(compiler, connection)  # type: ignore[misc]
        if not self.leagues:
            return statement, params
        league, _ = compiler.compile(_league_of(self.lhs.target.model, self.lhs.alias))
        marks = ", ".join(["%s"] * len(self.leagues))
        return f"({statement} AND {league} IN ({marks}))", [*params, *sorted(self.leagues)]


@InLeague.register_lookup
class _ExactInLeague(_OfOneLeague, RelatedExact):  # type: ignore[misc]
    pass


@InLeague.register_lookup
class _InOfLeague(_OfOneLeague, RelatedIn):  # type: ignore[misc]
    pass


def _league_of(model: Any, alias: Any) -> Col:
    return Col(alias, model._meta.get_field("league"))
