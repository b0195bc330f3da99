"""The pages of a league: home, league, season, players, settings."""
