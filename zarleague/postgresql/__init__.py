"""Django's database backend for PostgreSQL, with a health check that costs no statement, and keys
that begin with the league."""
