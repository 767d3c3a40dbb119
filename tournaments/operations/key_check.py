"""Whether the program runs with the secret key that this database's cards and tickets were made with."""

from __future__ import annotations

import hashlib
import hmac
import logging

from django.conf import settings
from django.db import DatabaseError, connection

from tournaments.operations.models import ServerKey

log = logging.getLogger(__name__)

OTHER_KEY = (
    "SECRET_KEY is not the key of this database: no card or ticket printed so far opens, everybody is signed out. "
    "Put the key back: the file secret_key of the data folder, the setting SECRET_KEY, or from a backup by "
    "`unzip -p BACKUP secret_key`. Where it is lost for good, `./run manage accept_key` goes on with the new one."
)


def check_value() -> str:
    """What is kept of the secret key in the database: it tells keys apart and gives none away."""
    return hmac.new(settings.SECRET_KEY.encode(), b"which key is this", hashlib.sha256).hexdigest()


def key_trouble() -> str:
    """What to say where the key is another than the database's, else nothing; one query."""
    kept = ServerKey.objects.values_list("check_value", flat=True).first()
    return OTHER_KEY if kept not in (None, check_value()) else ""


def say_key_trouble() -> None:
    """A web server that starts with another key than the database's says so in its log, and goes on."""
    try:
        trouble = key_trouble()
    except DatabaseError:
        return  # no database, or no tables yet: /readyz tells
    finally:
        connection.close()
    if trouble:
        log.critical(trouble)
