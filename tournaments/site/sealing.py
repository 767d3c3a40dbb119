"""What has to be read again and yet not by whoever reads the database: encrypted under the server's secret key.

With another secret key nothing that was sealed before can be read.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

KEY_BYTES = 32
PURPOSE = b"head_table.sealed"


def seal(text: str) -> str:
    return _fernet().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str | None:
    """What was sealed; None where it was by another key, or was changed."""
    try:
        return _fernet().decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


def _fernet() -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=PURPOSE)
    return Fernet(base64.urlsafe_b64encode(derived.derive(settings.SECRET_KEY.encode())))
