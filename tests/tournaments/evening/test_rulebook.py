"""The rulebook of an evening: which paragraphs a plan gives, what they say, and what pins them."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from pydantic import ValidationError

from games import catalogue
from tests.unlike import UNLIKE
from tournaments.evening.plan import read_plan, setup_for, ways_to_play
from tournaments.evening.rulebook import OF_SEATS, Rulebook, rulebook
from tournaments.evening.rulebook_words import SECTIONS
from tournaments.movement.catalogue import MOVEMENTS

EVERY_ID = [name for _, paragraphs in SECTIONS for name, _ in paragraphs]
ALWAYS = "signal confirmation deal draw movement sat-out substitute worth standings ties prizes"
"""The paragraphs of every evening."""
OF_COUPLES = "win level partners sit-out"
ENDS: list[dict[str, Any] | None] = [
    None,
    {"ends": "bell"},
    {"ends": "bell", "minutes": 20, "hands": 12},
    {"ends": "hands", "hands": 5},
    {"ends": "hands", "hands": {"4": 48, "3": 36}},
    {"ends": "game"},
    {"ends": "time", "minutes": 1},
    {"ends": "time", "finish": "hand"},
    {"ends": "time", "finish": "lap"},
]
WORTH: list[dict[str, Any] | None] = [
    None,
    {"counts": "games"},
    {"counts": "points"},
    {"counts": "margin", "margin": [[0, 2], [31, 3]], "draw": 1},
]
BRACKET: dict[str, Any] = {"movement": "knock_out", "round": {"ends": "time"}}
OF_THREES = {**BRACKET, "game": "chamberlain", "movement_options": {"losers": "rest", "go_on": 2}}


def book(game: str = "chantecler", **entered: Any) -> Rulebook:
    house_rules = catalogue.find(game).options_as_data(catalogue.find(game).house_rules({}))
    return rulebook(setup_for(read_plan({"game": game, "house_rules": house_rules, **entered})))


def ids(found: Rulebook) -> set[str]:
    return {paragraph.id for paragraph in found.paragraphs}


def named(names: str) -> set[str]:
    return {f"evening.{name}" for name in names.split()}


def told(found: Rulebook, name: str) -> str:
    paragraph = found.cited(name)
    return " ".join(map(str, paragraph.sentences)) if paragraph else ""


@pytest.mark.parametrize(
    ("entered", "beside"),
    [
        pytest.param({}, f"bell {OF_COUPLES} prize-ties", id="as in 1910"),
        pytest.param(
            {
                "round": {"ends": "bell", "minutes": 20, "hands": 12},
                "movement_options": {"tie_breaks": ["points_for"], "best_rounds": 4},
                "prizes": {"best": 0, "booby": False},
            },
            f"bell hands time {OF_COUPLES} best-rounds tie-breaks",
            id="a bell with limits, without prizes",
        ),
        pytest.param({"game": "ascot", "movement": "fixed"}, "time sit-out prize-ties", id="own points"),
        pytest.param(
            {"movement": "knock_out", "round": {"ends": "game"}},
            f"game {OF_COUPLES} late prize-ties",
            id="a knock-out of whole games",
        ),
        pytest.param(
            {
                "colours": ["ladies", "gentlemen"],
                "round": {"ends": "hands", "hands": 5},
                "prizes": {"by_colour": True, "overall": {"best": 1}, "one_each": True, "ties": "hort"},
            },
            f"hands {OF_COUPLES} one-each prize-ties",
            id="prizes of colours and of the room",
        ),
        pytest.param(
            {"game": "ascot", "movement": "fixed", "settlement": {"lost": 50, "lost_is": "ascot.grand"}},
            "time sit-out prize-ties settlement",
            id="money for hands",
        ),
    ],
)
def test_a_plan_gives_the_paragraphs_that_hold_for_it(entered: dict[str, Any], beside: str) -> None:
    assert ids(book(**entered)) == named(f"{ALWAYS} {beside}")


def every_plan() -> Iterator[tuple[str, dict[str, Any]]]:
    for game in (*UNLIKE, "points_couples"):
        for movement in MOVEMENTS:
            for ends in ENDS:
                for worth in WORTH:
                    for counting in ("games", "points"):
                        entered = {"movement": movement, "round": ends, "worth": worth, "counting": counting}
                        yield game, {name: value for name, value in entered.items() if value}


def test_every_way_to_play_has_a_rulebook_with_words_in_both_languages() -> None:
    made, seen = 0, set()
    for game, entered in every_plan():
        ways = ways_to_play(catalogue.find(game), catalogue.find(game).house_rules({}), "hands")
        if (entered["movement"], entered["counting"]) not in ways:
            continue
        try:
            found = book(game, **entered)
        except (ValidationError, ValueError):
            continue  # no such evening can be made
        made += 1
        seen |= ids(found)
        without = set() if catalogue.find(game).has_deal else {"evening.deal"}
        assert ids(found) >= named(ALWAYS) - without
        for paragraph in found.paragraphs:
            assert all(sentence.code for sentence in paragraph.sentences)
            assert "…" not in " ".join(map(str, paragraph.sentences))
    assert made > 100
    assert seen >= set(EVERY_ID) - named("best-rounds tie-breaks one-each settlement")


def test_headings_and_paragraphs_are_told_in_french() -> None:
    found = book(movement_options={"tie_breaks": ["points_for", "bells_rung"]}, prizes={"sums": [5050]})
    with translation.override("fr"):
        for paragraph in found.paragraphs:
            for sentence in (paragraph.section, paragraph.title, *paragraph.sentences):
                said = sentence.rendered(translation)
                assert said != str(sentence) or said in {"Substitutes"}, said
        prizes = found.cited("evening.prizes")
        assert prizes is not None
        assert any("50,50" in sentence.rendered(translation) for sentence in prizes.sentences)


SAID: list[tuple[dict[str, Any], str, str]] = [
    ({}, "signal", "the director gives the signal. 6 rounds are planned"),
    (
        {
            "game": "skat",
            "movement": "drawn",
            "settlement": {"rates": [{"what": "skat.score.null-lost", "sum": 50}]},
        },
        "settlement",
        "“A null lost” costs 0.50 each time. This goes into the club's cash box",
    ),
    ({"signal": "table_1"}, "signal", "table 1 rings its bell"),
    ({"goes_on": "on", "pause": 20}, "signal", "20 seconds after a round the next seats are announced"),
    ({}, "bell", "reach 56 points rings the bell"),
    ({}, "deal", "the visiting lady usually deals"),
    ({"movement": "drawn"}, "deal", "The rules of the game say who deals."),
    ({}, "movement", "the losers go to the last table"),
    ({"movement": "by_seat"}, "movement", "Seat 4 moves down 2 tables"),
    (
        {"movement": "by_colour", "movement_options": {"by_colour": {"red": -1}}},
        "movement",
        "red move up 1 table",
    ),
    (
        {"movement": "knock_out", "movement_options": {"losers": "rest"}},
        "movement",
        "sit out until it is decided",
    ),
    ({}, "partners", "except at table 1"),
    ({}, "prizes", "1 prize for the best player. The booby prize goes to the last"),
    ({}, "prize-ties", "for it; the winner of the cut is placed first."),
    ({}, "prize-ties", "The winner of a cut for the booby prize gets it."),
    (
        {"prizes": {"booby_cut": "escapes"}},
        "prize-ties",
        "for the booby prize escapes it; the loser gets it.",
    ),
    ({"prizes": {"best": 0, "booby": False}}, "prizes", "There are no prizes."),
    (
        {"prizes": {"ties": "cut_all"}},
        "prize-ties",
        "All ties are decided by cutting, for every place whether it carries a prize or not;",
    ),
    (
        {"prizes": {"others": [{"rounds": [1, 3], "booby": True}]}},
        "prizes",
        "For half-time: The booby prize goes to the last player in the standings of these rounds.",
    ),
    (
        {"prizes": {"others": [{"feat": "chantecler.all-seven", "rounds": [2, 4]}]}},
        "prizes",
        "who never has it wins nothing.",
    ),
    ({"worth": WORTH[3]}, "worth", "gives each winner 2 game points. From a margin of 31 it gives 3"),
    ({"worth": WORTH[3]}, "worth", "A drawn game gives each player 1 game point."),
    (BRACKET, "sit-out", "those drawn first have nobody to beat in the first round"),
    (BRACKET, "late", "play beside the knock-out. A side of which somebody leaves"),
    (OF_THREES, "movement", "The best 2 of each table go on, never all"),
    (OF_THREES, "level", "level for the last place that goes on"),
    (OF_THREES, "sit-out", "the best of those who have just missed come back in"),
    (OF_THREES, "late", "sit out until the knock-out is decided. A player who leaves"),
]


@pytest.mark.parametrize(("entered", "paragraph", "says"), SAID)
def test_what_the_plan_says_or_1910_is_said(entered: dict[str, Any], paragraph: str, says: str) -> None:
    assert says in told(book(**entered), f"evening.{paragraph}")


def test_paragraphs_are_numbered_as_they_stand_tonight() -> None:
    numbers = [paragraph.number for paragraph in book().paragraphs]
    assert numbers[:3] == ["1.1", "1.2", "1.3"]
    first = [number for number in numbers if number.endswith(".1")]
    assert first == ["1.1", "2.1", "3.1", "4.1", "5.1"]


def test_the_version_changes_with_what_is_said_and_with_nothing_else() -> None:
    assert book().version == book(prizes={"best": 1}).version
    assert book().version != book(rounds=7).version
    assert book().version != book(prizes={"ties": "shared"}).version


def test_citations_lead_to_a_paragraph_of_tonight_or_to_none() -> None:
    found = book(movement_options={"tie_breaks": ["points_for"]})
    assert set(OF_SEATS.values()) <= set(EVERY_ID)
    assert [found.for_place(name) for name in ("won", "points_for", "shared", "cut")] == [
        found.cited(name)
        for name in ("evening.standings", "evening.tie-breaks", "evening.ties", "evening.prize-ties")
    ]
    assert found.for_seats("partners.fewer") == found.cited("evening.partners")
    assert found.for_seats("left") is None
    assert found.for_winner(cut=True) == found.cited("evening.level")
    assert found.for_winner(cut=False) == found.cited("evening.win")
