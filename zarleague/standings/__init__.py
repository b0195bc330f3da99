"""Standings and ratings: arrays in, arrays out; knows nothing of Django.

The words used throughout:

* *hand*: one deal, played out and scored; every player in it has a place.
* *match*: a series of hands of one game by the same players; it belongs to one evening.
* *evening*: a day of play as an ordinal, ``datetime.date.toordinal()``.
* *season*: the hands one table ranks.
* *points*: whole numbers; low wins unless a result says ``high_wins``.
* *metric*: the one figure a table ranks by, chosen by the season's rules.
"""
