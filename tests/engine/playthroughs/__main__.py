"""``python -m tests.engine.playthroughs``: regenerate all recordings."""

from tests.engine.playthroughs import recording, recordings

for key, path in recordings():
    path.write_text(recording(key, path), encoding="utf-8")
