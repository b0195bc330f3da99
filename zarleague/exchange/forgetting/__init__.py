"""Take a person's name out of everything a league has stored; the results stay."""
