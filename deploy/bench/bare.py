"""The peer of a bet over HTTP: a view of DRF as its manual writes it, in the same process under the same middleware and
pool. It asks nobody who calls, decides nothing, and inserts one row with one statement."""

from __future__ import annotations

from django.db import connection
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

SCHEMA = """
    CREATE TABLE bench.bet (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game uuid NOT NULL,
        marker text NOT NULL,
        spot text NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );
"""
ADDRESS = "/api/v1/bench/bets"


class Bets(APIView):
    """``POST {game, marker, spot}`` → 201 ``{id}``."""

    authentication_classes = ()

    def post(self, request: Request) -> Response:
        bet = request.data
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO bench.bet (game, marker, spot) VALUES (%s, %s, %s) RETURNING id",
                [bet["game"], bet["marker"], bet["spot"]],
            )
            (id,) = cursor.fetchone()
        return Response({"id": id}, status=201)


urlpatterns = [path(ADDRESS.removeprefix("/"), Bets.as_view()), path("", include("deploy.urls"))]
