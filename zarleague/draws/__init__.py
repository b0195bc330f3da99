"""Draw the tables of an evening: pure functions of people, what they have played, and a seed."""

from zarleague.draws.ways import Way

__all__ = ["Way"]
