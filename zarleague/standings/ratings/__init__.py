"""Ratings: how strong a player is, worked out from the places of all hands of a league and game.

All raters speak one scale: 1500 is the middle, and 400 more is ten to one on finishing ahead. They
keep figures unrounded; `display` rounds once, where a figure is shown.
"""
