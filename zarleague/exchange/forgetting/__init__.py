"""Remove a person's name from everything a league has stored; the results stay."""
