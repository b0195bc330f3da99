"""``make chaos``: faults on a real site, and checks of its hands after each of them.

Phones enter hands on a site that is served as always, embedded or as a cluster. Then something
breaks. Nobody helps but a supervisor that starts again what has died, as systemd does. Within a
minute every acknowledged hand must be there exactly once, everything derived as a rebuild makes it,
no lock held, no job open, and a page that was open all the time must show it.
"""
