from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from league import closing, names, selectors
        from league.facts import DECIDERS
        from league.projecting import PROJECTIONS
        from ledger.http import codes
        from ledger.registry import register_club_names, register_decider, register_listener, register_projection
        from races import people

        for decider in DECIDERS:
            register_decider(decider)
        for projection in PROJECTIONS:
            register_projection(projection)
        register_listener(closing.sign)
        codes.register("erased", 409, "Erased")
        codes.register("night_closed", 409, "The night is closed")
        register_club_names(selectors.clubs.id_of)
        people.register_names(names.names_for)
        people.register_publicity(selectors.clubs.is_public)
        people.register_seasons(selectors.seasons.of_night)
