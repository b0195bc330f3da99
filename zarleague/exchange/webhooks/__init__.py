"""Send the events of a league to other programs, following Standard Webhooks."""
