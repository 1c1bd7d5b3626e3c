"""Every address."""

from __future__ import annotations

from django.contrib import admin
from django.urls import path

from deploy.readiness import readyz

urlpatterns = [
    path("readyz", readyz),
    path("admin/", admin.site.urls),
]
