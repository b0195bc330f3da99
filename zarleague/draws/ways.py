"""How tables are drawn."""

from enum import StrEnum


class Way(StrEnum):
    """A way to draw tables. Each avoids that people who shared a table share one again."""

    CHANCE = "chance"
    """By lot."""
    STRENGTH = "strength"
    """Every table gets strong and weak players alike: the order is cut into as many parts as a
    table has seats, and each table gets one player of each part."""
    STANDING = "standing"
    """Neighbours in the order share a table, as in a Swiss tournament; the first table is that of
    the leaders."""
    MEETING = "meeting"
    """By a schedule in which everybody meets everybody equally often, where there is one."""
