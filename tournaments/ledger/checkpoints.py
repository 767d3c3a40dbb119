"""Heads of ledgers as checkpoints: notes that a club signs and others keep (c2sp.org/tlog-checkpoint, signed-note).

The hash is that of the ledger's last entry. A ledger is a chain and no tree, so whether one goes on from another is
seen in its entries, which an archive has.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tournaments.ledger.minisign import SignatureError, read_key

ED25519: Final = b"\x01"
ID_BYTES: Final = 4
DASH: Final = "— "


class Checkpoint(NamedTuple):
    """How long a ledger is and the hash of its last entry, in hexadecimal; `origin` names it everywhere."""

    origin: str
    size: int
    head: str

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64.b64encode(bytes.fromhex(self.head)).decode()}\n"


def sign(checkpoint: Checkpoint, secret: str, *, name: str) -> str:
    """The note: the checkpoint, an empty line and the line of the signature, `name` without spaces and pluses."""
    key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(secret))
    signature = _id_of(name, key.public_key().public_bytes_raw()) + key.sign(checkpoint.text.encode())
    return f"{checkpoint.text}\n{DASH}{name} {base64.b64encode(signature).decode()}\n"


def check(note: str, public: str, *, name: str) -> Checkpoint:
    """What a note says that this key has signed, as minisign has keys. Raises SignatureError where it has not."""
    text, _, lines = note.partition("\n\n")
    _, key = read_key(public)
    key_id = _id_of(name, key.public_bytes_raw())
    try:
        origin, size, root = text.splitlines()
        checkpoint = Checkpoint(origin, int(size), base64.b64decode(root, validate=True).hex())
        named = [line.removeprefix(f"{DASH}{name} ") for line in lines.splitlines() if line.startswith(DASH)]
        signatures = [base64.b64decode(line, validate=True) for line in named if " " not in line]
    except (ValueError, binascii.Error) as error:
        raise SignatureError("this is no signed checkpoint") from error
    for signature in signatures:
        if signature[:ID_BYTES] == key_id:
            try:
                key.verify(signature[ID_BYTES:], checkpoint.text.encode())
            except InvalidSignature as error:
                raise SignatureError("the checkpoint is not the one that was signed") from error
            return checkpoint
    raise SignatureError("the checkpoint was not signed with this key")


def _id_of(name: str, key: bytes) -> bytes:
    return hashlib.sha256(f"{name}\n".encode() + ED25519 + key).digest()[:ID_BYTES]
