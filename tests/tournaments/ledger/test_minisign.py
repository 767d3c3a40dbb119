"""Signatures: the program minisign takes ours, we take its own, and nobody takes what was altered."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from django.test import Client

from tests.tournaments.an_evening import Make
from tests.tournaments.commands.a_command import run
from tests.tournaments.conftest import START
from tournaments.club.models import Club
from tournaments.club.services import signing
from tournaments.ledger import minisign

CONTENT = ('{"name": "Zoé ' + "x" * 300 + '"}\n').encode()
PUBLIC = "RWRxJAY7sZjrEgSqeejgLeYtwe7WJmz63eouVVx0b+3VJqyzCkdDNfdt"
SIGNATURE = """untrusted comment: signature from minisign secret key
RURxJAY7sZjrErMIuwXSn5S91zG6qAHI8Aaq2LIvO1yyW7IoFbm92D7EDH4Zo+QzR/8Vppj9A//iduKd00D86VmFxoJhVZnWagM=
trusted comment: timestamp:1795203000\tfile:friday.json\thashed
5dIpm/id++pa2d9MNKZ+gbeYSImi8Ge3TD/zU2qXkMUZXEW7yh/S1EWuThp3+HmvvYf7NUlaTsIs6lOecd6ACg==
"""
"""What the program minisign made of that content."""


def test_a_signature_of_the_program_is_taken_and_says_what_was_signed_with_the_file() -> None:
    assert minisign.check(CONTENT, SIGNATURE, PUBLIC) == "timestamp:1795203000\tfile:friday.json\thashed"


@pytest.mark.parametrize(
    ("content", "signature", "public", "why"),
    [
        (CONTENT + b" ", SIGNATURE, PUBLIC, "the file is not the one"),
        (CONTENT, SIGNATURE.replace("friday", "sunday"), PUBLIC, "the comment beside"),
        (CONTENT, SIGNATURE, PUBLIC.replace("RWRx", "RWRy"), "another key"),
        (CONTENT, SIGNATURE.replace("RUR", "RUQ"), PUBLIC, "another key"),
        (CONTENT, SIGNATURE.replace("RU", "QQ", 1), PUBLIC, "not one of minisign"),
        (CONTENT, "", PUBLIC, "not one of minisign"),
        (CONTENT, SIGNATURE.replace("==", "é"), PUBLIC, "not one of minisign"),
        (CONTENT, SIGNATURE, "RWRx", "the key is not one"),
        (CONTENT, SIGNATURE, "é", "the key is not one"),
    ],
)
def test_what_was_altered_is_refused_with_the_reason(
    content: bytes, signature: str, public: str, why: str
) -> None:
    with pytest.raises(minisign.SignatureError, match=why):
        minisign.check(content, signature, public)


def test_the_archive_of_a_club_is_signed_and_each_key_stays_listed(
    make_evening: Make, club: Club, tmp_path: Path
) -> None:
    evening, visitor = make_evening(4, until="published").evening, Client()
    at = f"/c/{club.slug}/{evening.slug}/archive.json"
    first = club.keys.get()
    file, beside = tmp_path / "friday.json", tmp_path / "friday.json.minisig"
    file.write_bytes(visitor.get(at).content)
    beside.write_bytes(visitor.get(f"{at}.minisig").content)
    held = run("verify_archive", str(file), "--key", first.public, "--head", evening.ledger_head)
    assert (held.status, "Signed with this key: timestamp:" in held.out) == (0, True)
    if program := shutil.which("minisign"):
        subprocess.run([program, "-Vm", file, "-P", first.public], check=True, capture_output=True)

    signing.renew_signing_key(club, START)
    second = club.keys.get(retired_at=None)
    assert "another key" in run("verify_archive", str(file), "--key", second.public).out
    beside.write_bytes(visitor.get(f"{at}.minisig").content)
    assert minisign.check(file.read_bytes(), beside.read_text(), second.public).endswith("\thashed")
    for page in (f"/c/{club.slug}/", f"/c/{club.slug}/{evening.slug}/check/"):
        shown = visitor.get(page).text
        assert first.public in shown
        assert second.public in shown


def test_a_key_that_another_server_sealed_gives_way_to_a_new_one(make_evening: Make, club: Club) -> None:
    evening = make_evening(4, until="published").evening
    club.keys.update(sealed="")
    assert Client().get(f"/c/{club.slug}/{evening.slug}/archive.json.minisig").status_code == 404
    signing.have_signing_key(club, at=START)
    assert signing.signature_of(club, json.dumps([]), comment="") is not None
    assert club.keys.count() == 2
