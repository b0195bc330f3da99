"""Django's database backend for PostgreSQL, with a quicker look whether the server is there."""
