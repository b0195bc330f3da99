"""Import past seasons from a spreadsheet: parse, recognise, preview, write as a season, undo."""
