from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league import clock, closing, names, reached, selectors  # noqa: F401 - the clock registers its task
        from league.facts import DECIDERS
        from league.imports import jobs
        from league.imports.projecting import PROJECTION
        from league.projecting import PROJECTIONS
        from league.refusals import CODES
        from ledger.http import codes, links, streams
        from ledger.registry import (
            register_club_names,
            register_decider,
            register_listener,
            register_named_clubs,
            register_projection,
        )
        from races import people

        for decider in DECIDERS:
            register_decider(decider)
        for projection in (*PROJECTIONS, PROJECTION):
            register_projection(projection)
        register_listener(closing.sign_night)
        for code, (status, title) in CODES.items():
            codes.register(code, status, title)
        register_listener(jobs.wake)
        links.make_from(reached.chosen)
        streams.describe("/api/v1/games/{game}/live", "games", "version", "A game's events as they happen.")
        notice = ", `notice` (what the event after it means, as in the feed)"
        streams.describe("/api/v1/clubs/{slug}/live", "clubs", "cursor", "Everything in a club as it happens.", notice)
        register_club_names(selectors.clubs.id_of)
        register_named_clubs(selectors.clubs.slug_of)
        people.register_names(names.names_for)
        people.register_publicity(selectors.clubs.is_public)
        people.register_belongings(selectors.games.belonging)
