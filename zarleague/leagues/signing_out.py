"""End the streams of an account when its sessions end: one session, or all by a new password.

Its other open pages then reload, and those without a session get the sign-in page. Implemented as
signal receivers, because sessions and passwords are changed by allauth, the admin and ``manage.py
changepassword``. `list_session` is for pages that sign somebody in without allauth.
"""

from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from zarleague.leagues import audiences
from zarleague.leagues.models import User
from zarleague.storage.sql import BATCH

MOST: Final = 100
"""Sessions of one account, at most: the next one ends the oldest."""


@receiver(post_delete, sender=UserSession)
def session_ended(instance: UserSession, **_kwargs: Any) -> None:
    """End the streams of the session's account."""
    audiences.end_account(instance.user_id)


@receiver(user_logged_in)
def signed_in(user: Any, **_kwargs: Any) -> None:
    """End what an account has had beyond `MOST` since an earlier release, before allauth looks at
    each of its sessions."""
    _end_oldest(user.pk)


@receiver(post_save, sender=UserSession)
def session_listed(instance: UserSession, created: bool, **_kwargs: Any) -> None:
    """End the oldest sessions of the account beyond `MOST`."""
    if created:
        _end_oldest(instance.user_id)


@receiver(post_save, sender=User)
def password_changed(instance: Any, created: bool, **_kwargs: Any) -> None:
    """End the streams of an account whose password was changed.

    Django keeps the new password as ``_password`` until the row is saved.
    """
    if instance._password is not None and not created:
        audiences.end_account(instance.pk)


def list_session(request: HttpRequest) -> None:
    """Add the session to those its account sees and can end, as allauth does where it signs
    somebody in itself."""
    UserSession.objects.create_from_request(request)


def end_session(user_id: int, pk: int) -> None:
    """End one session of an account, if it has this one."""
    _end(user_id, UserSession.objects.filter(user=user_id, pk=pk))


def end_sessions(user_id: int, *, but: str = "") -> None:
    """End all sessions of an account, but for the one with this key."""
    _end(user_id, UserSession.objects.filter(user=user_id).exclude(session_key=but))


@transaction.atomic
def _end(user_id: int, sessions: QuerySet[UserSession]) -> None:
    """End sessions of an account, however many, by few statements, and its streams once."""
    keys = list(sessions.order_by("pk").select_for_update().values_list("session_key", flat=True))
    for start in range(0, len(keys), BATCH):
        portion = keys[start : start + BATCH]
        Session.objects.filter(session_key__in=portion).delete()
        # Without signals, each of which would end the streams.
        UserSession.objects.filter(session_key__in=portion)._raw_delete("default")
    audiences.end_account(user_id)


def _end_oldest(user_id: int) -> None:
    own = UserSession.objects.filter(user=user_id)
    newest = own.order_by("-pk").values_list("pk", flat=True)
    for too_old in newest[MOST : MOST + 1]:
        _end(user_id, own.filter(pk__lte=too_old))
