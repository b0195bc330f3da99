"""The pages of derived data: ratings, season reports, what-ifs."""
