"""Heads of ledgers that a club signs and others keep: whether one goes on from the last."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command

from tests.tournaments.an_evening import Make
from tournaments.evening.acts import Penalty
from tournaments.ledger import checkpoints, minisign
from tournaments.ledger.checkpoints import Checkpoint
from tournaments.ledger.minisign import SignatureError

NAME = "club.example/c/owls"
HEAD = Checkpoint(f"{NAME}/friday", 20, "3f" * 32)
KEY = minisign.new_key()
NOTE = checkpoints.sign(HEAD, KEY.secret, name=NAME)


def test_a_note_is_as_the_specification_has_it() -> None:
    origin, size, root, empty, signature, end = NOTE.split("\n")
    assert (origin, size, base64.b64decode(root).hex(), empty, end) == (HEAD.origin, "20", HEAD.head, "", "")
    dash, name, signed = signature.split(" ")
    assert (dash, name) == ("—", NAME)
    key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(KEY.secret)).public_key()
    key.verify(base64.b64decode(signed)[4:], f"{origin}\n{size}\n{root}\n".encode())


@pytest.mark.parametrize(
    ("note", "key", "why"),
    [
        (NOTE.replace("\n20\n", "\n21\n"), KEY.public, "not the one that was signed"),
        (NOTE, minisign.new_key().public, "not signed with this key"),
        (NOTE.partition("\n\n")[0] + "\n\n", KEY.public, "not signed with this key"),
        ("a letter", KEY.public, "no signed checkpoint"),
        (NOTE, "a key", "the key is not one of minisign"),
    ],
    ids=["another size", "another key", "no signature", "no checkpoint", "no key"],
)
def test_what_was_not_signed_so_is_refused(note: str, key: str, why: str) -> None:
    assert checkpoints.check(NOTE, KEY.public, name=NAME) == HEAD
    with pytest.raises(SignatureError, match=why):
        checkpoints.check(note, key, name=NAME)


@pytest.mark.django_db
def test_a_witness_takes_a_ledger_that_goes_on_and_no_other(
    client: Any, make_evening: Make, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = make_evening(12, until="published")
    page = f"/c/{room.evening.club.slug}/{room.evening.slug}/"
    record, note, archive = tmp_path / "heads", tmp_path / "checkpoint", tmp_path / "archive"

    def witness(*more: str) -> str:
        note.write_bytes(client.get(f"{page}checkpoint").content)
        archive.write_bytes(client.get(f"{page}archive.json").content)
        call_command("witness", str(record), str(note), "--key", room.evening.club.keys.get().public, *more)
        return capsys.readouterr().out

    assert f"entries, head {room.evening.ledger_head}" in witness()
    assert "stands where it stood" in witness()
    first = record.read_text()
    room.act(
        Penalty(tickets=[room.evening.tickets.values_list("code", flat=True)[0]], points=-1, reason="late")
    )
    room.step_to("published")
    with pytest.raises(CommandError, match="name the archive"):
        witness()
    assert room.evening.ledger_head in witness("--archive", str(archive))
    kept = [json.loads(line) for line in record.read_text().splitlines()]
    record.write_text(record.read_text() + json.dumps({**kept[1], "size": kept[1]["size"] + 1}) + "\n")
    with pytest.raises(CommandError, match="does not go on"):
        witness()
    record.write_text(first.replace(kept[0]["head"], "0" * 64))
    with pytest.raises(CommandError, match="was made anew"):
        witness("--archive", str(archive))
