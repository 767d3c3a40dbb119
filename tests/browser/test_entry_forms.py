"""Real hands of every game entered with two thumbs on a phone of 360 by 640."""

import contextlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TakesTooLongError

from games.catalogue import find
from tests.browser.chromium import PHONE, Visitors
from tests.browser.house import House
from tests.browser.looking import assert_good_all_of_it
from tests.browser.paper import WORTH
from tests.browser.people import Slip, lines_of
from tests.browser.stage import a_club, name_players
from tests.browser.thumbs import Thumbs
from tests.golden_hands import VECTORS
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.table.a_phone import token_of
from tournaments.evening.web.table.form_data import as_posted as posted
from tournaments.ranking.totals import counted

MOST_TAPS: Final = 8
"""Of the common hands of every game; a rarer one says how many it takes."""
TALLEST: Final = 2 * PHONE["height"]
"""Two screens: one swipe from the top of the page to its foot."""
LOW: Final = """() => [...document.querySelectorAll("#hand-form :is(.tile, .button, summary, .input)")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 48)
  .map((one) => one.outerHTML.slice(0, 120))"""
"""What of a form is too low for a thumb."""


class Dealt(NamedTuple):
    """A hand as it was played, at a table of so many under some house rules."""

    hand: dict[str, Any]
    seats: int
    options: dict[str, Any]
    taps: int
    """With how many taps it is saved at the most."""


def golden(slug: str, name: str, taps: int, more: dict[str, Any]) -> Dealt:
    (case,) = (one for one in VECTORS[slug]["scored"] if one["name"] == name)
    told = json.loads(case["hand"]) | more
    hand = {field: value for field, value in told.items() if value is not False}
    if slug == "chantecler" and "counters" in hand:
        hand["counters"] = {name: hand["counters"][name] for name in WORTH}  # in the order of the form
    return Dealt(hand, len(case["scores"]), json.loads(case.get("options", "{}")), taps)


HANDS: Final[dict[str, list[tuple[str, int, dict[str, Any]]]]] = {
    "chantecler": [
        ("a bid made scores the points made", MOST_TAPS, {}),
        ("a bid made scores the points made", 10, {"dealer": 3}),
        ("what the opponents discard makes the bid", 11, {}),
    ],
    "chamberlain": [
        ("with a cheaper jack the same bid is made to the trick", 9, {}),
        ("a jack in the declarer's tricks makes the bid fail", 11, {}),
    ],
    "chambery_tarot": [
        ("one short with a called king: the declarer pays the odd point", MOST_TAPS, {}),
        ("three players, two above par", MOST_TAPS, {}),
    ],
    "ascot": [
        ("a bid reached exactly", MOST_TAPS, {}),
        ("a suit made with the help of a revoke, doubled", 12, {}),
        ("a ramsch costs whoever took most", 10, {}),
    ],
    "clabberjass": [
        ("a bid made: both score their own", MOST_TAPS, {"sequences": [[], []]}),
        ("one point more is enough, with bella", 10, {}),
        ("both declined every suit", MOST_TAPS, {}),
    ],
    "euchre": [
        ("all five tricks alone", 6, {"dealer": 4}),
        ("euchred by a lone defender", MOST_TAPS, {}),
    ],
    "whist": [
        ("each trick is a point", 6, {"trump": "hearts"}),
        ("a revoke costs three tricks", MOST_TAPS, {"trump": "clubs"}),
        ("three honours", MOST_TAPS, {}),
    ],
}
"""By game: a golden hand, with how many taps it is saved at the most, and what else is entered."""


def hands_of(slug: str) -> list[Dealt]:
    return [golden(slug, *told) for told in HANDS[slug]]


def engine_slip(slug: str, dealt: Dealt) -> Slip:
    """The lines that the scoring engine gives a hand, as a slip of an evening shows them.

    Where everybody counts their own points, a game won outright counts for points too.
    """
    game = find(slug)
    rules = game.house_rules(dealt.options)
    slip = game.score(dealt.hand, rules)
    if not game.partnership:
        slip = counted(slip, game.target(rules))
    couples: dict[tuple[int, ...], str] = {(1, 3): "A", (2, 4): "B"}
    return [
        [
            couples.get(line.seats, "all") if game.partnership else " · ".join(map(str, line.seats)),
            line.text,
            f"+{line.points}" if line.points > 0 else str(line.points).replace("-", "−"),
        ]
        for line in slip.lines
    ]


MORE_THAN_IS_ENTERED = 400
"""Tests one after another enter hands at these tables, and none of them ends the round."""


PLAYERS = ("Ann", "Bo", "Clementine", "Di", "Ed")


def seat(tables: dict[str, tuple[str, int, dict[str, Any]]]) -> dict[str, str]:
    """Make an evening of one table for each game, number of players and house rules: the links on the cards."""
    at = datetime.now(UTC) - timedelta(hours=1)
    club = a_club("all-the-games")
    links = {}
    for table, (game, count, rules) in tables.items():
        how: dict[str, Any] = {
            "movement": "progressive" if game == "chantecler" else "fixed",
            "target": MORE_THAN_IS_ENTERED,
        }
        evening = AnEvening.made(club, count, at=at, name=table, game=game, house_rules=rules, **how)
        name_players(evening, lambda number: f"{PLAYERS[number]} {evening.players[number].pk}")  # noqa: B023
        evening.bring_to("playing")
        links[table] = f"/t/{token_of(evening, 1)}/"
    return links


@pytest.fixture(scope="module")
def cards(house: House) -> dict[str, str]:
    """The links on the cards of one table for every game, number of players and house rules that hands are for."""
    hands = [(slug, dealt) for slug in HANDS for dealt in hands_of(slug)]
    return house.call(seat, {table_of(*one): (one[0], one[1].seats, one[1].options) for one in hands})


def table_of(slug: str, dealt: Dealt) -> str:
    set_ = {name: posted(value) for name, value in dealt.options.items()}
    return ":".join((slug, str(dealt.seats), *map("=".join, sorted(set_.items()))))


@pytest.mark.parametrize("slug", HANDS)
def test_hands_are_saved_at_the_table_with_few_taps(
    visitors: Visitors, cards: dict[str, str], slug: str
) -> None:
    pages: dict[str, Page] = {}
    for dealt in hands_of(slug):
        table = table_of(slug, dealt)
        is_first = table not in pages
        if is_first:
            pages[table] = visitors.open("phone")
            pages[table].goto(cards[table])
            expect(pages[table].locator(".hand__save")).to_be_in_viewport(ratio=1)
            assert pages[table].evaluate(LOW) == []
            assert pages[table].evaluate("document.documentElement.scrollHeight") <= TALLEST
        page = pages[table]
        thumbs = Thumbs(page, slug)

        slip = engine_slip(slug, dealt)
        assert thumbs.enter(dealt.hand) == slip
        if is_first:
            assert_good_all_of_it(page)
        number = page.locator(".hand__save").inner_text().split()[-1]
        thumbs.save()
        saved = page.locator(".slip", has_text=f"Hand {number} is saved")
        expect(saved).to_be_visible()

        assert lines_of(saved) == slip
        # The deals are not in turn here: whoever the page takes for the dealer is corrected.
        assert thumbs.taps <= dealt.taps + ("dealer" in dealt.hand), dealt


NOTE_TOASTS: Final = """() => {
  window.toasts = [];
  new MutationObserver(() => {
    const toast = document.querySelector(".play__save > .toast");
    if (toast) window.toasts.push(toast.textContent);
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""From now on the page remembers its toasts: one is there for two seconds only, in which a test may not look."""
FITS: Final = """() => {
  const form = document.querySelector("#hand-form");
  const fields = [...form.querySelectorAll(":scope > .hand__field")].filter((field) => field.checkVisibility());
  const bar = document.querySelector(".play__bar").getBoundingClientRect().bottom;
  const foot = form.querySelector(".play__save").getBoundingClientRect().top;
  return [fields[0].getBoundingClientRect().top - bar, foot - fields.at(-1).getBoundingClientRect().bottom];
}"""
"""How much room is left above the first field of a form, and below its last one, of what is in sight."""


def assert_in_view(page: Page) -> None:
    """All fields are in sight once the page lies still: it scrolls to them when it has been drawn."""
    with contextlib.suppress(TakesTooLongError):
        page.wait_for_function(f"() => ({FITS})().every((room) => room >= 0)")
    above, below = page.evaluate(FITS)
    assert (above >= 0, below >= 0) == (True, True), (above, below)


def test_a_hand_of_chantecler_is_one_screen_and_the_next_is_in_view(
    visitors: Visitors, cards: dict[str, str]
) -> None:
    page = visitors.open("phone")
    page.goto(cards["chantecler:4"])
    thumbs = Thumbs(page, "chantecler")
    thumbs.enter(hands_of("chantecler")[0].hand)
    number = page.locator(".hand__save").inner_text().split()[-1]
    page.evaluate(NOTE_TOASTS)
    thumbs.save()
    page.wait_for_function("() => window.toasts.length")
    assert str(page.evaluate("() => window.toasts.at(-1)")).startswith(f"Hand {number} is saved · A ")
    assert_in_view(page)
    page.reload()
    expect(page.locator(".hand__save")).to_be_visible()
    assert_in_view(page)


def test_a_chip_flips_between_the_couples_and_says_so(visitors: Visitors) -> None:
    page = visitors.open("phone")
    page.goto("/rules/chantecler/score/")
    owl = page.locator(".flips > .flip").nth(6)
    for told in ("nobody yet", "Couple A", "Couple B", "Couple A"):
        assert told in str(owl.get_attribute("aria-label"))
        owl.tap()
    page.locator("[data-rest-to=A]").tap()
    expect(page.locator('input[name^="hand.counters."][value="A"]:checked')).to_have_count(6)
    page.locator(".rest__fold summary").tap()
    gone = page.locator(".rest__fold .flip").nth(0)
    for value in ("A-discard", "B-discard"):
        gone.tap()
        expect(page.locator(f'input[name="hand.counters.five"][value="{value}"]')).to_be_checked()
    gone.tap()
    expect(page.locator('input[name="hand.counters.five"]:checked')).to_have_count(0)


def test_a_number_hands_on_to_the_next_one_and_too_many_are_said_to_be_so(visitors: Visitors) -> None:
    page = visitors.open("phone")
    page.goto("/rules/chamberlain/score/?players=4")
    pad = page.locator(".pad")
    tricks = [page.locator(f'[name="hand.tricks.{seat}"]') for seat in range(4)]
    page.locator('label:has([name="hand.declarer"][value="1"])').tap()
    page.locator('label:has([name="hand.bid"][value="4"])').tap()
    for place, digit in enumerate("241"):
        expect(tricks[place]).to_be_focused()
        pad.locator(f'[data-pad-key="{digit}"]').tap()
    expect(tricks[3]).to_have_value("6")
    expect(pad).to_be_hidden()
    tricks[0].tap()
    assert_good_all_of_it(page)
    pad.locator('[data-pad-key="delete"]').tap()
    expect(tricks[0]).to_have_value("")
    page.goto("/rules/chamberlain/score/?players=4")
    tricks[0].tap()
    pad.locator('[data-pad-key="0"]').tap()
    expect(tricks[1]).to_be_focused()
    for trick in (tricks[1], tricks[2]):
        trick.fill("9")
    expect(page.locator(".choice__range[data-rest]")).to_have_text("5 too many: 13 in all")


def test_one_tap_saves_while_the_pad_is_open(visitors: Visitors, cards: dict[str, str]) -> None:
    page = visitors.open("phone")
    page.goto(cards["chambery_tarot:5"])
    page.locator('[name="hand.declarer_points"]').tap()
    expect(page.locator(".pad")).to_be_visible()
    with visitors.watch.expecting("422"):
        page.locator(".hand__save").tap()
        expect(page.locator("#hand-form .field__error").first).to_be_visible()


def test_a_half_entered_hand_survives_a_reload_with_every_row(
    visitors: Visitors, cards: dict[str, str]
) -> None:
    page = visitors.open("phone")
    page.goto(cards["clabberjass:2"])
    thumbs = Thumbs(page, "clabberjass")
    upper = {"suit": "spades", "top": "A", "length": 4}
    lower = {"suit": "spades", "top": "10", "length": 3}
    thumbs.tap_in({"trump": "hearts", "card_points": [66, 45], "sequences": [[upper], []]})
    page.locator("[data-more]").first.tap()
    thumbs.tap_in({"sequences": [[upper, lower], []]})

    page.reload()

    held = [f'[name="hand.sequences.0.{row}.top"][value="{top}"]' for row, top in enumerate(("A", "10"))]
    for tile in (*held, '[name="hand.trump"][value="hearts"]'):
        expect(page.locator(tile)).to_be_checked()
    expect(page.locator('[name="hand.card_points.1"]')).to_have_value("45")
    expect(page.locator("[data-row]").nth(1)).to_be_visible()
    page.locator("[data-away]").nth(0).tap()
    expect(page.locator(held[0])).not_to_be_checked()
    thumbs.tap_in({"bidder": 1, "last_trick": 1, "dealer": 1})
    expect(page.locator("#preview .slip")).to_contain_text("Bid made")
    assert "tertz" in page.locator("#preview .slip").inner_text()


def test_tiles_that_the_rest_rules_out_cannot_be_tapped(visitors: Visitors) -> None:
    page = visitors.open("phone")
    page.goto("/rules/chambery_tarot/score/?players=5")
    thumbs = Thumbs(page, "chambery_tarot")
    thumbs.tap_in({"bid": "called_king", "declarer": 2})
    partner = page.locator('[name="hand.partner"]')
    expect(partner.nth(1)).to_be_disabled()
    thumbs.tap_in({"declarer": 3})
    expect(partner.nth(1)).to_be_enabled()
    expect(partner.nth(2)).to_be_disabled()
    thumbs.tap_in({"bid": "no_cards"})
    expect(partner.first).to_be_hidden()
