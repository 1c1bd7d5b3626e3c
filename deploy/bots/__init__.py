"""Programs that play a seat through the public API, like a person with a phone: for demos, for tests, to fill a chair.

:mod:`bot` is the phone, :mod:`chance` plays any game at random, :mod:`racehorse` and :mod:`greyhounds` play theirs
sensibly. A seat that a bot plays is opened with ``"bot": true``, and shown as one everywhere. ``manage.py bot`` seats
one.
"""
