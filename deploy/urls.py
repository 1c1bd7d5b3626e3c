"""Every address."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from deploy.readiness import readyz

urlpatterns = [
    path("readyz", readyz),
    path("admin/", admin.site.urls),
    path("", include("league.urls")),
]
