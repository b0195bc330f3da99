"""Ratings: players' strengths, estimated from the places of all hands of one game in a league.

All raters speak one scale: 1500 is the middle, and 400 more is ten to one on finishing ahead.
Figures stay unrounded until `display` rounds them to be shown.
"""
