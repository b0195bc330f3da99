"""Plain SQL for the paths that are measured against it; everything else goes through the ORM.

`entering_hand` holds the statements of a hand that is entered or corrected, `table_page` those of a
season's table, `season_totals` those of a season as a whole. Composing a query costs the ORM some
ten times what the database takes to answer it: by plain SQL a hand takes half the processor time it
takes by the ORM (`make bench ARGS=play` compares both with the same rows written by the bare
driver).

The statements are the same on SQLite and PostgreSQL. They know the tables of `leagues` and `play`,
but import neither; where a row is to be an instance of a model, the caller gives the model.
"""
