"""Signatures of files in the form of minisign, by Ed25519: `minisign -Vm FILE -P KEY` checks them, without us."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ALGORITHM: Final = b"Ed"
HASHED: Final = b"ED"
"""Signed is the BLAKE2b-512 of the file."""
ID_BYTES: Final = 8
KEY_BYTES: Final = 32
UNTRUSTED: Final = "untrusted comment: "
TRUSTED: Final = "trusted comment: "


class SignatureError(Exception):
    """Why a signature says nothing for a file."""


class KeyPair(NamedTuple):
    """A new key: what everybody may know, as minisign takes it after -P, and what nobody else may."""

    public: str
    secret: str


def new_key() -> KeyPair:
    key = Ed25519PrivateKey.generate()
    return KeyPair(_public_of(key), _text(key.private_bytes_raw()))


def sign(content: bytes, secret: str, *, comment: str) -> str:
    """What stands in `FILE.minisig` beside the file; the `comment`, one line, is signed too."""
    key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(secret))
    name = base64.b64decode(_public_of(key))[len(ALGORITHM) : -KEY_BYTES]
    signature = key.sign(_hashed(content))
    lines = (
        f"{UNTRUSTED}verify with minisign -Vm FILE -P {_public_of(key)}",
        _text(HASHED + name + signature),
        f"{TRUSTED}{comment}",
        _text(key.sign(signature + comment.encode())),
    )
    return "".join(f"{line}\n" for line in lines)


def check(content: bytes, signature: str, public: str) -> str:
    """The comment that was signed with the file. Raises SignatureError where the key did not sign this file."""
    name, key = read_key(public)
    try:
        _, first, comment, last = signature.splitlines()
        signed, both = base64.b64decode(first, validate=True), base64.b64decode(last, validate=True)
    except (ValueError, binascii.Error) as error:
        raise SignatureError("the signature is not one of minisign") from error
    kind, of_key, own = signed[:2], signed[2 : 2 + ID_BYTES], signed[2 + ID_BYTES :]
    if kind not in (ALGORITHM, HASHED) or not comment.startswith(TRUSTED):
        raise SignatureError("the signature is not one of minisign")
    if of_key != name:
        raise SignatureError("the signature was made with another key")
    comment = comment.removeprefix(TRUSTED)
    try:
        key.verify(own, _hashed(content) if kind == HASHED else content)
    except InvalidSignature as error:
        raise SignatureError("the file is not the one that was signed") from error
    try:
        key.verify(both, own + comment.encode())
    except InvalidSignature as error:
        raise SignatureError("the comment beside the signature is not the one that was signed") from error
    return comment


def read_key(public: str) -> tuple[bytes, Ed25519PublicKey]:
    """The id of a key and the key. Raises SignatureError where it is none."""
    try:
        raw = base64.b64decode(public.strip(), validate=True)
        if raw[:2] != ALGORITHM or len(raw) != len(ALGORITHM) + ID_BYTES + KEY_BYTES:
            raise SignatureError("the key is not one of minisign")
        return raw[2 : 2 + ID_BYTES], Ed25519PublicKey.from_public_bytes(raw[-KEY_BYTES:])
    except (ValueError, binascii.Error) as error:
        raise SignatureError("the key is not one of minisign") from error


def _public_of(key: Ed25519PrivateKey) -> str:
    raw = key.public_key().public_bytes_raw()
    return _text(ALGORITHM + hashlib.blake2b(raw, digest_size=ID_BYTES).digest() + raw)


def _hashed(content: bytes) -> bytes:
    return hashlib.blake2b(content).digest()


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
