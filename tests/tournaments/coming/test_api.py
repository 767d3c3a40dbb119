"""Before an evening, over REST: as the pages have it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.tournaments.coming.a_list import AList
from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club, User
from tournaments.club.services import clubs
from tournaments.coming.api import coming
from tournaments.evening import acts
from tournaments.evening.services.perform import perform

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club: Club) -> AList:
    return AList.made(club, at=datetime.now(UTC), places=2)


def at(evening: AList, *words: str) -> str:
    """An address before the evening, for everybody."""
    where = evening.evening
    return "/".join([f"/api/v1/clubs/{where.club.slug}/coming", *([where.slug] if words else []), *words, ""])


def list_of(evening: AList, *words: Any) -> str:
    """An address of the officers' list."""
    where = evening.evening
    found = f"/api/v1/clubs/{where.club.slug}/evenings/{where.slug}/sign-ups"
    return "/".join([found, *map(str, words), ""])


def test_everybody_reads_what_is_to_come_and_no_name(evening: AList) -> None:
    evening.sign_up("Ada")
    answer = Caller().get(at(evening))
    (told,) = answer.json()["evenings"]
    assert (told["slug"], told["come"], told["left"]) == (evening.evening.slug, 1, 1)
    assert told["takes_sign_ups"] is True
    assert "Ada" not in answer.content.decode()


def test_somebody_signs_up_waits_and_withdraws(evening: AList) -> None:
    caller = Caller()
    first = caller.post(at(evening, "sign-up"), {"name": "Ada", "companion": "Bob"})
    assert (first.status_code, first.json()["state"]) == (201, "placed")
    second = caller.post(at(evening, "sign-up"), {"name": "Clara"}).json()
    assert (second["state"], second["waits_as"]) == ("waiting", 1)
    assert fault(caller.post(at(evening, "sign-up"), {"name": "bob"})) == (400, "name", "name-twice")
    token = {"token": first.json()["token"]}
    for _again in "ab":
        assert caller.post(at(evening, "withdraw"), token).json()["state"] == "withdrawn"
    assert evening.names(placed=True) == ["Clara"]


def test_a_token_is_of_one_evening(evening: AList, club: Club) -> None:
    other = AList.made(club, at=datetime.now(UTC), name="Another")
    _row, token = other.sign_up_with_link("Ada")
    before = everything()
    assert Caller().post(at(evening, "withdraw"), {"token": token}).status_code == 404
    assert Caller().post(at(evening, "withdraw"), {"token": "guessed"}).status_code == 404
    assert everything() == before


def test_who_signs_up_too_often_waits(evening: AList, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coming, "MOST_FROM_ONE", 1)
    assert Caller().post(at(evening, "sign-up"), {"name": "Ada"}).status_code == 201
    answer = Caller().post(at(evening, "sign-up"), {"name": "Bob"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_an_officer_adds_takes_out_and_lets_in(evening: AList, director: User) -> None:
    asking = officer(director)
    made = asking.post(list_of(evening), {"name": "Ada", "companion": "Bob"}).json()
    assert [row["name"] for row in asking.get(list_of(evening)).json()["sign_ups"]] == ["Ada"]
    assert fault(asking.post(list_of(evening, made["id"], "let-in"), {}))[2] == "not-now"
    perform(evening=evening.evening, act=acts.OpenDoors(), by="user:1", at=evening.clock())
    for companion, name in ((False, "Ada"), (True, "Bob")):
        answer = asking.post(list_of(evening, made["id"], "let-in"), {"companion": companion})
        assert (answer.status_code, answer.json()["name"]) == (201, name)
    again = asking.post(list_of(evening, made["id"], "let-in"), {})
    assert fault(again)[2] == "already-in"
    out = asking.post(list_of(evening, made["id"], "take-out"), {})
    assert out.json()["state"] == "withdrawn"
    assert asking.get(list_of(evening)).json()["sign_ups"] == []


def test_who_signed_up_in_another_spelling_is_let_in_as_the_member(
    evening: AList, club: Club, director: User
) -> None:
    clubs.add_names(club=club, names=["Ada Marsh"], at=evening.at)
    row = evening.sign_up("ada marsh")
    perform(evening=evening.evening, act=acts.OpenDoors(), by="user:1", at=evening.clock())
    answer = officer(director).post(list_of(evening, row.pk, "let-in"), {})
    assert (answer.status_code, answer.json()["name"]) == (201, "Ada Marsh")


def test_officers_lists_are_for_officers(evening: AList) -> None:
    assert Caller().get(list_of(evening)).status_code == 401
