"""A whole night played through the public HTTP API, as `deploy/up --demo` shows it.

A client like any other: nothing here imports the server's own packages. :mod:`show` runs the night; :mod:`night` finds
or makes club, members, season, night and game; :mod:`seat` is a player with a phone, :mod:`players` what they are like;
:mod:`caller` and :mod:`story` tell what happened from events alone; :mod:`checks` says whether all of it was right.
Racehorse is played by :mod:`deploy.bots` and shown by :mod:`cards`, :mod:`card_story`, :mod:`card_checks`;
Greyhounds by :mod:`greyhounds`, :mod:`greyhounds_players`, :mod:`greyhounds_story`.
"""
