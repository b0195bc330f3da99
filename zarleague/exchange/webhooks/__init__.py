"""Tell other programs what happens in a league, as Standard Webhooks has it."""
