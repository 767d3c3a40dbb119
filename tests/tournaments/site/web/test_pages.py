"""What pages share: parts kept in memory in bounds, the picture of a page, names and numbers, gzip."""

import gzip
import io
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.template import Context, Template, engines
from django.test import Client, RequestFactory
from django.utils import translation
from django.utils.translation import override
from PIL import Image

from scoring.derivation import Sentence
from tournaments.site.web import pages as kept
from tournaments.site.web.pages import (
    HEIGHT,
    PAPER,
    STOCK,
    WIDTH,
    Card,
    Kept,
    browser_of,
    drawn,
    isolated,
    kept_form,
    kept_part,
    kind_of,
    stand_in,
    translate,
)

PART = "table/parts/call.html"
CALLS = {"call_urls": {"call": "/here/"}, "call_reasons": [("rules", "A question of the rules")]}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    kept.PARTS.clear()


def passes(token: str, secret: str) -> bool:
    """Whether a form with the token comes through from the browser whose cookie has the secret."""
    request = RequestFactory().post("/", {"csrfmiddlewaretoken": token})
    request.COOKIES[settings.CSRF_COOKIE_NAME] = secret
    check = CsrfViewMiddleware(lambda _: HttpResponse())
    check.process_request(request)
    return check.process_view(request, lambda _: HttpResponse(), (), {}) is None


def test_what_was_asked_for_last_stays_longest() -> None:
    few = Kept[str](most=10)
    for name in ("a", "b"):
        few.put(name, name, 5)
    few.get("a")
    few.put("c", "c", 4)
    assert [few.get(name) for name in "abc"] == ["a", None, "c"]


@pytest.mark.parametrize(("lengths", "there"), [([4, 4], "b"), ([4, 6], "b"), ([4, 11], None)])
def test_it_never_holds_more_than_it_may(lengths: list[int], there: str | None) -> None:
    few = Kept[str](most=10)
    for text, length in zip("ab", lengths, strict=True):
        few.put("one", text, length)
    assert few.get("one") == there


def test_a_part_is_made_once_for_each_key_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def part(key: str) -> str:
        def make() -> dict[str, Any]:
            made.append(f"{key} {translation.get_language()}")
            return CALLS

        return kept_part(PART, key, make)

    first = part("one")
    assert (part("one"), part("two")) == (first, first)
    with translation.override("fr"):
        assert part("one") != first
    assert made == ["one en", "two en", "one fr"]
    monkeypatch.setattr(settings, "DEBUG", True)
    part("one")
    assert len(made) == 4, "whoever writes templates sees them at once"


def test_everybody_gets_a_token_of_their_own() -> None:
    requests = [RequestFactory().get("/") for _ in range(2)]
    pages = [kept_form(request, PART, "one", lambda: CALLS) for request in requests]
    tokens = [page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0] for page in pages]
    for request, token in zip(requests, tokens, strict=True):
        assert passes(token, request.META["CSRF_COOKIE"])
    assert not passes(tokens[0], requests[1].META["CSRF_COOKIE"])
    assert kept.CSRF not in "".join(pages)


def test_what_differs_each_time_is_filled_in() -> None:
    request = RequestFactory().get("/")
    told = {**CALLS, "call_reasons": [("rules", stand_in("who"))]}
    pages = [kept_form(request, PART, "one", lambda: told, who=name) for name in ("Ann", "Ben")]
    assert ["Ann" in page for page in pages] == [True, False]
    assert ["Ben" in page for page in pages] == [False, True]


BARE = Card(over="Rooster Club", title="Friday", foot="Head Table")


def colours(card: Card, box: tuple[int, int, int, int]) -> int:
    """How many colours a part of the picture has; one where nothing is written there."""
    with Image.open(io.BytesIO(drawn(card))) as image:
        found = image.convert("RGB").crop(box).getcolors(1000)
    assert found is not None
    return len(found)


WINNER = (90, 310, WIDTH - 90, 385)
EDGE = (WIDTH - 88, 60, WIDTH - 54, HEIGHT - 60)


@pytest.mark.parametrize(
    ("name", "is_written"),
    [
        pytest.param("Ada Marsh", True, id="a name"),
        pytest.param("Łukasz Šimić, Zoë “Zed” O’Roy …", True, id="every Latin letter"),
        pytest.param("", False, id="nobody"),
        pytest.param("محمد", False, id="a script the fonts do not know"),
        pytest.param("Ada 🐓", False, id="a drawing among letters"),
    ],
)
def test_a_line_is_written_or_left_out_and_never_drawn_in_boxes(name: str, is_written: bool) -> None:
    card = Card(over="", title="Friday", main=name)
    assert (colours(card, WINNER) > 1) is is_written


@pytest.mark.parametrize("letters", ["W" * 80, "Wanda " * 20, "i" * 400])
def test_a_long_line_stays_inside_the_frame(letters: str) -> None:
    card = Card(over=letters, title=letters, main=letters, more=letters, foot=letters)
    assert colours(card, EDGE) == 1
    assert len(drawn(card)) < 100_000


def test_it_is_printed_on_the_house_s_paper_and_the_same_each_time() -> None:
    with Image.open(io.BytesIO(drawn(BARE))) as image:
        assert image.size == (WIDTH, HEIGHT)
        told = image.convert("RGB")
        found = [told.crop((x, y, x + 1, y + 1)).tobytes() for x, y in ((5, 5), (80, 300))]
    for pixel, paper in zip(found, (PAPER, STOCK), strict=True):
        assert all(abs(a - b) < 8 for a, b in zip(pixel, bytes.fromhex(paper[1:]), strict=True))
    drawn.cache_clear()
    assert drawn(BARE) == drawn(BARE)


@pytest.mark.parametrize(
    ("language", "points", "expected"),
    [
        ("en", "35.0", "35.0"),
        ("fr", "35.0", "35,0"),
        ("fr", "-12.5", "-12,5"),
        ("fr", "4½", "4½"),
        ("fr", "–", "–"),
    ],
)
def test_points_are_written_as_the_reader_writes_them(language: str, points: str, expected: str) -> None:
    with override(language):
        assert Template("{{ points|decimals }}").render(Context({"points": points})) == expected


def test_signed_numbers_of_a_stored_reason_have_a_true_minus() -> None:
    assert translate(Sentence("%(above)s to %(below)s", {"above": "+1", "below": "-1"})) == "+1 to −1"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Ada Marsh", "Ada Marsh"),
        ("Zoé Łukasiewicz", "Zoé Łukasiewicz"),
        ("", ""),
        ("יעל כהן", "\u2068יעל כהן\u2069"),
        ("محمد 7", "\u2068محمد 7\u2069"),
        ("דן & Ada", "\u2068דן\u2069 & \u2068Ada\u2069"),
        (["Ada", "דן"], ["Ada", "\u2068דן\u2069"]),
    ],
)
def test_a_name_with_a_letter_from_right_to_left_is_isolated(names: object, told: object) -> None:
    assert isolated(names) == told


def test_what_is_isolated_is_escaped_in_pages_all_the_same() -> None:
    page = engines["django"].from_string("{{ names|isolated|join:', ' }}")
    assert page.render({"names": ["<b>דן", "Ada"]}) == "\u2068&lt;b&gt;דן\u2069, Ada"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "encoding"),
    [("/rules/chantecler/", "gzip"), ("/nobody/sits/here/", "gzip"), ("/api/v1/games/chantecler/", "")],
)
def test_pages_alone_are_gzipped(client: Client, path: str, encoding: str) -> None:
    answer = client.get(path, headers={"accept-encoding": "gzip"})
    assert answer.get("Content-Encoding", "") == encoding


@pytest.mark.django_db
def test_a_page_is_the_same_gzipped_and_a_third_as_long_at_most(client: Client) -> None:
    plain = client.get("/rules/chantecler/").content
    smaller = client.get("/rules/chantecler/", headers={"accept-encoding": "gzip"}).content
    assert b"<h1" in gzip.decompress(smaller)
    assert len(smaller) < len(plain) / 3


@pytest.mark.parametrize(
    ("agent", "known"),
    [
        ("(Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", ("Windows PC", "Edge")),
        ("(Linux; Android 16; Pixel 9) Chrome/140.0 Mobile Safari/537.36", ("Android phone", "Chrome")),
        ("(iPhone; CPU iPhone OS 26_0 like Mac OS X) CriOS/140.0 Safari/604.1", ("iPhone", "Chrome")),
        ("(Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", ("Mac", "Safari")),
        ("curl/8.5.0", ("another device", "")),
    ],
)
def test_a_browser_that_calls_itself_several_things_is_known(agent: str, known: tuple[str, str]) -> None:
    assert (kind_of(agent), browser_of(agent)) == known
