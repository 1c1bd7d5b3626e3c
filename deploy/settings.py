"""Django's settings, all from the environment.

``deploy/up``, ``deploy/manage`` and the tests set the environment (see :mod:`deploy.environment`); in production the
service manager does. Nothing here opens a file or a connection.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

BASE_DIR = Path(__file__).resolve().parent.parent
_env = os.environ.get

RAILBIRD_INSTANCE = _env("RAILBIRD_INSTANCE", "local")
"""Names Redis channels, queues and cookies, so that two instances on one host or one Redis stay apart."""
RAILBIRD_DATA = Path(_env("RAILBIRD_DATA", str(BASE_DIR / "var")))
RAILBIRD_URL = _env("RAILBIRD_URL", "http://127.0.0.1:8000").rstrip("/")
"""The address people use; every absolute link is made from it."""
RAILBIRD_APP_ROLE = _env("RAILBIRD_APP_ROLE", "railbird_app")
"""The database role that serves; migrations grant it what it may do."""
RAILBIRD_TEST_DECKS = _env("RAILBIRD_TEST_DECKS") == "1"

SECRET_KEY = _env("RAILBIRD_SECRET_KEY", "")  # Django refuses an empty one when it is first needed
DEBUG = False
ALLOWED_HOSTS = [host for host in _env("RAILBIRD_HOSTS", "127.0.0.1,localhost").split(",") if host]

# The front (Caddy) tells the scheme; it drops what a client claims.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_TRUSTED_ORIGINS = [RAILBIRD_URL]
SESSION_COOKIE_NAME = f"railbird_{RAILBIRD_INSTANCE}_session"  # cookies ignore ports
CSRF_COOKIE_NAME = f"railbird_{RAILBIRD_INSTANCE}_csrf"
SESSION_COOKIE_HTTPONLY = True  # and Secure by the request's own scheme: deploy.cookies
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "no-referrer"  # addresses may hold read-only keys
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # over plain http browsers ignore it, with a warning on every page
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "ledger",
    "races",
    "league",
    "deploy",
]

MIDDLEWARE = [
    "ledger.http.middleware.ProblemMiddleware",  # the outermost: nothing under /api/ leaves as HTML
    "deploy.cookies.CookieSchemeMiddleware",  # outside of all that set cookies
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "league.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "league.pages.bodies.FormMiddleware",  # before the CSRF check, which reads forms
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.throttling.ThrottlingMiddleware",
]

ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


def _database() -> dict[str, object]:
    """``DATABASE_URL`` (any libpq string) as Django's dictionary; serving processes get pool and time limits."""
    given = conninfo_to_dict(_env("DATABASE_URL", "postgresql://railbird_app@/railbird"))
    names = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    options: dict[str, object] = {key: value for key, value in given.items() if key not in names}
    options["prepare_threshold"] = 5  # Django would switch prepared statements off
    database: dict[str, object] = {
        "ENGINE": "django.db.backends.postgresql",
        **{names[key]: value for key, value in given.items() if key in names},
        "CONN_MAX_AGE": 0,
        "ATOMIC_REQUESTS": False,  # nothing may be written before the ledger's lock
        "OPTIONS": options,
    }
    threads = int(_env("RAILBIRD_DATABASE_POOL", "0"))
    if threads:
        options["pool"] = {"min_size": 1, "max_size": threads, "timeout": 2}
        limits = ["lock_timeout=2s", "statement_timeout=5s", "idle_in_transaction_session_timeout=5s"]
        given_options = [str(options["options"])] if "options" in options else []
        options["options"] = " ".join(
            given_options + [f"-c {setting}" for setting in ("plan_cache_mode=force_generic_plan", *limits)]
        )
        database["CONN_HEALTH_CHECKS"] = True  # the pool checks a connection before it hands it out
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

RAILBIRD_HEARTBEAT_S = float(_env("RAILBIRD_HEARTBEAT_S", "15"))
"""A live stream without news sends a comment this often, so that proxies and phones know it lives."""

REDIS_URL = _env("REDIS_URL", "redis://127.0.0.1:6379/0")
"""As ``redis.Redis.from_url`` takes it: ``redis://``, ``rediss://`` or ``unix://PATH?db=0``."""

RAILBIRD_LIMIT_WRITES = _env("RAILBIRD_LIMIT_WRITES", "3000/60")
"""Writing calls of one caller: so many in so many seconds (:mod:`league.throttling`); ``0``: as many as they like."""
RAILBIRD_LIMIT_GUESSES = _env("RAILBIRD_LIMIT_GUESSES", "60/300")
"""Wrong codes and passwords by one browser; an address has a multiple of it (:data:`league.throttling.CROWD`)."""

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("sv", "Svenska"),
    ("ro", "Română"),
    ("sl", "Slovenščina"),
    ("fr", "Français"),
]
LANGUAGE_COOKIE_NAME = f"railbird_{RAILBIRD_INSTANCE}_language"
FORMAT_MODULE_PATH = ["league.formats"]  # English dates as 2026-03-14: half of its readers are no Americans

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # served from where the packages keep them: no collecting step
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ROOT = BASE_DIR / "deploy" / "public"  # what browsers ask for at the root: favicon.ico

DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024  # imports; the API's own parser stops at 64 kB

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "ledger.http.problems.exception_handler",
    "DEFAULT_AUTHENTICATION_CLASSES": ["league.authentication.Authentication"],
    "DEFAULT_PERMISSION_CLASSES": [],  # endpoints declare their scope
    "DEFAULT_PARSER_CLASSES": ["ledger.http.parsing.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["ledger.http.rendering.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "ledger.http.schema.AutoSchema",
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Railbird",
    "DESCRIPTION": "An event-sourced ledger for racing and betting games played at club tables.",
    "VERSION": "1",
}


def _worth_a_line(record: logging.LogRecord) -> bool:
    """That the instance isn't ready yet is /readyz's answer, not an error."""
    return getattr(getattr(record, "request", None), "path", "") != "/readyz"


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {"readiness": {"()": "django.utils.log.CallbackFilter", "callback": _worth_a_line}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["readiness"]}},
    # A wrong address or a form filled in badly is the caller's affair; what we did wrong is told at ERROR.
    "loggers": {"django.request": {"level": "ERROR"}},
    "root": {"handlers": ["console"], "level": _env("RAILBIRD_LOG_LEVEL", "WARNING")},
}
