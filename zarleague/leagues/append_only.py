"""Models whose rows are never changed or deleted: a correction is a new row."""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model, covariant=True)


class WrittenOnceError(TypeError):
    """Raised for changing or deleting an append-only row, which is a programming error."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Refuses bulk updates and deletes, which bypass the model's methods."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are written once")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are written once")

    def delete(self) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never deleted")


class AppendOnly(models.Model):
    """A model whose rows are written once. Database triggers enforce it, see `play.triggers`."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise WrittenOnceError(f"{type(self).__name__} rows are written once")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{type(self).__name__} rows are never deleted")
