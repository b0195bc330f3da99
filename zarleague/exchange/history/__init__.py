"""Past seasons from a spreadsheet: read, recognised, previewed, written as a season, undone."""
