"""The pages used at the table: start a match, the scorepad, enter and correct hands, a hand and its
history, links to share, the big screen, and the offline app."""
