"""The rulebook of an evening: which paragraphs a plan gives, what they say, and what pins them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from pydantic import ValidationError

from games import catalogue
from tournaments.evening.plan import read_plan, setup_for, ways_to_play
from tournaments.evening.rulebook import OF_SEATS, Rulebook, rulebook
from tournaments.evening.rulebook_words import SECTIONS
from tournaments.movement.catalogue import MOVEMENTS

EVERY_ID = [name for _, paragraphs in SECTIONS for name, _ in paragraphs]
ALWAYS = {
    "evening.signal",
    "evening.confirmation",
    "evening.deal",
    "evening.draw",
    "evening.movement",
    "evening.sat-out",
    "evening.substitute",
    "evening.worth",
    "evening.standings",
    "evening.ties",
    "evening.prizes",
}
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


def book(game: str = "chantecler", **entered: Any) -> Rulebook:
    house_rules = catalogue.find(game).options_as_data(catalogue.find(game).house_rules({}))
    return rulebook(setup_for(read_plan({"game": game, "house_rules": house_rules, **entered})))


def ids(found: Rulebook) -> set[str]:
    return {paragraph.id for paragraph in found.paragraphs}


def told(found: Rulebook, name: str) -> str:
    paragraph = found.cited(name)
    return " ".join(map(str, paragraph.sentences)) if paragraph else ""


@pytest.mark.parametrize(
    ("entered", "beside"),
    [
        pytest.param(
            {},
            {
                "evening.bell",
                "evening.win",
                "evening.level",
                "evening.partners",
                "evening.sit-out",
                "evening.prize-ties",
            },
            id="as in 1910",
        ),
        pytest.param(
            {
                "round": {"ends": "bell", "minutes": 20, "hands": 12},
                "movement_options": {"tie_breaks": ["points_for"], "best_rounds": 4},
                "prizes": {"best": 0, "booby": False},
            },
            {
                "evening.bell",
                "evening.hands",
                "evening.time",
                "evening.win",
                "evening.level",
                "evening.partners",
                "evening.sit-out",
                "evening.best-rounds",
                "evening.tie-breaks",
            },
            id="a bell with limits, without prizes",
        ),
        pytest.param(
            {"game": "ascot", "movement": "fixed"},
            {"evening.time", "evening.sit-out", "evening.prize-ties"},
            id="points at one's own seat",
        ),
        pytest.param(
            {"movement": "knock_out", "round": {"ends": "game"}},
            {
                "evening.game",
                "evening.win",
                "evening.level",
                "evening.partners",
                "evening.sit-out",
                "evening.late",
                "evening.prize-ties",
            },
            id="a knock-out of whole games",
        ),
        pytest.param(
            {
                "colours": ["ladies", "gentlemen"],
                "round": {"ends": "hands", "hands": 5},
                "prizes": {"by_colour": True, "overall": {"best": 1}, "one_each": True, "ties": "hort"},
            },
            {
                "evening.hands",
                "evening.win",
                "evening.level",
                "evening.partners",
                "evening.sit-out",
                "evening.one-each",
                "evening.prize-ties",
            },
            id="prizes of colours and of the room",
        ),
    ],
)
def test_a_plan_gives_the_paragraphs_that_hold_for_it(entered: dict[str, Any], beside: set[str]) -> None:
    assert ids(book(**entered)) == ALWAYS | beside


def every_plan() -> Iterator[tuple[str, dict[str, Any]]]:
    for game in catalogue.GAMES:
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
        assert ids(found) >= ALWAYS
        for paragraph in found.paragraphs:
            assert all(sentence.code for sentence in paragraph.sentences)
            assert "…" not in " ".join(map(str, paragraph.sentences))
    assert made > 100
    assert seen >= set(EVERY_ID) - {"evening.best-rounds", "evening.tie-breaks", "evening.one-each"}


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


@pytest.mark.parametrize(
    ("prizes", "of_prizes", "of_ties"),
    [
        pytest.param(
            {},
            "1 prize for the best player. The booby prize goes to the last",
            "for it; the winner of the cut is placed first. The winner of a cut for the booby prize gets it.",
            id="as in 1910",
        ),
        pytest.param(
            {"booby_cut": "escapes"},
            "1 prize",
            "for the booby prize escapes it; the loser gets it.",
            id="escapes",
        ),
        pytest.param(
            {"best": 0, "booby": False, "ties": "cut_all"},
            "There are no prizes.",
            "All ties are decided by cutting, for every place whether it carries a prize or not;",
            id="every place is cut for",
        ),
        pytest.param(
            {"others": [{"rounds": [1, 3], "booby": True}]},
            "For half-time: 1 prize for the best player. For half-time: The booby prize goes to the last player in "
            "the standings of these rounds.",
            "Players who tie for a prize cut",
            id="half-time",
        ),
        pytest.param(
            {"others": [{"feat": "chantecler.all-seven", "rounds": [2, 4]}]},
            "who never has it wins nothing.",
            "Players who tie for a prize cut",
            id="a feat in some rounds",
        ),
    ],
)
def test_the_prizes_and_what_becomes_of_ties_are_told(
    prizes: dict[str, Any], of_prizes: str, of_ties: str
) -> None:
    found = book(prizes=prizes)
    assert of_prizes in told(found, "evening.prizes")
    assert of_ties in told(found, "evening.prize-ties")


def test_paragraphs_are_numbered_as_they_stand_tonight() -> None:
    numbers = [paragraph.number for paragraph in book().paragraphs]
    assert numbers[:3] == ["1.1", "1.2", "1.3"]
    first = [number for number in numbers if number.endswith(".1")]
    assert first == ["1.1", "2.1", "3.1", "4.1", "5.1"]


def test_the_words_of_1910_hold_where_the_plan_says_nothing() -> None:
    found = book()
    assert "the director gives the signal. 6 rounds are planned" in told(found, "evening.signal")
    assert "table 1 rings its bell" in told(book(signal="table_1"), "evening.signal")
    assert "reach 56 points rings the bell" in told(found, "evening.bell")
    assert "the visiting lady usually deals" in told(found, "evening.deal")
    assert "the losers go to the last table" in told(found, "evening.movement")
    assert "except at table 1" in told(found, "evening.partners")
    assert "The rules of the game say who deals." in told(book(movement="drawn"), "evening.deal")


@pytest.mark.parametrize(
    ("movement", "options", "says"),
    [
        ("by_seat", {}, "Seat 4: everybody goes 2 tables towards the foot"),
        ("by_colour", {"by_colour": {"red": -1}}, "red: 1 table towards the head"),
        ("knock_out", {"losers": "rest"}, "sit out until it is decided"),
    ],
)
def test_what_a_movement_is_told_to_do_is_said(movement: str, options: dict[str, Any], says: str) -> None:
    assert says in told(book(movement=movement, movement_options=options), "evening.movement")


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        pytest.param(
            "chantecler",
            {},
            {
                "evening.sit-out": "those drawn first have nobody to beat in the first round",
                "evening.late": "play beside the knock-out. A side of which somebody leaves",
            },
            id="a bracket",
        ),
        pytest.param(
            "chamberlain",
            {"losers": "rest", "go_on": 2},
            {
                "evening.movement": "The best 2 of each table go on, never all",
                "evening.level": "level for the last place that goes on",
                "evening.sit-out": "the best of those who have just missed come back in",
                "evening.late": "sit out until the knock-out is decided. A player who leaves",
            },
            id="tables of three and four",
        ),
    ],
)
def test_a_knock_out_says_who_goes_on_and_who_comes_and_goes(
    game: str, options: dict[str, Any], says: dict[str, str]
) -> None:
    found = book(game, movement="knock_out", movement_options=options, round={"ends": "time"})
    for paragraph, sentence in says.items():
        assert sentence in told(found, paragraph)


def test_the_scale_of_game_points_is_said_line_by_line() -> None:
    said = told(book(worth=WORTH[3]), "evening.worth")
    assert "by the cut, gives each winner 2 game points. From a margin of 31 it gives 3 game points." in said
    assert "A drawn game gives each player 1 game point." in said


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
