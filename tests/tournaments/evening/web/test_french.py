"""In French nothing is English: every page in every status of an evening, refusals, and the answers of the API."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from tests.tournaments.an_evening import STEPS, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.evening.web.english import english_on, pieces, walk, whole
from tests.tournaments.evening.web.table.a_phone import Phone, token_of
from tests.unlike import UNLIKE
from tournaments.evening import acts

pytestmark = pytest.mark.django_db
FRENCH = {"Accept-Language": "fr"}
OF_NO_EVENING = re.compile("^/(rules|sign-in)/|/(members|new)/")
"""Pages that are the same however far an evening is."""
WRITTEN = re.compile("^/desk/[^/]+/games/.")
"""What an author writes of a game stands there as it is written."""
OTHER_GAMES = tuple(slug for slug in UNLIKE if slug != "chantecler")


@pytest.fixture
def director(director: Any) -> Any:
    """A director whose name is no English word."""
    director.username = "Berthe"
    director.save()
    return director


def english_from(client: Client, *starts: str, but: re.Pattern[str] | None = None) -> dict[str, set[str]]:
    """The English on the pages from `starts` on, page by page; on those that `but` finds nobody looks."""
    found = {path: english_on(html) for path, html in walk(client, *starts, but=but, language="fr")}
    assert len(found) >= len(starts)
    return {path: english for path, english in found.items() if english and not WRITTEN.search(path)}


def around(
    evening: Any, director: Any, but: re.Pattern[str] | None = OF_NO_EVENING
) -> list[dict[str, set[str]]]:
    """The English that a visitor, the director and a phone at a table find."""
    club, slug = evening.evening.club.slug, evening.evening.slug
    desk, phone = signed_in(director), Client()
    found = [
        english_from(Client(), f"/c/{club}/{slug}/", f"/c/{club}/{slug}/wall/", "/", but=but),
        english_from(desk, f"/desk/{club}/{slug}/", f"/desk/{club}/{slug}/jobs/", "/desk/", but=but),
    ]
    if evening.evening.tables.exists() and evening.evening.status != "published":
        phone.get(f"/t/{token_of(evening, 1)}/", headers=FRENCH)
        found.append(english_from(phone, f"/table/{club}/{slug}/1/", but=but))
    return found


def test_the_reader_knows_english_when_she_sees_it() -> None:
    assert english_on("<p>Draw the seats</p><b title='Head table'></b>") == {"Draw the seats", "Head table"}
    assert english_on("<p>Tirer les places</p><b title='Table de tête'>Place</b>") == set()
    assert min(len(whole()), len(pieces())) > 500


@pytest.mark.services
@pytest.mark.parametrize("status", [*STEPS, "abandoned"])
def test_no_page_of_an_evening_shows_english(make_evening: Any, director: Any, status: str) -> None:
    colours = ("dames", "messieurs")
    evening = make_evening(
        14, until="seated" if status == "abandoned" else status, colours=colours, couples="mixed"
    )
    if status == "abandoned":
        evening.act(acts.Abandon(reason="snow"))
    assert [found for found in around(evening, director) if found] == []


@pytest.mark.services
def test_no_page_of_a_club_shows_english(make_evening: Any, director: Any) -> None:
    evening = make_evening(8, until="playing")
    assert [found for found in around(evening, director, but=None) if found] == []


@pytest.mark.services
@pytest.mark.parametrize(
    ("game", "movement", "status"),
    [
        *((game, "drawn", "playing") for game in OTHER_GAMES),
        *(("ascot", "drawn", status) for status in ("drafted", "published")),
        ("chamberlain", "fixed", "drafted"),
    ],
)
def test_no_page_of_another_game_shows_english(
    make_evening: Any, director: Any, game: str, movement: str, status: str
) -> None:
    evening = make_evening(10, until=status, game=game, movement=movement)
    assert [found for found in around(evening, director) if found] == []


@pytest.mark.parametrize("game", UNLIKE[:5])
def test_rulebooks_are_french_too(client: Client, game: str) -> None:
    assert english_from(client, f"/rules/{game}/") == {}


@pytest.mark.parametrize(
    "page", ["400.html", "403.html", "403_csrf.html", "404.html", "413.html", "500.html", "503.html"]
)
def test_pages_of_errors_are_french_too(page: str) -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    with translation.override("fr"):
        assert english_on(render_to_string(page, {}, request)) == set()


@pytest.mark.parametrize("path", ["/nowhere/", "/sign-in/", "/sign-in/worn-out/", "/t/worn-out/", "/desk/"])
def test_doors_that_stay_shut_are_french_too(client: Client, path: str) -> None:
    answer = client.get(path, headers=FRENCH, follow=True)
    assert english_on(answer.content.decode()) == set()
    assert '<html lang="fr"' in answer.content.decode()


class TestWhatIsRefused:
    def test_a_hand_at_the_table(self, make_evening: Any) -> None:
        phone = Phone.scanned(make_evening(8, until="playing", name="Vendredi"))
        hand: dict[str, str]
        for hand in (
            {},
            {"hand.bid": "15"},
            {"hand.bid": "x", "hand.trump": "clubs"},
            {"hand.passed_out": "true", "hand.bid": "3"},
        ):
            form = {"round": "1", "number": "1", "key": "k", **hand}
            answer = phone.client.post(f"{phone.url}hands/", form, headers=FRENCH)
            assert english_on(answer.content.decode()) == set(), hand

    def test_an_act_that_is_not_possible_now(self, make_evening: Any, director: Any) -> None:
        evening = make_evening(8, until="playing", name="Vendredi")
        desk = signed_in(director)
        path = f"/desk/{evening.evening.club.slug}/{evening.evening.slug}/"
        for act in ("open-doors", "start", "close", "finish", "publish"):
            page = desk.post(f"{path}do/{act}/", headers=FRENCH, follow=True).content.decode()
            assert "n’est pas possible maintenant" in page or act == "open-doors", act
            assert english_on(page) == set(), act

    def test_a_plan(self, make_evening: Any, director: Any) -> None:
        evening = make_evening(8, until="draft", name="Vendredi")
        desk = signed_in(director)
        path = f"/desk/{evening.evening.club.slug}/{evening.evening.slug}/plan/"
        answer = desk.post(
            path, {"game": "chantecler", "rounds": "some", "prizes__by_colour": "on"}, headers=FRENCH
        )
        assert "nombre entier" in answer.content.decode()
        assert english_on(answer.content.decode()) == set()


class TestTheApi:
    def test_a_score(self, client: Client) -> None:
        body = {"game": "chantecler", "hand": a_hand()}
        answer = client.post("/api/v1/score/", body, content_type="application/json", headers=FRENCH)
        texts = [line["text"] for line in answer.json()["derivation"]]
        assert texts[0] == "Enchère de 5 réussie avec 14"
        assert all(text not in whole() for text in texts)

    @pytest.mark.parametrize(
        ("path", "headers", "said"),
        [
            ("clubs/", {}, "Joignez un jeton, dans l’en-tête"),
            ("clubs/", {"Authorization": "Bearer x"}, "Ce jeton est inconnu, expiré ou révoqué."),
            ("games/bridge/", {}, "Il n’y a rien ici que vous puissiez voir. Toute adresse se termine par"),
        ],
        ids=["nobody", "a worn-out token", "nothing there"],
    )
    def test_doors(self, client: Client, path: str, headers: dict[str, str], said: str) -> None:
        answer = client.get(f"/api/v1/{path}", headers={**FRENCH, **headers})
        (error,) = answer.json()["errors"]
        assert error["message"].startswith(said)
        assert english_on(error["message"]) == set()


class TestTheSwitch:
    def test_it_leads_back_to_the_page_in_the_other_language(self, client: Client) -> None:
        page = client.get("/rules/chantecler/").content.decode()
        assert 'action="/language/"' in page
        assert '<input type="hidden" name="next" value="/rules/chantecler/">' in page
        answer = client.post("/language/", {"language": "fr", "next": "/rules/chantecler/"})
        assert (answer.status_code, answer["Location"]) == (302, "/rules/chantecler/")
        assert '<html lang="fr"' in client.get("/rules/chantecler/").content.decode()

    def test_after_a_refusal_it_leads_back_to_the_page_of_the_form(self, make_evening: Any) -> None:
        evening = make_evening(8, until="playing")
        phone = Phone.scanned(evening)
        path = phone.url
        form = {"round": "1", "number": "1", "key": "k"}
        answer = phone.client.post(f"{path}hands/", form, headers={"Referer": f"http://testserver{path}"})
        (back,) = re.findall(r'name="next" value="([^"]*)"', answer.content.decode())
        switched = phone.client.post("/language/", {"language": "fr", "next": back}, follow=True)
        assert (switched.status_code, switched.request["PATH_INFO"]) == (200, path)

    def test_it_needs_no_token_for_pages_are_kept(self) -> None:
        strict = Client(enforce_csrf_checks=True)
        assert strict.post("/language/", {"language": "fr", "next": "/"}).status_code == 302

    @pytest.mark.parametrize("next_page", ["https://elsewhere.example/", "//elsewhere.example/"])
    def test_it_leads_nowhere_else(self, client: Client, next_page: str) -> None:
        assert client.post("/language/", {"language": "fr", "next": next_page})["Location"] == "/"

    def test_an_unknown_language_changes_nothing_and_a_known_one_counts(self, client: Client) -> None:
        client.post("/language/", {"language": "xx", "next": "/"})
        assert '<html lang="en"' in client.get("/").content.decode()
        client.post("/language/", {"language": "en", "next": "/"})
        assert '<html lang="en"' in client.get("/", headers=FRENCH).content.decode()


def test_dates_and_times_are_written_as_the_french_write_them(client: Client, make_evening: Any) -> None:
    found = make_evening(8, until="published").evening
    assert (
        "20 novembre 2026"
        in client.get(f"/c/{found.club.slug}/{found.slug}/", headers=FRENCH).content.decode()
    )
