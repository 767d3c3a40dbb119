"""Head Table's settings, all of them, read from the environment.

Without any environment everything lives below `data/`: SQLite, a broker of plain files, a secret key
made on the first start. `DATABASE_URL` and `REDIS_URL` switch to PostgreSQL and Redis.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tomllib
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue

from config.logs import report_errors

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
DATA = Path(env.str("HEAD_TABLE_DATA", default=str(BASE_DIR / "data")))
# Whatever is made below it, by whichever program, is its owner's alone: the club, the key, the queue.
os.umask(0o077)
DATA.mkdir(parents=True, exist_ok=True)
for kept in ("club.sqlite3", "club.sqlite3-wal", "club.sqlite3-shm", "run.lock", "beat"):
    with contextlib.suppress(OSError):  # it is not there yet, or somebody else's
        (DATA / kept).chmod(0o600)

DEBUG = env.bool("DEBUG", default=False)
# Behind a proxy that ends TLS, or with a certificate: cookies for https only, HSTS, redirects.
HTTPS = env.bool("HTTPS", default=False)
EMBEDDED = "DATABASE_URL" not in os.environ


def secret_key() -> str:
    """The key from the environment, or on the embedded default one kept in the data folder."""
    given: str = env.str("SECRET_KEY", default="")
    if given:
        return given
    if not EMBEDDED:
        raise ImproperlyConfigured("SECRET_KEY must be set when DATABASE_URL is set.")
    kept = DATA / "secret_key"
    try:
        descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return kept.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        made = secrets.token_urlsafe(64)
        file.write(made)
    return made


SECRET_KEY = secret_key()
# Where it is kept, unless the environment gives it: a backup that is brought back brings its key along.
SECRET_KEY_FILE = DATA / "secret_key" if EMBEDDED and not os.environ.get("SECRET_KEY") else None
# A club's laptop is reached by whatever address its network gives it; a public host names its own.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"] if EMBEDDED else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "config.static_files.StaticFiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "tournaments",
]

MIDDLEWARE = [
    "config.middleware.RequestLine",
    "config.middleware.HandsFirst",
    # Before the others those that add headers: to redirects, refusals and static files too.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.compression.SmallerPages",
    "config.middleware.BodyLimit",
    "config.middleware.Unavailable",
    "config.middleware.FormerCookies",
    "config.tenant_guard.TenantGuard",
    "config.public_names.PublicNames",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tournaments.club.web.sign_in.Asking",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.club.web.account.Seen",
]

# What Prometheus shows to be told figures; empty, and none are gathered. Each process writes its own into files.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if METRICS_TOKEN:
    METRICS_FOLDER = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(DATA / "metrics")))
    METRICS_FOLDER.mkdir(parents=True, exist_ok=True)
    MIDDLEWARE.insert(0, "tournaments.operations.metrics.Measured")

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": [
                "tournaments.site.web.words",
                "tournaments.site.web.pages",
                "tournaments.site.web.tags",
                "template_partials.templatetags.partials",
            ],
            "libraries": {
                "desk_menu": "tournaments.evening.web.desk.menu",
                "coming": "tournaments.signup.desk",
                "people": "tournaments.league.web.public.clubs",
                "club_settings": "tournaments.club.web.settings",
                "privacy": "tournaments.privacy.views",
                "sums": "tournaments.fees.web",
                "visitors": "tournaments.club.web.pages",
            },
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            ["config.templates.Loader", "django.template.loaders.app_directories.Loader"],
                        )
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.site.web.page_help.terms",
                "tournaments.site.web.page_help.page_help",
            ],
        },
    },
]


def database(chosen: dict[str, Any]) -> dict[str, Any]:
    """The database that an address has chosen, PostgreSQL or SQLite, with what each needs beside it."""
    chosen["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=600)
    if chosen["ENGINE"].endswith("sqlite3"):
        chosen["ENGINE"] = "config.sqlite"
        chosen["TEST"] = {"NAME": ":memory:"}  # as with Django's own engine, which others know by its name
        # FULL, not NORMAL: an acknowledged hand must survive a power cut. IMMEDIATE takes the write lock
        # at BEGIN, so that a transaction that reads before it writes cannot fail half way.
        chosen["OPTIONS"] = {
            # Seconds for which whoever writes waits for another process. Phones and pages then try again.
            "timeout": 5,
            # Statements kept parsed: with the usual 128 those of the pages push each other out.
            "cached_statements": 512,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"
                "PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=27103364;PRAGMA cache_size=2000;"
                "PRAGMA secure_delete=ON;"  # a name that is erased is not left in the pages of the file
            ),
        }
    else:
        chosen["ENGINE"] = "config.postgresql"
        chosen["CONN_HEALTH_CHECKS"] = True
        if env.bool("PREPARED_STATEMENTS", default=True):
            # What a connection is asked again and again is parsed and planned once.
            prepared = {"server_side_binding": True, "prepare_threshold": 5}
            chosen["OPTIONS"] = {**prepared, **chosen.get("OPTIONS", {})}
    return chosen


# One database: PostgreSQL by its address, else SQLite below the data folder.
DATABASES = {"default": database(env.db("DATABASE_URL", default=f"sqlite:///{DATA / 'club.sqlite3'}"))}
# The same database under a role that owns nothing in it, which what answers requests then takes (config/wsgi.py).
WEB_DATABASE = database(env.db("WEB_DATABASE_URL")) if env.str("WEB_DATABASE_URL", default="") else None
if WEB_DATABASE and not WEB_DATABASE["ENGINE"] == DATABASES["default"]["ENGINE"] == "config.postgresql":
    raise ImproperlyConfigured("WEB_DATABASE_URL needs PostgreSQL, and DATABASE_URL beside it.")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# --- background work ---------------------------------------------------------------------------------
BROKER_FOLDERS = {name: DATA / "broker" / name for name in ("queue", "processed", "control")}
# A worker that is told of no queue (-Q) takes them all: what a room waits for, and what hurries nobody.
CELERY_TASK_DEFAULT_QUEUE = "hands-first"
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name) for name in (CELERY_TASK_DEFAULT_QUEUE, "slow")
]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # A file does not go away; to open it anew for every task, and read its schema, costs more than most tasks.
    CELERY_DB_REUSE_MAX = 10_000
CELERY_TIMEZONE = "UTC"
# A dead broker may hold a request up for half a second at most; the sweep finds the work later anyway.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1}
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "visibility_timeout": 60,
        "unacked_restore_interval": 2,
        "socket_connect_timeout": 0.5,
        # A Redis that takes a connection and then says nothing would hold whoever asks up for ever.
        "socket_timeout": 1,
    }
else:
    for folder in BROKER_FOLDERS.values():
        folder.mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_URL = "filesystem://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER_FOLDERS["queue"]),
        "data_folder_out": str(BROKER_FOLDERS["queue"]),
        "processed_folder": str(BROKER_FOLDERS["processed"]),
        "control_folder": str(BROKER_FOLDERS["control"]),
        "polling_interval": 0.2,
    }
CELERY_BEAT_SCHEDULER = "config.celery:Scheduler"
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=1.0)
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "tournaments.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}},
}

# --- people and security -----------------------------------------------------------------------------
AUTH_USER_MODEL = "tournaments.User"
PASSWORD_HASHERS = [
    "config.hashers.PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "web:sign-in"
LOGIN_REDIRECT_URL = "web:desk"
LOGOUT_REDIRECT_URL = "web:home"

# How much there may be: of an account, and of each club unless it was given a number of its own (in the admin).
QUOTAS = {
    "clubs": env.int("QUOTA_CLUBS", default=50),
    "evenings": env.int("QUOTA_EVENINGS", default=2000),
    "members": env.int("QUOTA_MEMBERS", default=20_000),
    "uploads": env.int("QUOTA_UPLOADS", default=500),
    "requests": env.int("QUOTA_REQUESTS", default=2000),
}

SESSION_ENGINE = "config.sessions"
# What is told once may name somebody: it waits in the browser alone, never in a session.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
# Browsers take a cookie of such a name over https alone, from this host alone and for all of it: no other site below
# the same domain can set one. On plain http there is no such thing.
HOST_ONLY = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{HOST_ONLY}sessionid"
CSRF_COOKIE_NAME = f"{HOST_ONLY}csrftoken"
LANGUAGE_COOKIE_NAME = f"{HOST_ONLY}django_language"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
# Some addresses hold a token: nobody hears which page somebody comes from, not even a file of ours, whose requests a
# proxy may log. The server alone is told, else a browser sends forms from origin null, which is refused as forged.
SECURE_REFERRER_POLICY = "strict-origin"
# Without https browsers ignore it, and complain of it on the console of every phone.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
# A card printed from localhost must lead phones to this machine, not to themselves. ./run finds it out.
PHONES_AT = env.str("PHONES_AT", default="")
START_CODE = env.str("START_CODE", default="")
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# --- mail: without a server none is sent, and links are shown to be handed on ---
EMAIL_HOST = env.str("EMAIL_HOST", default="")
EMAIL_PORT = env.int("EMAIL_PORT", default=587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=EMAIL_PORT == 587)
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=EMAIL_PORT == 465)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="")
# What the links in mails begin with.
SITE_ADDRESS = env.str("SITE_ADDRESS", default="")
# Machines of the server's own network that webhooks may go to, over http too; all others are on the internet.
WEBHOOK_LOCAL_HOSTS = env.list("WEBHOOK_LOCAL_HOSTS", default=[])
# In place of a mail server: a provider as django-anymail knows it, which tells below /mails/ what comes back.
EMAIL_PROVIDER = env.str("EMAIL_PROVIDER", default="")
if (EMAIL_HOST or EMAIL_PROVIDER) and not (DEFAULT_FROM_EMAIL and SITE_ADDRESS):
    raise ImproperlyConfigured(
        "DEFAULT_FROM_EMAIL and SITE_ADDRESS must be set when EMAIL_HOST or EMAIL_PROVIDER is set."
    )
if EMAIL_PROVIDER:
    INSTALLED_APPS += ["anymail"]
    EMAIL_BACKEND = f"anymail.backends.{EMAIL_PROVIDER}.EmailBackend"
    ANYMAIL = {
        **env.dict("EMAIL_PROVIDER_SETTINGS", default={}),
        "REQUESTS_TIMEOUT": EMAIL_TIMEOUT,
        "IGNORE_RECIPIENT_STATUS": True,
        "WEBHOOK_SECRET": env.str("EMAIL_WEBHOOK_SECRET"),
    }
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}
# The longest that any address takes but for files; `config.middleware` says which takes how much.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4096 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
# No form takes more files than one.
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# --- languages, times, static files ------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formats"]
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="UTC")

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# Else Django opens what it collects to everybody.
FILE_UPLOAD_PERMISSIONS = 0o600
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.Storage"},
}
WHITENOISE_MANIFEST_STRICT = False

# --- the REST door -----------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.evening.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.site.api.json_parser.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.site.api.answers.handle",
    "DEFAULT_VERSIONING_CLASS": "rest_framework.versioning.NamespaceVersioning",
    "DEFAULT_VERSION": "v1",
    "ALLOWED_VERSIONS": ["v1"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Head Table",
    "DESCRIPTION": (
        "Run a card club's evening: seats, hands, the bell, the move, the standings.\n\n"
        "For Python there is [a client of one file](/api/client.py)."
    ),
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.site.api.schema.add_links",
    ],
    "WEBHOOKS": ["tournaments.club.api.settings.TOLD"],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],  # it is the same for everybody, whatever token comes along
    "COMPONENT_SPLIT_PATCH": False,  # the models of bodies say themselves what may be left out
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "SeasonKindEnum": ["evenings", "fixtures"],
        "AnySeasonStageEnum": ["draft", "open", "closed", "imported"],
        "ShownToEnum": ["everybody", "with-link", "nobody"],
        "SignUpStateEnum": ["placed", "waiting", "withdrawn"],
    },
}

# Where errors are reported to, by the protocol of Sentry; empty, and nothing of it is imported.
ERRORS_DSN = env.str("ERRORS_DSN", default="")
if ERRORS_DSN:
    report_errors(ERRORS_DSN, VERSION)
# 1 writes a JSON object a line, one for each request and each job too.
LOG_JSON = env.bool("LOG_JSON", default=False)
LOG_LEVEL = env.str("LOG_LEVEL", default="WARNING")
LINES_OF_WORK = {"level": "INFO" if LOG_JSON else LOG_LEVEL}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.WithoutTokens",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        },
        "json": {"()": "config.logs.json_lines"},
    },
    "filters": {
        "one_line": {"()": "config.logs.OneLine"},
        "once_a_minute": {"()": "config.logs.OnceAMinute"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_JSON else "line",
            "filters": ["one_line", "once_a_minute"],
        }
    },
    # Django's own developer's server has a handler of its own, which writes whole addresses.
    "loggers": {
        "django.server": {"handlers": ["terminal"], "propagate": False},
        "config.requests": LINES_OF_WORK,
        "tournaments.work.runner": LINES_OF_WORK,
    },
    "root": {"handlers": ["terminal"], "level": LOG_LEVEL},
}
