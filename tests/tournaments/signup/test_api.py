"""Before an evening, over REST: as the pages have it."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import everything, unchanged
from tournaments.club.models import Club, User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.signup import sign_ups
from tournaments.signup.models import DoorCode
from tournaments.signup.sign_ups import door_code


@pytest.fixture
def evening(club: Club) -> AList:
    return AList.made(club, at=datetime.now(UTC), places=2)


def at(evening: AList, *words: str) -> str:
    where = evening.evening
    return "/".join([f"/api/v1/clubs/{where.club.slug}/coming", *([where.slug] if words else []), *words, ""])


def list_of(evening: AList, *words: Any) -> str:
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


def test_everybody_reads_its_invitation_until_it_is_called_off(evening: AList) -> None:
    where = f"/api/v1/clubs/{evening.evening.club.slug}/evenings/{evening.evening.slug}/texts/"
    (text,) = Caller().get(where).json()["texts"]
    assert (text["kind"], text["text"].endswith(f"\n\n{text['url']}")) == ("invitation", True)
    evening.room.act(acts.Abandon(reason="snow"))
    assert Caller().get(where).json()["texts"] == []
    assert Caller().get(where.replace("friday", "monday")).status_code == 404


def test_somebody_signs_up_waits_and_withdraws(evening: AList) -> None:
    caller = Caller()
    first = caller.post(at(evening, "sign-up"), {"name": "Ada", "companion": "Bob"})
    assert (first.status_code, first.json()["state"]) == (201, "placed")
    second = caller.post(at(evening, "sign-up"), {"name": "Clara"}).json()
    assert (second["state"], second["waits_as"]) == ("waiting", 1)
    token = {"token": first.json()["token"]}
    for _again in "ab":
        assert caller.post(at(evening, "withdraw"), token).json()["state"] == "withdrawn"
    assert evening.names(placed=True) == ["Clara"]


def test_a_token_is_of_one_evening(evening: AList, club: Club) -> None:
    other = AList.made(club, at=datetime.now(UTC), name="Another")
    _row, token = other.sign_up_with_link("Ada")
    with unchanged():
        assert Caller().post(at(evening, "withdraw"), {"token": token}).status_code == 404
        assert Caller().post(at(evening, "withdraw"), {"token": "guessed"}).status_code == 404


def test_one_address_signs_up_as_many_as_it_may(evening: AList, monkeypatch: pytest.MonkeyPatch) -> None:
    room = 6
    monkeypatch.setattr(sign_ups, "MOST_FROM_DEVICE", room - 3)
    monkeypatch.setattr(sign_ups, "MOST_FROM_ADDRESS", room)

    def sign_up(number: int) -> Any:
        key = {"Idempotency-Key": f"{KEY['Idempotency-Key']}{number}"}
        return Caller().post(at(evening, "sign-up"), {"name": f"Player {number}"}, **key)

    *answers, last = [sign_up(number) for number in range(room + 1)]
    assert {answer.status_code for answer in answers} == {201}
    assert last.status_code == 429
    assert int(last.headers["Retry-After"]) > 0


def test_an_officer_adds_takes_out_and_lets_in(evening: AList, director: User) -> None:
    asking = officer(director)
    made = asking.post(list_of(evening), {"name": "Ada", "companion": "Bob"}).json()
    assert [row["name"] for row in asking.get(list_of(evening)).json()["sign_ups"]] == ["Ada"]
    assert fault(asking.post(list_of(evening, made["id"], "let-in"), {}))[2] == "not-now"
    evening.open_doors()
    for companion, name in ((False, "Ada"), (True, "Bob")):
        answer = asking.post(list_of(evening, made["id"], "let-in"), {"companion": companion})
        assert (answer.status_code, answer.json()["name"]) == (201, name)
    again = asking.post(list_of(evening, made["id"], "let-in"), {})
    assert fault(again)[2] == "already-in"
    out = asking.post(list_of(evening, made["id"], "take-out"), {})
    assert out.json()["state"] == "withdrawn"
    assert asking.get(list_of(evening)).json()["sign_ups"] == []
    clubs.add_player(club=evening.evening.club, name="Cid", at=evening.at).groups.create(group="Tuesday")
    added = asking.post(list_of(evening, "group"), {"group": "Tuesday"})
    assert (added.status_code, [row["name"] for row in added.json()["sign_ups"]]) == (201, ["Cid"])


KEY = {"Idempotency-Key": "fN3bqXl0T6m8u2c1yRk4Zw"}


def test_who_signs_up_twice_with_one_key_has_signed_up_once(evening: AList) -> None:
    first, second = (Caller().post(at(evening, "sign-up"), {"name": "Ada"}, **KEY) for _ in "ab")
    assert (second.status_code, second.json()) == (first.status_code, first.json()) == (201, first.json())
    assert evening.names(placed=True) == ["Ada"]
    assert KEY["Idempotency-Key"] not in str(everything())
    token = {"token": first.json()["token"]}
    assert Caller().post(at(evening, "withdraw"), token).json()["state"] == "withdrawn"
    assert Caller().post(at(evening, "sign-up"), {"name": "Ada"}, **KEY).json()["state"] == "withdrawn"


def test_a_key_signs_one_person_up_and_another_key_another(evening: AList) -> None:
    assert Caller().post(at(evening, "sign-up"), {"name": "Ada"}, **KEY).status_code == 201
    other = Caller().post(at(evening, "sign-up"), {"name": "Bob"}, **KEY)
    assert fault(other) == (422, "Idempotency-Key", "key-reused")
    another = {"Idempotency-Key": "another-" + KEY["Idempotency-Key"]}
    assert Caller().post(at(evening, "sign-up"), {"name": "Bob"}, **another).status_code == 201
    assert evening.names(placed=True) == ["Ada", "Bob"]


@pytest.mark.parametrize("key", ["", "first", "k" * 65, "a key with a line\nbreak in it"])
def test_a_key_that_can_be_guessed_signs_nobody_up(evening: AList, key: str) -> None:
    with unchanged():
        answer = Caller().post(at(evening, "sign-up"), {"name": "Ada"}, **{"Idempotency-Key": key})
    assert fault(answer) == (400, "Idempotency-Key", "bad-key")


def test_an_evening_is_announced_changed_and_withdrawn(evening: AList, director: User) -> None:
    asking, path = officer(director), list_of(evening).replace("sign-ups", "announcement")
    told = {"starts": "20:00", "places": 12, "note": "Cake", "takes_sign_ups": False}
    assert asking.ask("PUT", path, told).json() == {**told, "starts": "20:00:00", "is_announced": True}
    assert asking.ask("DELETE", path).json()["is_announced"] is False
    assert asking.get(path).json()["is_announced"] is False
    assert fault(asking.ask("PUT", path, told | {"starts": "8pm"})) == (400, "starts", "not-a-time")


def test_the_code_at_the_door_is_made_and_ended(evening: AList, director: User) -> None:
    asking, path = officer(director), list_of(evening).replace("sign-ups", "door")
    assert asking.get(path).status_code == 404
    made = asking.post(path)
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    assert asking.get(path).json() == made.json()
    assert made.json()["typed"] == door_code(DoorCode.objects.get())
    assert asking.get(made.json()["url"]).status_code == 200
    assert asking.ask("DELETE", path).json() == {"has_code": False}
    assert asking.get(path).status_code == 404


def test_several_evenings_are_made_and_announced_or_none(club: Club, director: User) -> None:
    asking, path = officer(director), f"/api/v1/clubs/{club.slug}/several-evenings/"
    body: dict[str, Any] = {"name": "Tuesday", "days": ["2030-01-01", "2030-01-08"], "starts": "19:30"}
    body["plan"] = {"game": "chantecler", "rounds": 2}
    with unchanged():
        twice = asking.post(path, body | {"days": ["2030-01-01", "2030-01-01"]})
    assert fault(twice) == (400, "days", "twice")
    made = asking.post(path, body)
    assert [row["date"] for row in made.json()["evenings"]] == body["days"], made.content
    assert fault(asking.post(path, body)) == (400, "days", "already-there")
