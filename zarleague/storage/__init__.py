"""Where data is kept: databases, plain SQL, files, and other people's storage."""
