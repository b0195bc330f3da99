"""The pages used at the table: starting a match, the scorepad, entering and correcting hands, one
hand and its history, links to share, the big screen, and what makes the site an app offline."""
