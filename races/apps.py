from django.apps import AppConfig


class RacesConfig(AppConfig):
    name = "races"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from ledger.http import codes
        from ledger.registry import register_decider, register_listener, register_projection
        from races import clock
        from races.game import GameDecider
        from races.projecting import PROJECTION
        from races.refusals import MOVES, SEATS

        register_decider(GameDecider())
        register_projection(PROJECTION)
        register_listener(clock.schedule)
        for code, (status, title) in (MOVES | SEATS).items():
            codes.register(code, status, title)
