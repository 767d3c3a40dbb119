"""How the client speaks to a house: what it sends again, what it keeps, what it tells of a refusal."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest

from tournaments.client.head_table import HeadTable, HeadTableError


class Told(NamedTuple):
    """What the server answers; status 0 hangs up without an answer."""

    status: int
    body: Any = None
    headers: dict[str, str] = {}


class Asked(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: Any


class House:
    """A server that gives these answers one after the other, and remembers what it was asked."""

    def __init__(self) -> None:
        self.answers: list[Told] = []
        self.asked: list[Asked] = []
        told = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length)) if length else None
                told.asked.append(Asked(self.command, self.path, dict(self.headers), body))
                answer = told.answers.pop(0)
                if not answer.status:
                    return
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if answer.body is not None:
                    self.wfile.write(json.dumps(answer.body).encode())

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client has waited each time; it does not."""
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    return waited


def keys(house: House) -> list[str | None]:
    return [asked.headers.get("Idempotency-Key") for asked in house.asked]


def test_what_is_asked_for_goes_out_and_comes_back(house: House) -> None:
    house.answers = [Told(201, {"slug": "friday"})]
    cards = HeadTable(house.address, "a-token", phone="a-phone", language="fr")
    made = cards.make_evening("rooster/club", name="Friday", date="2026-11-20", plan={"game": "ascot"})
    assert made["slug"] == "friday"
    (asked,) = house.asked
    assert asked[:2] == ("POST", "/api/v1/clubs/rooster%2Fclub/evenings/")
    assert asked.body == {"name": "Friday", "date": "2026-11-20", "plan": {"game": "ascot"}}
    sent = {"Authorization": "Bearer a-token", "Table-Phone": "a-phone", "Accept-Language": "fr"}
    assert asked.headers.items() >= sent.items()


def test_none_is_said_and_what_is_omitted_is_not(house: House) -> None:
    house.answers = [Told(200, {})]
    HeadTable(house.address).correct_hand(
        "club", "evening", round=1, table=1, number=1, of=9, hand=None, reason="misdealt"
    )
    assert house.asked[0].body == {
        "round": 1, "table": 1, "number": 1, "of": 9, "hand": None, "reason": "misdealt",
    }  # fmt: skip


@pytest.mark.parametrize(
    "first", [Told(503, None, {"Retry-After": "2"}), Told(429, None, {"Retry-After": "2"}), Told(0)]
)
def test_what_has_a_key_is_sent_again_under_it(house: House, waits: list[float], first: Told) -> None:
    house.answers = [first, Told(200, {"status": "seated"})]
    assert HeadTable(house.address).draw("club", "evening")["status"] == "seated"
    assert len(house.asked) == 2
    assert len(set(keys(house))) == 1
    assert waits == ([2.0] if first.status else [0.5])


def test_each_act_has_a_key_of_its_own_and_takes_a_given_one(house: House) -> None:
    house.answers = [Told(200, {})] * 3
    cards = HeadTable(house.address)
    cards.draw("club", "evening")
    cards.draw("club", "evening")
    cards.draw("club", "evening", idempotency_key="of mine")
    assert len(set(keys(house))) == 3
    assert keys(house)[2] == "of mine"


def test_what_has_no_key_is_not_sent_again_when_in_doubt(house: House, waits: list[float]) -> None:
    house.answers = [Told(0)]
    with pytest.raises(HeadTableError) as error:
        HeadTable(house.address).withdraw_sign_up("club", "evening", token="of mine")
    assert error.value.status is None
    assert (keys(house), waits) == ([None], [])


def test_patience_ends(house: House, waits: list[float]) -> None:
    house.answers = [Told(503, None, {"Retry-After": "4"})] * 9
    with pytest.raises(HeadTableError) as error:
        HeadTable(house.address, patience=10).me()
    assert error.value.status == 503
    assert waits == [4.0, 4.0]


def test_a_refusal_tells_every_problem(house: House) -> None:
    problems = [{"field": "name", "code": "required", "message": "a name is needed"}]
    house.answers = [Told(400, {"title": "Bad Request", "status": 400, "errors": problems})]
    with pytest.raises(HeadTableError) as error:
        HeadTable(house.address).add_player("club", name="")
    assert (error.value.status, error.value.problems) == (400, problems)
    assert str(error.value) == "400 Bad Request: name: a name is needed"


def test_what_has_not_changed_comes_from_the_last_answer(house: House) -> None:
    house.answers = [Told(200, {"version": 1}, {"ETag": '"1-en"'}), Told(304), Told(200, {"version": 2})]
    cards = HeadTable(house.address)
    found = [cards.show_evening("club", "evening") for _ in range(3)]
    assert [one["version"] for one in found] == [1, 1, 2]
    assert [asked.headers.get("If-None-Match") for asked in house.asked] == [None, '"1-en"', '"1-en"']
    assert cards.etag is None


def test_a_version_to_be_changed_is_named(house: House, waits: list[float]) -> None:
    house.answers = [Told(200, {}), Told(0)]
    cards = HeadTable(house.address)
    cards.send("PUT", "/api/v1/x/", body={}, if_match='"7"')
    assert house.asked[0].headers["If-Match"] == '"7"'
    with pytest.raises(HeadTableError):  # a second try would be refused for what the first has done
        cards.send("PUT", "/api/v1/x/", body={}, if_match='"7"')
    assert waits == []


def test_pages_are_followed_within_the_house(house: House) -> None:
    pages = ["https://elsewhere.example/api/v1/clubs/club/players/?limit=1&offset=1", "a-cursor", None]
    house.answers = [Told(200, {"results": [{"id": n}], "next": page}) for n, page in enumerate(pages)]
    found = HeadTable(house.address, "a-token").iter_players("club", limit=1)
    assert [one["id"] for one in found] == [0, 1, 2]
    assert [asked.path for asked in house.asked] == [
        "/api/v1/clubs/club/players/?limit=1",
        "/api/v1/clubs/club/players/?limit=1&offset=1",
        "/api/v1/clubs/club/players/?cursor=a-cursor&limit=1",
    ]


def test_a_query_says_yes_as_json_does(house: House) -> None:
    house.answers = [Told(200, {})]
    HeadTable(house.address).list_players("club", retired=True, search="é&x")
    assert house.asked[0].path == "/api/v1/clubs/club/players/?retired=true&search=%C3%A9%26x"


def test_a_token_is_not_carried_elsewhere(house: House) -> None:
    house.answers = [Told(302, None, {"Location": f"{house.address}/elsewhere/"})]
    with pytest.raises(HeadTableError) as error:
        HeadTable(house.address, "a-token").me()
    assert error.value.status == 302
    assert len(house.asked) == 1


def test_an_address_begins_with_what_is_spoken_there() -> None:
    with pytest.raises(ValueError, match="https://"):
        HeadTable("file:///etc/hosts")
