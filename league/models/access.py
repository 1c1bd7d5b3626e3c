from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class Token(models.Model):
    """A club's token: a projection of the club's events. ``digest``: SHA-256 of the token, the only trace of it."""

    pk = models.CompositePrimaryKey("club", "id")
    club = models.UUIDField()
    id = models.UUIDField()
    name = models.TextField(null=True)  # noqa: DJ001 - null says erased
    scopes = ArrayField(models.TextField())
    digest = models.BinaryField(null=True, unique=True)
    expires_at = models.DateTimeField(null=True)
    issued_at = models.BigIntegerField()
    revoked = models.BooleanField()

    class Meta:
        db_table = "league_token"


class OrganiserToken(models.Model):
    """A token with the scope ``organiser``, for every club of this instance. No projection."""

    digest = models.BinaryField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    issued_at = models.DateTimeField()

    class Meta:
        db_table = "league_organiser_token"


class SigninLink(models.Model):
    """A link by which an organiser signs in once and sets a password. No projection."""

    digest = models.BinaryField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "league_signin_link"
