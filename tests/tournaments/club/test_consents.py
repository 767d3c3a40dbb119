"""Whose name and ratings are public: with consent, by the club's rule, never a minor's by itself; and at once."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.a_contest import AContest
from tests.tournaments.club.test_claims import ACCOUNT, given
from tests.tournaments.club.test_publicity import Shown
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club, Consent, Player
from tournaments.club.models.clubs import redacted_name
from tournaments.club.services import clubs, members
from tournaments.club.services.tokens import make_api_token
from tournaments.league import acts
from tournaments.league.services import entrants
from tournaments.publishing.verdict import verdict

NAME, RATING = Consent.Of
THIS_YEAR = timezone.localdate().year


@pytest.fixture
def marsh(club: Club) -> Player:
    """A member who has said nothing."""
    return clubs.add_player(club=club, name="Ada Marsh", at=START)


def say(player: Player, of: Consent.Of, given: bool) -> None:
    clubs.record_consents(player, "user:1", timezone.now(), clubs.NewConsents(**{of.value: given}))
    player.refresh_from_db()


def give_details(player: Player, birth: str) -> None:
    members.change_player(player, members.MemberChange.model_validate({"birth": birth}))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada Marsh", "Ada M."),
        ("Ada Mary Marsh", "Ada M."),
        ("Ada", "A."),
        ("Élise d’Aubigné", "Élise d."),
        ("—", "—"),
    ],
)
def test_a_name_that_is_withheld_is_shortened(name: str, shown: str) -> None:
    assert redacted_name(name) == shown


@pytest.fixture
def shown(club: Club) -> Shown:
    """A club with something at every public address, and a season of fixtures between pairs."""
    contest = AContest.made(club, (), at=START, until="draft", entrants="pair")
    pairs = [
        "Winifred Oakes & Percival Thorne",
        "Wilhelmina Oakes & Rosamund Pike",
        "Owls: Basil Quint & Cyril Rook",
    ]
    contest.act(entrants.enter_names, lines=pairs)
    contest.act(acts.Open())
    contest.act(acts.MakeFixtures())
    return Shown(club)


def every_page(shown: Shown) -> Iterator[tuple[str, str]]:
    """What stands at every public address of the club, its searches and its seasons of fixtures among them."""
    club = f"/c/{shown.club.slug}"
    fixtures = shown.club.leagues.exclude(pk=shown.season.season.league_id).get()
    season = f"{fixtures.slug}/{fixtures.seasons.get().slug}"
    more = [f"{club}/", *(f"{club}/search/?q={one.name}" for one in people(shown)[:3])]
    more += [
        f"{club}/leagues/{season}/{page}" for page in ("", "ledger/", "why/1/", "what-if/", "division-1.trf")
    ]
    more += [f"/api/v1/clubs/{shown.club.slug}/leagues/{season}/{page}/" for page in ("tables", "fixtures")]
    for url in [*more, *(url for _part, url in shown.pages())]:
        answer = Client().get(url)
        assert answer.status_code in (200, 302, 404), url
        if url.endswith(".xlsx"):
            with ZipFile(BytesIO(answer.content)) as book:
                yield url, "".join(book.read(part).decode() for part in book.namelist())
        elif not answer["Content-Type"].startswith("image/") and not answer.streaming:
            yield url, answer.content.decode()


def people(shown: Shown) -> list[Player]:
    return list(Player.objects.filter(club=shown.club))


def test_no_public_address_shows_a_name_that_is_withheld(shown: Shown) -> None:
    everybody = people(shown)
    clubs.ask_consent(club=shown.club, asks=True)
    whole = [(one.name, one.slug) for one in everybody]
    shown.person.slug = str(shown.person.pk)
    seen = dict(every_page(shown))
    left = {(url, told) for url, text in seen.items() for told in whole if told[0] in text or told[1] in text}
    assert {one for one in left if f"?q={one[1][0]}" not in one[0]} == set()
    shortened = redacted_name(shown.person.name)
    assert sum(shortened in text for text in seen.values()) > 20
    pairs = {url.rstrip("/").rpartition("/")[2] for url, text in seen.items() if "Winifred O." in text}
    assert pairs >= {"ledger", "2026", "1", "tables", "fixtures"}


def test_nobody_tells_whose_page_it_is_by_a_name(shown: Shown) -> None:
    person = shown.person
    page, told = f"/c/{shown.club.slug}/players/{person.slug}/", f"/c/{shown.club.slug}/players/{person.pk}/"
    assert Client().get(told)["Location"] == page
    say(person, NAME, False)
    pages = (page, f"{page}picture.png", f"{page}photo.png")
    assert {Client().get(url).status_code for url in pages} == {404}
    assert redacted_name(person.name) in html(Client().get(told))
    say(person, NAME, True)
    assert person.name in html(Client().get(page))


def test_pages_that_were_made_before_are_made_anew(shown: Shown) -> None:
    pages = [url for _part, url in shown.pages() if shown.person.slug not in url]
    kept = {url: Client().get(url) for url in pages}
    tagged = {url: page["ETag"] for url, page in kept.items() if page.has_header("ETag")}
    naming = {url for url in tagged if shown.person.name.encode() in kept[url].content}
    assert len(naming) > 10
    say(shown.person, NAME, False)
    again = {url: Client(headers={"if-none-match": tagged[url]}).get(url) for url in naming}
    assert {url for url, page in again.items() if page.status_code == 304} == set()
    assert {url for url, page in again.items() if shown.person.name.encode() in page.content} == set()


def test_the_archive_still_verifies_and_takes_the_name_back(shown: Shown) -> None:
    url = f"/c/{shown.club.slug}/{shown.evening.evening.slug}/archive.json"
    whole = Client().get(url).content
    say(shown.person, NAME, False)
    told = json.loads(Client().get(url).content)
    assert [(one["name"], one["salt"]) for one in told["tickets"] if one["number"] == 1] == [(None, None)]
    assert verdict(told).faults == ()
    assert "tickets.0.name" in {one.what for one in verdict(told).not_vouched_for}
    say(shown.person, NAME, True)
    assert Client().get(url).content == whole


def test_officers_and_tables_see_it_whole(shown: Shown, desk: Desk) -> None:
    say(shown.person, NAME, False)
    token = make_api_token(user=shown.club.officers.get().user, name="x", at=timezone.now())
    club, evening = shown.club.slug, shown.evening.evening.slug
    for url in (f"/desk/{club}/members/", f"/desk/{club}/{evening}/standings/"):
        assert shown.person.name in html(desk.client.get(url)), url
    players = Client(headers={"authorization": f"Bearer {token}"}).get(f"/api/v1/clubs/{club}/players/")
    assert shown.person.name in players.content.decode()


def test_whoever_withholds_a_rating_is_in_no_list_of_ratings(shown: Shown) -> None:
    club, person = shown.club.slug, shown.person
    urls = [f"/c/{club}/ratings/chantecler/", f"/api/v1/clubs/{club}/ratings/chantecler/"]
    page = f"/c/{club}/players/{person.slug}/"
    assert all(person.name in Client().get(url).content.decode() for url in urls)
    assert "rating over time" in html(Client().get(page)).lower()
    say(person, RATING, False)
    assert not any(person.name in Client().get(url).content.decode() for url in urls)
    assert "rating over time" not in html(Client().get(page)).lower()
    assert person.name in html(Client().get(page))


@pytest.mark.parametrize(
    ("birth", "asks", "said", "shown"),
    [
        ("", False, None, True),
        ("", False, False, False),
        ("", True, None, False),
        ("", True, True, True),
        ("minor", False, None, False),
        ("minor", False, True, True),
        (str(THIS_YEAR - 17), False, None, False),
        (str(THIS_YEAR - 18), False, None, False),
        (str(THIS_YEAR - 19), False, None, True),
    ],
)
@pytest.mark.parametrize("order", ["told, then asked", "asked, then told"])
def test_whose_name_is_public(
    club: Club, marsh: Player, birth: str, asks: bool, said: bool | None, shown: bool, order: str
) -> None:
    steps: list[Callable[[], None]] = [
        lambda: give_details(marsh, birth),
        lambda: clubs.ask_consent(club=club, asks=asks),
    ]
    for step in steps if order == "told, then asked" else steps[::-1]:
        step()
    for of in () if said is None else (NAME, RATING):
        say(marsh, of, said is True)
    marsh.refresh_from_db()
    assert (marsh.public_name, marsh.shows_rating) == ("" if shown else "Ada M.", shown)


def test_whoever_is_made_is_hidden_where_the_club_asks(club: Club) -> None:
    clubs.ask_consent(club=club, asks=True)
    clubs.add_player(club=club, name="Ada Marsh", at=START)
    clubs.add_names(club=club, names=["Ben Hill"], at=START)
    told = set(Player.objects.values_list("public_name", "shows_rating"))
    assert told == {("Ada M.", False), ("Ben H.", False)}


def test_a_new_name_is_shortened_anew(marsh: Player) -> None:
    say(marsh, NAME, False)
    members.change_player(marsh, members.MemberChange(name="Ada Hill"))
    marsh.refresh_from_db()
    assert marsh.public_name == "Ada H."


def test_who_grows_up_is_shown_by_itself(marsh: Player) -> None:
    give_details(marsh, str(THIS_YEAR - 18))
    clubs.settle(Player.objects.all(), on=date(THIS_YEAR, 12, 31))
    marsh.refresh_from_db()
    assert marsh.public_name == "Ada M."
    # The server was away for years.
    clubs.settle_minors(at=timezone.now().replace(year=THIS_YEAR + 3))
    marsh.refresh_from_db()
    assert (marsh.public_name, marsh.shows_rating) == ("", True)


def test_what_was_said_is_a_fact_that_stays(marsh: Player) -> None:
    for given_ in (True, True, False, True):
        say(marsh, NAME, given_)
    assert list(marsh.consents.values_list("of", "given", "by")) == [
        ("name", True, "user:1"),
        ("name", False, "user:1"),
        ("name", True, "user:1"),
    ]


def test_a_secretary_records_it(desk: Desk, ada: Player) -> None:
    page = f"/desk/rooster-club/members/{ada.pk}/public/"
    assert page in html(desk.client.get(f"/desk/rooster-club/members/{ada.pk}/"))
    assert "No choice has been made yet" in words(html(desk.client.get(page)))
    assert desk.client.post(page, {"of": "name", "answer": "no"}).status_code == 302
    told = words(html(desk.client.get(page))).replace("\u2068", "").replace("\u2069", "")
    assert f"Everybody reads “{redacted_name(ada.name)}”" in told
    assert "recorded by director." in told


def test_whoever_has_claimed_to_be_the_player_says_it_too(desk: Desk, ada: Player) -> None:
    guest = Client()
    guest.post(given(desk, ada), ACCOUNT)
    page = f"/me/public/{ada.pk}/"
    assert page in html(guest.get("/me/"))
    guest.post(page, {"of": "name", "answer": "no"})
    guest.post(page, {"of": "rating", "answer": "no"})
    ada.refresh_from_db()
    assert (ada.public_name, ada.shows_rating) == (redacted_name(ada.name), False)


def test_nobody_else_does(ada: Player, stranger: Client) -> None:
    with unchanged():
        for client in (Client(), stranger):
            answer = client.post(f"/me/public/{ada.pk}/", {"of": "name", "answer": "no"})
            assert answer.status_code in (302, 404)


@pytest.mark.parametrize("sent", [{}, {"of": "name"}, {"of": "photo", "answer": "no"}, {"answer": "no"}])
def test_what_is_no_answer_changes_nothing(desk: Desk, ada: Player, sent: dict[str, str]) -> None:
    with unchanged():
        assert desk.client.post(f"/desk/rooster-club/members/{ada.pk}/public/", sent).status_code == 404
