"""What the web server calls: Django on WSGI, and the streams of live updates beside it."""

import contextlib
import ctypes
import multiprocessing
import resource
import signal
import sys

from django.conf import settings
from django.db import connection
from django.urls import reverse

from config.wsgi import application as wsgi
from tournaments.club.web.sign_in import NO_ROOM, is_known_browser
from tournaments.live.bridge import Environ, Slow
from tournaments.live.hub import IN_ALL, Front, Hub, watch
from tournaments.operations.metrics import begin

# SQLite has one writer at a time: with more threads they wait for each other, busily.
THREADS = 2 if connection.vendor == "sqlite" else 4


def lines() -> int:
    """How many lines the system lets this process hold open; by default it could be asked for more."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < 2 * IN_ALL:
        wanted = 2 * IN_ALL if most == resource.RLIM_INFINITY else min(2 * IN_ALL, most)
        with contextlib.suppress(ValueError, OSError):  # some systems set a lower bound than they tell
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return wanted
    return allowed


def hashes_a_password(asked: Environ) -> bool:
    """Whether a request has a password looked at: that is slow on purpose."""
    with_passwords = (reverse("web:sign-in"), reverse("web:own-account"))
    return asked["REQUEST_METHOD"] == "POST" and str(asked["PATH_INFO"]).startswith(with_passwords)


def die_with_parent() -> None:
    """On Linux the kernel ends a worker whose server was killed: it would go on answering, with code of before."""
    if sys.platform == "linux" and multiprocessing.parent_process() is not None:
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


die_with_parent()
# Half of them, so that streams never keep a request from getting through.
hub = Hub(watch, in_all=min(IN_ALL, lines() // 2))
if settings.METRICS_TOKEN:
    begin(hub)
application = Front(
    wsgi,
    THREADS,
    hub,
    Slow(hashes_a_password, is_known_browser, NO_ROOM),
)
