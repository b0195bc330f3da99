"""What players of a league have done over all seasons, game by game.

It is added up in three steps, each kept as parts of `reports.stored_parts`: an evening from its
hands, a season from its evenings, the league from its seasons. So a hand costs one evening of
hands, the evenings of its season, and one row per player and season, however many hands there are.
"""
