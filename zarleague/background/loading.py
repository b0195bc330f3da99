"""How a process of the site loads its settings and its code."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def load_settings() -> None:
    """Load the settings; exit with a sentence if one is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
    try:
        settings.INSTALLED_APPS  # noqa: B018 (loads them all)
    except ImproperlyConfigured as wrong:
        sys.exit(str(wrong))


def load_applications() -> None:
    """Load the settings and the applications; exit with a sentence if a setting is wrong."""
    load_settings()
    with no_collections():
        django.setup(set_prefix=False)


@contextmanager
def no_collections() -> Iterator[None]:
    """Collect no garbage while code is loaded: all stays, and looking takes a sixth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
