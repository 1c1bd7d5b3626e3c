"""The organisers of this instance: Django's accounts, their API token, and the link by which they sign in."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models.functions import Now

from league import tokens
from league.models import OrganiserToken, SigninLink

NAME = "organiser"
LINK_HOURS = 24


def account(name: str = NAME) -> Any:
    """The organiser's account; made, without a password, if there is none."""
    user, new = get_user_model().objects.get_or_create(username=name, defaults={"is_staff": True, "is_superuser": True})
    if new:
        user.set_unusable_password()
        user.save()
    return user


def issue_token(user: Any) -> str:
    """A new token with the scope ``organiser``; only its hash is kept."""
    token, digest = tokens.fresh(tokens.ORGANISER)
    OrganiserToken.objects.create(digest=digest, user=user, issued_at=Now())
    return token


def issue_link(user: Any) -> str:
    """A word that signs in once, within a day; only its hash is kept. Older links of the account die."""
    word = secrets.token_urlsafe(24)
    SigninLink.objects.filter(user=user).delete()
    SigninLink.objects.create(digest=tokens.digest(word), user=user, expires_at=Now() + timedelta(hours=LINK_HOURS))
    return word


def link_account(word: str) -> Any | None:
    """Whose link this is; None for one that is unknown, used or too old. Looking uses nothing up."""
    link = SigninLink.objects.filter(digest=tokens.digest(word), expires_at__gt=Now()).select_related("user").first()
    return None if link is None or not link.user.is_active else link.user


def use_link(word: str, password: str) -> Any | None:
    """Uses the link up and sets the password. → the account, or None as :func:`link_account`."""
    with transaction.atomic():
        link = (
            SigninLink.objects.select_for_update()
            .filter(digest=tokens.digest(word), expires_at__gt=Now())
            .select_related("user")
            .first()
        )
        if link is None or not link.user.is_active:
            return None
        SigninLink.objects.filter(digest=link.digest).delete()
        link.user.set_password(password)
        link.user.save(update_fields=["password"])
        return link.user
