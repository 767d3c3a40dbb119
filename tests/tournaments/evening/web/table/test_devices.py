"""The card, the phones that it lets in, each known by itself, and the page as an app."""

import json
import re
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static
from django.test import Client

from config.static_files import Storage
from tests.house.the_tree import ROOT
from tests.tournaments.an_evening import a_hand
from tests.tournaments.evening.web.table.a_phone import Phone, code_at, text_of, token_of
from tournaments.evening.models import Hand, Seat, TableDevice
from tournaments.evening.web.table.app import FILES, files
from tournaments.site.web.pages import kind_of, now

pytestmark = pytest.mark.django_db
AGENTS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)": "iPhone",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8)": "Android phone",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64)": "Windows PC",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)": "Mac",
    "Mozilla/5.0 (X11; Linux x86_64)": "Linux PC",
    "curl/8.0": "another device",
}


@pytest.mark.parametrize("agent", AGENTS, ids=AGENTS.values())
def test_a_phone_is_called_what_people_call_it(agent: Any) -> None:
    assert kind_of(agent) == AGENTS[agent]


def test_a_scanned_card_makes_the_phone_known_once_and_a_preview_of_the_link_does_not(
    make_evening: Any,
) -> None:
    evening = make_evening(8, until="playing")
    Phone(evening, 1).client.head(f"/t/{token_of(evening, 1)}/")
    assert TableDevice.objects.count() == 0
    phone = Phone(evening, 2)

    answer = phone.scan()

    assert (answer.status_code, answer["Location"]) == (302, phone.url)
    assert (answer["Referrer-Policy"], "no-store" in answer["Cache-Control"]) == ("no-referrer", True)
    for name, path in (("phone", "/"), ("table-2", phone.url)):
        cookie = answer.cookies[name]
        assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (path, True, "Lax")
    cookie = answer.cookies["phone"]
    assert len(cookie.value) == 22
    known = TableDevice.objects.get()
    assert (known.link.table.number, known.ticket, known.sent_away_at) == (2, None, None)
    assert cookie.value not in known.token_hash
    assert phone.look().status_code == 200
    phone.scan()
    assert TableDevice.objects.get() == known


def test_a_phone_without_a_token_of_its_own_gets_one_with_the_page(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    del phone.client.cookies["phone"]
    assert phone.look().cookies["phone"].value
    assert TableDevice.objects.count() == 2


def test_nobody_sits_here_who_has_no_ticket_tonight(make_evening: Any, sit: Any) -> None:
    evening, other = make_evening(8, until="playing"), make_evening(8, until="playing", name="Saturday")
    phone = sit(evening, 2)
    foreign = code_at(other, 1, 1)
    if evening.evening.tickets.filter(code=foreign).exists():
        foreign = "nobody"
    assert "is not here tonight" in phone.press("seat", ticket=foreign).content.decode()
    assert TableDevice.objects.get().ticket is None


def test_a_phone_shows_and_enters_hands_by_the_seat_that_it_has_told(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"), 2)
    phone.sit(3)
    page = phone.look().content.decode()
    assert "seats--from-3" in page
    assert "is-you" in page
    phone.save(a_hand())
    phone.press("seat", ticket="")
    phone.save(a_hand())
    hands = Hand.objects.order_by("number").select_related("entry")
    assert [hand.entry.by for hand in hands] == ["table:2 seat:3", "table:2"]


@pytest.fixture
def left_behind(make_evening: Any, sit: Any) -> Phone:
    """The phone of a winner of table 2, left lying there in the second round."""
    evening = make_evening(8, until="bell")
    phone: Phone = sit(evening, 2)
    phone.sit(1)
    evening.go_on_to("playing")
    evening.enter(2, a_hand(), round_number=2)
    return phone


def test_a_phone_goes_with_its_owner_from_table_to_table(left_behind: Phone) -> None:
    there = Phone(left_behind.evening, 1, left_behind.client)
    there.scan()
    winner = code_at(left_behind.evening, 2, 1)
    seat = Seat.objects.get(round__number=2, ticket__code=winner, table_round__table__number=1)
    there.save(a_hand())
    entered = Hand.objects.get(table_round__round__number=2, table__number=1).entry
    assert entered.by == f"table:1 seat:{seat.seat}"


def test_a_phone_left_behind_shows_no_hands_until_somebody_says_it_stays(left_behind: Phone) -> None:
    text = left_behind.text()
    assert "sits at table 1 now" in text
    assert "Hand 1" not in text
    assert left_behind.look("hands/1/correct/").status_code == 404
    assert left_behind.look("hands/1/other/").status_code == 404
    assert "Hand 1" in text_of(left_behind.press("seat", ticket=""))
    assert left_behind.look("hands/1/correct/").status_code == 200


def test_what_a_phone_kept_of_the_round_before_is_taken_where_it_lies(left_behind: Phone) -> None:
    left_behind.save(a_hand(), round="1", number="2", key="kept")
    kept = Hand.objects.get(key="kept")
    assert (kept.table_round.round.number, kept.entry.by) == (1, "table:2 seat:1")


def test_a_phone_whose_owner_sits_out_says_so(make_evening: Any, sit: Any) -> None:
    evening = make_evening(9, until="playing")
    phone = sit(evening, 2)
    out = Seat.objects.get(round__evening=evening.evening, table_round=None).ticket
    TableDevice.objects.update(ticket=out)
    assert f"{out.player.name} sits out this round" in phone.text()


@pytest.mark.parametrize(
    ("ago", "written"), [(30, False), (90, True)], ids=["half a minute ago", "longer ago"]
)
def test_a_phone_is_noted_once_a_minute(make_evening: Any, sit: Any, ago: Any, written: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    before = now() - timedelta(seconds=ago)
    TableDevice.objects.update(last_seen_at=before)
    phone.look()
    assert (TableDevice.objects.get().last_seen_at != before) == written


def test_a_phone_shows_its_owners_next_seat_first(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="moved")
    phone = sit(evening, 2)
    assert "You won at table 2" not in phone.text()
    phone.sit(1)
    assert "You won at table 2" in phone.text()
    assert "You won at table 2" not in phone.text("?me=all")


LINKED = re.compile(r'(?:src|href)="(/static/[^"#]+)[^"]*"')
SCRIPTS = "head_table/js"
IMPORTED = re.compile(r'from "\./([^"]+)"')
WORDS = re.compile(r'word\("([a-z-]+)"|data-word="([a-z-]+)"')


def test_all_of_a_tables_page_is_kept_with_its_scripts_words(make_evening: Any, sit: Any) -> None:
    page = sit(make_evening(8, until="playing")).look().content.decode()
    linked = set(LINKED.findall(page))
    assert linked - {static("head_table/img/icon-180.png")} <= set(files()[0])
    assert len(linked) > 10
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    has = {named for _, named in WORDS.findall(page) if named}
    script = (ROOT / "tournaments/static/head_table/js/marks.js").read_text()
    said = {word for word, _ in WORDS.findall(script) if word}
    assert said
    assert said <= has


def test_a_script_imports_what_is_kept_by_the_name_that_tells_what_is_in_it(tmp_path: Path) -> None:
    """Else a browser mixes what it kept of one version with another's, and opens no page without a network."""
    shutil.copytree(ROOT / "tournaments/static" / SCRIPTS, tmp_path / SCRIPTS)
    storage = Storage(location=tmp_path, base_url="/static/")
    paths = {
        name: (storage, name)
        for name in (f"{SCRIPTS}/{path.name}" for path in (tmp_path / SCRIPTS).iterdir())
    }
    made = {name: hashed for name, hashed, _ in storage.post_process(paths) if hashed.endswith(".js")}
    imports = {
        name: {f"{SCRIPTS}/{other}" for other in IMPORTED.findall((tmp_path / hashed).read_text())}
        for name, hashed in made.items()
    }
    kept = {made[name] for name in made if name in FILES}
    assert imports[f"{SCRIPTS}/phone.js"] == {made[f"{SCRIPTS}/kept.js"], made[f"{SCRIPTS}/queue.js"]}
    assert all(found <= kept for name, found in imports.items() if name in FILES)


def test_the_worker_keeps_files_of_this_house_and_lives_below_the_tables(client: Client) -> None:
    answer = client.get("/table/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/table/"
    assert "no-cache" in answer["Cache-Control"]
    program = answer.content.decode()
    for name in FILES:
        assert static(name) in program
    assert files()[1] in program
    assert f'importScripts("{static("head_table/js/worker.js")}")' in program


def test_the_version_is_told_by_the_names_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    before = files.__wrapped__()[1]
    monkeypatch.setattr("tournaments.evening.web.table.app.static", lambda name: f"/static/{name}.another")
    assert files.__wrapped__()[1] != before


def test_the_manifest_names_the_app_and_where_it_starts(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["name"], told["display"], told["start_url"], told["scope"]) == (
        "Head Table",
        "standalone",
        "/table/",
        "/",
    )
    assert [icon["sizes"] for icon in told["icons"]] == ["192x192", "512x512"]


def test_an_app_that_knows_no_table_starts_on_the_first_page(client: Client) -> None:
    assert client.get("/table/")["Location"] == "/"


@pytest.mark.parametrize(("https", "secure"), [(False, ""), (True, True)], ids=["http", "https"])
def test_the_cookie_is_for_https_only_where_the_page_came_by_https(
    make_evening: Any, settings: Any, https: Any, secure: Any
) -> None:
    evening = make_evening(8, until="playing")
    answer = Client().get(f"/t/{token_of(evening, 1)}/", secure=https)
    assert answer.cookies["table-1"]["secure"] == secure


@pytest.mark.parametrize("token", ["nobody-knows-this", "x" * 400, "%00", "%F0%9F%90%93"])
def test_an_unknown_card_is_told_what_to_do(db: Any, token: Any) -> None:
    answer = Client().get(f"/t/{token}/")
    assert answer.status_code == 404
    assert "ask the director for a new card" in answer.content.decode()


def test_without_a_card_nothing_is_shown_or_done(make_evening: Any) -> None:
    stranger = Phone(make_evening(8, until="playing"), table=1)
    for answer in (stranger.look(), stranger.press("ring"), stranger.press("cut", winner="A")):
        assert answer.status_code == 404
        assert "This card opens no table" in answer.content.decode()
    assert stranger.client.post(f"{stranger.url}hands/").status_code == 404
    assert stranger.client.post(f"{stranger.url}preview/").status_code == 404


def test_the_card_of_one_table_or_evening_opens_no_other(make_evening: Any, sit: Any) -> None:
    here, elsewhere = make_evening(8, until="playing"), make_evening(8, until="playing", name="Saturday")
    phone = sit(here, 1)
    token = phone.client.cookies["table-1"].value

    for other in (Phone(here, 2, phone.client), Phone(elsewhere, 1, phone.client)):
        other.client.cookies[f"table-{other.table}"] = token
        assert other.look().status_code == 404


def test_acts_are_sent_never_visited(make_evening: Any, sit: Any) -> None:
    phone = sit(make_evening(8, until="playing"))
    acts = ["hands", "preview", "ring", "cut", "signal", "call", "call/withdraw", "seat", "hands/1/confirm"]
    assert {phone.look(f"{act}/").status_code for act in acts} == {405}


def test_with_the_publication_the_link_ends_and_leads_to_the_results(make_evening: Any, sit: Any) -> None:
    evening = make_evening(8, until="finished")
    phone, card = sit(evening), f"/t/{token_of(evening, 1)}/"
    evening.step_to("published")

    results = f"/c/{evening.evening.club.slug}/{evening.evening.slug}/"
    for answer in (phone.look(), Client().get(card)):
        assert (answer.status_code, answer["Location"]) == (302, results)
    assert phone.look(hx_request="true")["HX-Redirect"] == results
    assert phone.press("ring").status_code == 404
    assert phone.client.post(f"{phone.url}hands/", {"key": "k"}).status_code == 404
