"""Whatever comes in at any address of the REST door: the answer is short, soon there, and no fault of the server."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from config.middleware import OF_ADDRESSES, USUAL
from scoring.faults import MOST_FAULTS
from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, address, fault
from tests.tournaments.evening.api.test_permissions import AT_A_TABLE
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in, words
from tests.tournaments.faults import hostile
from tests.tournaments.faults.costs import check_share
from tournaments.api_urls import v1
from tournaments.club.api import views as allowance
from tournaments.club.models import Club, User
from tournaments.club.services import throttle
from tournaments.evening.acts.act import MOST_AT_ONCE
from tournaments.evening.api import games
from tournaments.league.models import Season

pytestmark = pytest.mark.django_db
LONGEST_ANSWER = 100_000
SCORES = ("hands", "preview", "table-correct", "score")
"""The addresses that get all kinds of bodies; the others get one each, one after the other."""
KEY = {"Idempotency-Key": "a key"}


def addresses(evening: AnEvening) -> dict[str, str]:
    """Every address that takes a body, by its name, in this evening."""
    club, slug = evening.evening.club.slug, evening.evening.slug
    values: dict[str, Any] = {"player": evening.players[0].pk}
    values |= {"club": club, "evening": slug, "game": "chantecler"}
    values |= {"league": "friday-league", "season": "season-1", "code": "1-1"}
    return {
        str(pattern.name): reverse(
            f"v1:{pattern.name}", kwargs={name: values.get(name, 1) for name in pattern.pattern.converters}
        )
        for pattern in v1
        if isinstance(pattern, URLPattern) and verbs_of(pattern)
    }


def verbs_of(pattern: URLPattern) -> list[str]:
    view = getattr(pattern.callback, "cls", None)
    return [verb.upper() for verb in ("post", "put", "patch") if hasattr(view, verb)]


VERBS = {str(one.name): verbs_of(one)[0] for one in v1 if isinstance(one, URLPattern) and verbs_of(one)}
"""With what each address is sent a body."""


def check(answer: Any, began: float) -> None:
    """An answer as it may be: a refusal or what was asked for, short, and no dearer than its sender's share."""
    check_share(began)
    assert answer.status_code < 500, answer.content[:300]
    assert len(answer.content) < LONGEST_ANSWER
    if answer.status_code >= 400 and answer.content:
        assert len(answer.json()["errors"]) <= MOST_FAULTS + 1


def sent(caller: Caller, verb: str, path: str, body: bytes) -> Any:
    began = time.thread_time()
    answer = caller.ask(verb, path, body, **{"Idempotency-Key": f"key {next(caller.keys)}"})
    check(answer, began)
    return answer


def bodies() -> Iterator[tuple[str, bytes]]:
    yield from hostile.any_json()
    yield from hostile.wide()


@pytest.mark.parametrize("who", ["desk", "phone", "anybody"])
def test_no_body_costs_much(who: str, request: pytest.FixtureRequest, playing: AnEvening) -> None:
    caller: Caller = request.getfixturevalue(who)
    ASeason.made(playing.evening.club, kind="fixtures", rules={"games": ["chantecler"]})
    found = addresses(playing)
    assert len(found) > 40
    if who != "desk":  # the others refuse before they read: `test_permissions`
        found = {name: path for name, path in found.items() if name in (*SCORES, *AT_A_TABLE)}
    every = [body for _, body in bodies()]
    few = every[:: 4 if who == "desk" else 40]
    for place, (name, path) in enumerate(found.items()):
        for body in few if name in SCORES else [few[place % len(few)]]:
            sent(caller, VERBS[name], path, body)


@pytest.mark.parametrize(
    ("path", "bodies"), [("batch/", hostile.batches), ("games/", hostile.games)], ids=["batch", "games"]
)
def test_nothing_that_is_to_be_scored_in_bulk_costs_much(desk: Caller, path: str, bodies: Any) -> None:
    for _name, body in bodies():
        answer = sent(desk, "POST", f"/api/v1/score/{path}", body)
        assert answer.status_code in (200, 400, 413)


def test_of_very_many_faults_the_first_fifty_are_told_and_how_many_more_there_are(desk: Caller) -> None:
    body = {"game": "chantecler", "hands": [{}] * 1_000}
    errors = desk.post("/api/v1/score/games/", body).json()["errors"]
    assert len(errors) == MOST_FAULTS + 1
    assert errors[-1]["code"] == "and-more"
    assert errors[-1]["message"].startswith("and ")

    unknown = {"hand": a_hand(), **{f"field-{n}": 1 for n in range(70)}}
    errors = desk.post("/api/v1/score/", unknown).json()["errors"]
    assert errors[-1] == {"field": "", "code": "and-more", "message": "and 21 more"}


def test_a_list_that_is_too_long_is_one_fault_whatever_it_holds(phone: Caller, playing: AnEvening) -> None:
    for item in hostile.ITEMS:
        answer = phone.post(f"{address(playing, 2)}preview/", {"hand": {**a_hand(), "bids": [item] * 1_500}})
        assert fault(answer) == (400, "hand.bids", "too-many")


class TestHowLongABodyMayBe:
    """By address; what is longer is refused in the usual shape before anything of it is read."""

    def test_a_hand_and_whatever_else_is_short_and_lists_have_room_also_under_a_key(
        self, desk: Caller, playing: AnEvening
    ) -> None:
        ASeason.made(playing.evening.club, until="draft")
        short = dict.fromkeys(("hands", "preview", "table-correct", "score", "players", "evenings"), USUAL)
        lists = {name.removeprefix("v1:"): most for name, most in OF_ADDRESSES.items() if "v1:" in name}
        paths = addresses(playing)
        for name, most in (short | lists).items():
            long, full = (
                desk.ask(VERBS[name], paths[name], b" " * length, **KEY) for length in (most + 1, most)
            )
            assert fault(long) == (413, "body", "body-too-large"), name
            assert fault(full) == (400, "body", "not-json"), name

    def test_the_longest_lists_there_may_be_fit(self, desk: Caller, playing: AnEvening) -> None:
        names = [f"Cornelius Featherstonehaugh the {n}th" for n in range(MOST_AT_ONCE)]
        answer = desk.post(addresses(playing)["player-names"], {"names": names})
        assert answer.status_code == 200
        hands = [{"id": n, "game": "chantecler", "hand": a_hand()} for n in range(MOST_AT_ONCE)]
        answer = desk.post("/api/v1/score/batch/", {"requests": hands})
        assert answer.status_code == 200
        assert all(scored["ok"] for scored in answer.json()["answers"])

    def test_a_length_of_very_many_digits_is_too_long(self, client: Client) -> None:
        answer = client.post("/api/v1/score/", {}, CONTENT_LENGTH="9" * 5_000)
        assert fault(answer) == (413, "body", "body-too-large")


class TestTheAllowance:
    @pytest.fixture(autouse=True)
    def _small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(allowance, "BYTES_A_MINUTE", 100)

    @pytest.mark.parametrize("path", ["batch/", "games/"])
    def test_it_is_counted_before_anything_is_read(self, anybody: Caller, path: str) -> None:
        assert anybody.post(f"/api/v1/score/{path}", b" " * 150).status_code == 400
        answer = anybody.post(f"/api/v1/score/{path}", b"{}")
        assert fault(answer) == (429, "", "throttled")
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
        anybody.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
        assert anybody.post(f"/api/v1/score/{path}", b" " * 150).status_code == 400

    @pytest.mark.parametrize("who", ["desk", "phone"])
    def test_a_token_has_one_of_its_own(
        self, request: pytest.FixtureRequest, who: str, anybody: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(allowance, "BYTES_OF_A_TOKEN", 200)
        caller: Caller = request.getfixturevalue(who)
        anybody.post("/api/v1/score/batch/", b" " * 150)
        told = [caller.post("/api/v1/score/batch/", b" " * 150).status_code for _ in range(3)]
        assert told == [400, 400, 429]

    def test_it_begins_anew_with_the_minute(self, anybody: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
        anybody.post("/api/v1/score/batch/", b" " * 150)
        later = timezone.now() + timedelta(minutes=1)
        monkeypatch.setattr(timezone, "now", lambda: later)
        assert anybody.post("/api/v1/score/batch/", b"{}").status_code == 400

    def test_a_single_hand_is_always_scored(self, anybody: Caller) -> None:
        asked = {"game": "chantecler", "hand": {"passed_out": True}}
        assert [anybody.post("/api/v1/score/", asked).status_code for _ in range(9)] == [200] * 9


def test_of_a_batch_of_nonsense_the_last_ones_are_told_in_brief(desk: Caller) -> None:
    good = {"id": "good", "game": "chantecler", "hand": {"passed_out": True}}
    asked = [*[{"id": n, "game": "chantecler", "hand": {}} for n in range(200)], good]
    answers = desk.post("/api/v1/score/batch/", {"requests": asked}).json()["answers"]
    assert len(answers) == 201
    assert (answers[0]["id"], len(answers[0]["errors"])) == (0, 4)
    assert answers[199] == {"id": None, "ok": False, "errors": []}
    games.BatchScore.model_validate({"answers": answers})
    assert answers[200]["id"] == "good"
    assert answers[200]["ok"]


def test_an_id_that_is_no_name_for_anything_is_not_sent_back(anybody: Caller) -> None:
    asked = {"id": "i" * games.LONGEST_ID, "game": "chantecler", "hand": {"passed_out": True}}
    answer = anybody.post("/api/v1/score/", asked)
    assert fault(answer)[1:] == ("id", "too-long")
    assert answer.json()["id"] is None


@pytest.fixture
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may look at what takes long at all."""
    monkeypatch.setattr(throttle, "LOOKS_OF_ADDRESS", 0)
    monkeypatch.setattr(throttle, "LOOKS_OF_SENDER", 0)


def of_seasons(club: Club) -> list[str]:
    """The ends of the addresses at which it is asked what may still become of a season, of either kind."""
    evenings = ASeason.made(club).season
    fixtures = AContest.made(club, (4,), at=START).season
    return [_at(evenings, "what-if/"), _at(fixtures, "prospects/"), _at(fixtures, "what-if/")]


def _at(season: Season, end: str) -> str:
    return f"leagues/{season.league.slug}/{season.slug}/{end}"


def test_over_rest(
    nothing_left: None, anybody: Caller, desk: Caller, home: str, club: Club, make_evening: Make
) -> None:
    evening = address(make_evening(8, until="playing"))
    for path in (f"{evening}what-if/", *(f"{home}{end}" for end in of_seasons(club)[:2]), f"{home}search/"):
        answer = anybody.get(path)
        assert fault(answer) == (429, "", "throttled"), path
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
    void: Any = {"round": 1, "table": 1, "number": 1, "of": 1, "hand": None, "reason": "misdealt"}
    asked = (
        desk.get(f"{home}search/desk/?q=ann"),
        desk.post(f"{home}members/list/preview/", {"text": "Ann Lee"}),
        desk.post(f"{evening}correct-hand/", {**void, "preview": True}),
    )
    assert [answer.status_code for answer in asked] == [429] * 3
    assert desk.post(f"{evening}correct-hand/", void).status_code != 429, "what is done is not counted"


def test_on_pages(nothing_left: None, client: Client, director: User, club: Club, make_evening: Make) -> None:
    evening = make_evening(8, until="playing").evening
    seasons = of_seasons(club)
    for end in (f"{evening.slug}/what-if/", seasons[0], seasons[2], "search/?q=ann"):
        answer = client.get(f"/c/{club.slug}/{end}")
        assert answer.status_code == 429, end
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
        assert "Wait a minute" in words(html(answer))
    assert signed_in(director).get(f"/desk/{club.slug}/search/?q=ann").status_code == 429


def test_each_token_and_each_address_has_its_own(
    monkeypatch: pytest.MonkeyPatch, anybody: Caller, desk: Caller, home: str
) -> None:
    monkeypatch.setattr(throttle, "LOOKS_OF_ADDRESS", 2)
    monkeypatch.setattr(throttle, "LOOKS_OF_SENDER", 1)
    assert [anybody.get(f"{home}search/").status_code for _ in range(3)] == [200, 200, 429]
    assert [desk.get(f"{home}search/desk/").status_code for _ in range(2)] == [200, 429]
    anybody.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert anybody.get(f"{home}search/").status_code == 200
