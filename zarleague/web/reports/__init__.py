"""The pages of derived figures: ratings, season reports, what-ifs."""
