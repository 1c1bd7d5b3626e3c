"""Plain pages: clubs, nights, tables and games as text, live, for whoever opens the printed address.

They read through ``league.selectors`` as the API does, work over plain http, and need no script but for being live.
"""
