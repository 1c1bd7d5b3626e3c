"""``/signin``, ``/signin/{word}``, ``/signout``: organisers, by Django's accounts."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league import organisers
from league.pages.common import page
from ledger.errors import Refused

BACKEND = "django.contrib.auth.backends.ModelBackend"
signin = page(LoginView.as_view(template_name="pages/signin.html", next_page="/"))
signout = page(LogoutView.as_view(next_page="/"))


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@never_cache
@page
def by_link(request: HttpRequest, word: str) -> HttpResponse:
    """Choose a password and be signed in; the link is used up by that, not by looking."""
    user = organisers.link_account(word)
    if user is None:
        raise Refused("not_found", _("This link has been used, or is too old; `signin-link` prints a new one."))
    form = SetPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        account = organisers.use_link(word, form.cleaned_data["new_password1"])
        if account is not None:
            login(request, account, backend=BACKEND)
            return HttpResponseRedirect("/")
    return render(request, "pages/password.html", {"form": form, "account": user})
