"""Clubs and what they keep: members, seasons, nights, tables, tokens; the API and the pages around them.

Facts are events like any other (``league.facts``), the tables of ``league.models`` are projections of them.
"""
