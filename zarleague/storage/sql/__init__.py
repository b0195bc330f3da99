"""Plain SQL for the paths with measured performance; everything else goes through the ORM.

`entering_hand` holds statements of entering or correcting a hand, `play.totals.rows` those of the
totals, `rated_hands` that of the hands from which a league is rated. Composing a query
takes the ORM some ten times as long as the database takes to answer it: with plain SQL a hand takes
half the processor time it takes with the ORM (`make bench ARGS=play` compares both with the same
rows written by the bare driver).

The statements are the same on SQLite and PostgreSQL. They use the tables of `leagues` and
`play`, but import none of them; where a row is returned as an instance of a model, the caller
passes the model.
"""
