"""End the streams of an account when its sessions end: one session, or all by a new password.

Its other open pages then reload, and those without a session get the sign-in page. Implemented as
signal receivers, because sessions and passwords are changed by allauth, the admin and ``manage.py
changepassword``. `list_session` is for pages that sign somebody in without allauth.
"""

from typing import Any

from allauth.usersessions.models import UserSession
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from zarleague.leagues import audiences
from zarleague.leagues.models import User


@receiver(post_delete, sender=UserSession)
def session_ended(instance: UserSession, **_kwargs: Any) -> None:
    """End the streams of the session's account."""
    audiences.end_account(instance.user_id)


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
