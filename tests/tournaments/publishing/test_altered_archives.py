"""Whatever somebody alters in an archive is named as a fault, or told beforehand as nothing that is vouched for."""

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import GAMES
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.publishing.alterations import Alteration, every_alteration, made_good
from tests.tournaments.publishing.archives import EARLIER, EDITIONS, published, read, ways
from tests.tournaments.publishing.worked_out_once import each_worked_out_once
from tournaments.evening.fold import without_names
from tournaments.publishing.verdict import Verdict, verdict

Make = Callable[..., AnEvening]
Archive = dict[str, Any]

NAMES = ("club.name", "club.slug", "club.time_zone", "evening.name", "evening.slug")
WAYS = list(ways())
SAMPLE = 40
"""How many alterations of each archive are tried where there is little time."""


def covers(found: Verdict, alteration: Alteration) -> bool:
    """Whether it was told that nothing vouches for what was altered."""
    path = ".".join(map(str, alteration.path))
    return any(path == left.what or path.startswith(f"{left.what}.") for left in found.not_vouched_for)


@each_worked_out_once()
def unnoticed(archive: Archive, alterations: Iterator[Alteration] | list[Alteration]) -> list[str]:
    """The alterations that nobody would see by the archive and its published head.

    Each is tried as it is, and with every hash after it made good again by somebody who knows the program. Then
    the archive alone must say that only its head can tell, and held against that must be refused.
    """
    head, as_it_was, missed = archive["head"], json.dumps(archive), []
    for alteration in alterations:
        altered = alteration.of(archive)
        found = verdict(altered, head=head)
        if not (found.faults or covers(found, alteration)):
            missed.append(str(alteration))
        if alteration.path[0] != "ledger":
            continue
        again = made_good(altered)
        if json.dumps(again) == as_it_was:
            continue
        alone, held = verdict(again), verdict(again, head=head)
        if not (alone.faults or covers(alone, alteration)) or not (held.faults or covers(held, alteration)):
            missed.append(f"{alteration}, the chain made good")
    return missed


def kind_of_place(archive: Archive, alteration: Alteration) -> tuple[Any, ...]:
    """Where it is, but for which entry of an act, which ticket, table, seat or hand."""
    steps = tuple(step if isinstance(step, str) else "*" for step in alteration.path)
    match alteration.path:
        case ("ledger", int(entry), *_) if entry < len(archive["ledger"]):
            return (archive["ledger"][entry]["act"], *steps)
    return steps


def one_for_each_kind_of_place(archive: Archive, dice: random.Random) -> list[Alteration]:
    """One alteration of each field of each act, and of whatever else it holds, drawn among all of its kind."""
    by_kind: dict[tuple[Any, ...], list[Alteration]] = {}
    for alteration in every_alteration(archive, dice):
        by_kind.setdefault(kind_of_place(archive, alteration), []).append(alteration)
    return [dice.choice(alike) for alike in by_kind.values()]


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_what_is_altered_in_an_archive_of_an_earlier_version_is_seen_or_told(path: Path) -> None:
    archive, dice = read(path), random.Random(path.stem)
    assert unnoticed(archive, dice.sample(list(every_alteration(archive, dice)), SAMPLE)) == []


@pytest.mark.parametrize(
    "way", [("chantecler", "progressive", "games"), ("ascot", "drawn", "points")], ids="-".join
)
def test_what_is_altered_in_an_archive_is_seen_or_told(make_evening: Make, way: tuple[str, str, str]) -> None:
    archive, dice = published(make_evening, *way), random.Random(7)
    assert unnoticed(archive, dice.sample(list(every_alteration(archive, dice)), 2 * SAMPLE)) == []
    beside = {name: value for name, value in archive.items() if name != "ledger"}
    outside = [one for one in every_alteration(beside, dice) if one.path[0] in ("club", "evening", "tickets")]
    assert unnoticed(archive, dice.sample(outside, 2 * SAMPLE)) == []


@pytest.mark.services
@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_every_kind_of_place_of_an_archive_of_an_earlier_version_altered_is_seen_or_told(path: Path) -> None:
    archive = read(path)
    assert unnoticed(archive, one_for_each_kind_of_place(archive, random.Random(path.stem))) == []


@pytest.mark.services
@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_every_kind_of_place_of_an_archive_of_every_game_and_movement_altered_is_seen_or_told(
    make_evening: Make, way: tuple[str, str, str]
) -> None:
    """Every fourth kind of place in each archive: the archives of a movement go through them all in turn."""
    archive = published(make_evening, *way)
    assert verdict(archive, head=archive["head"]) == Verdict(())
    kinds = one_for_each_kind_of_place(archive, random.Random("-".join(way)))
    assert unnoticed(archive, kinds[WAYS.index(way) % 4 :: 4]) == []


FOLLOWS: dict[str, tuple[str, ...]] = {
    "make": ("seed", "date", "plan.game"),
    "check_in": ("tickets.*.ticket", "tickets.*.number", "tickets.*.colour"),
    "arrive": ("ticket", "number", "colour"),
    "substitute": ("ticket", "number", "colour", "for"),
    "draw": ("order",),
    "start": ("round", "pinned.game", "pinned.house_rules"),
    "enter_hand": ("round", "table", "number", "points"),
    "correct_hand": ("round", "table", "number", "points"),
    "cut": ("round", "table", "winner"),
    "close": ("round",),
    "draft_move": ("round", "tables", "sitting_out"),
    "publish_move": ("round", "tables", "sitting_out"),
    "ring": ("round", "table"),
    "cut_prize": ("order", "prize"),
    "publish": ("standings",),
}
"""What must be as it is once the rest of the evening is, by act."""
SAID_ONCE_MORE = {("publish", 38)}
"""A publication before the last one: its standings are sealed by what stood then."""


def follows(archive: Archive, dice: random.Random) -> Iterator[Alteration]:
    for alteration in every_alteration(archive, dice):
        if alteration.path[0] != "ledger" or len(alteration.path) < 4:
            continue
        entry = archive["ledger"][alteration.path[1]]
        inside = ".".join("*" if isinstance(step, int) else step for step in alteration.path[3:])
        told = FOLLOWS.get(entry["act"], ())
        alike = alteration.kind in ("fraction for", "truth for", "number for", "put in")
        by_cards = entry["body"].get("how") == "cards"
        if alike or by_cards or (entry["act"], entry["sequence"]) in SAID_ONCE_MORE:
            continue
        if any(inside == name or inside.startswith(f"{name}.") for name in told):
            yield alteration


EVERYTHING_HAPPENS = next(path for path in EARLIER if path.stem == "chantecler-progressive")


def silent(archive: Archive, tried: list[Alteration]) -> list[str]:
    """The alterations that are no fault once the chain is made good."""
    return [str(one) for one in tried if not verdict(made_good(one.of(archive))).faults]


def test_what_follows_from_the_rest_is_a_fault_though_every_hash_is_right() -> None:
    archive, dice = read(EVERYTHING_HAPPENS), random.Random(3)
    by_act: dict[str, list[Alteration]] = {}
    for one in follows(archive, dice):
        by_act.setdefault(archive["ledger"][one.path[1]]["act"], []).append(one)
    assert set(by_act) == set(FOLLOWS)
    assert silent(archive, [one for found in by_act.values() for one in dice.sample(found, 4)]) == []


@pytest.mark.services
def test_everything_that_follows_from_the_rest_is_a_fault_though_every_hash_is_right() -> None:
    archive = read(EVERYTHING_HAPPENS)
    assert silent(archive, list(follows(archive, random.Random(4)))) == []


def test_another_chain_that_agrees_with_itself_is_told_by_the_published_head_alone() -> None:
    archive = read(EARLIER[0])
    told = next(entry for entry in archive["ledger"] if entry["act"] == "open_doors")
    told["by"] = "user:99"
    again = made_good(archive)
    assert verdict(again).faults == ()
    assert "hold the head" in str(verdict(again).not_vouched_for[0])
    assert [
        fault
        for fault in verdict(again, head=read(EARLIER[0])["head"]).faults
        if "the head you gave" in fault
    ]


@pytest.mark.parametrize("path", EARLIER, ids=lambda path: path.stem)
def test_an_archive_of_an_earlier_version_holds_and_says_what_it_cannot_vouch_for(path: Path) -> None:
    archive = read(path)
    found = verdict(archive, head=archive["head"])
    people = [
        f"tickets.{place}.{name}" for place in range(len(archive["tickets"])) for name in ("name", "guest")
    ]
    assert found.faults == ()
    assert [left.what for left in found.not_vouched_for] == [*NAMES, *people]


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_an_archive_of_an_earlier_edition_of_the_rules_holds(path: Path) -> None:
    archive = read(path)
    assert verdict(archive, head=archive["head"]) == Verdict(())


def test_a_bid_of_thirteen_of_before_there_was_a_rule_about_it_is_scored_as_it_was() -> None:
    archive = read(next(path for path in EDITIONS if path.stem == "chamberlain-thirteen"))
    hands = [entry["body"] for entry in archive["ledger"] if entry["act"] == "enter_hand"]
    assert "thirteen_is_moon" not in archive["ledger"][0]["body"]["plan"]["house_rules"]
    assert [hand["points"] for hand in hands if hand["hand"]["bid"] == 13] == [[-13, 0, 0], [-3, -13, 0, 0]]
    archive["ledger"][0]["body"]["plan"]["house_rules"]["thirteen_is_moon"] = True
    assert any("scores [" in fault for fault in verdict(made_good(archive)).faults)


@pytest.fixture
def archive(make_evening: Make) -> Archive:
    return published(make_evening, "ascot", "drawn", "points")


def exchange_names(archive: Archive) -> None:
    one, other = archive["tickets"][:2]
    one["name"], other["name"] = other["name"], one["name"]


def exchange_people(archive: Archive) -> None:
    """Names and salts, so that only the ledger can tell."""
    one, other = archive["tickets"][:2]
    for field in ("name", "salt"):
        one[field], other[field] = other[field], one[field]


def another(part: str, field: str, value: Any) -> Callable[[Archive], None]:
    return lambda archive: archive[part].__setitem__(field, value)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        pytest.param(exchange_names, "tickets.0.name: this is not the name", id="two names exchanged"),
        pytest.param(exchange_people, "tickets.1.name: this is not the name", id="two people exchanged"),
        pytest.param(lambda a: a["tickets"][0].update(guest=True), "tickets.0.guest: entry", id="a guest"),
        pytest.param(lambda a: a["tickets"][0].pop("salt"), "tickets.0.salt is missing", id="no salt"),
        pytest.param(
            lambda a: a["tickets"].reverse(), "the tickets are not those", id="the order of tickets"
        ),
        pytest.param(another("club", "name", "Hens"), "the names and addresses of club", id="the club"),
        pytest.param(
            another("club", "time_zone", "UTC"), "the names and addresses of club", id="the time zone"
        ),
        pytest.param(another("evening", "slug", "x"), "the names and addresses of club", id="the address"),
        pytest.param(another("evening", "name", "x"), "the names and addresses of club", id="the evening"),
        pytest.param(another("evening", "date", "2026-11-21"), "the evening's date is not", id="the date"),
        pytest.param(
            another("evening", "salt", None), "evening.salt is missing", id="no salt of the evening"
        ),
        pytest.param(another("evening", "game", "bridge"), "the evening's game is not", id="the game"),
    ],
)
def test_names_are_bound_by_the_ledger(
    archive: Archive, change: Callable[[Archive], None], fault: str
) -> None:
    assert verdict(archive, head=archive["head"]) == Verdict(())
    change(archive)
    assert [found for found in verdict(archive).faults if found.startswith(fault)]


def test_of_an_erased_name_it_is_said_so_and_the_rest_holds(archive: Archive) -> None:
    erased = without_names(archive, [archive["tickets"][2]["code"]])
    found = verdict(erased, head=archive["head"])
    assert found.faults == ()
    assert list(map(str, found.not_vouched_for)) == [
        "tickets.2.name: name erased or withheld; nothing here tells who had ticket 3"
    ]
    assert archive["tickets"][2]["name"] not in json.dumps(erased)


def seats_announced_otherwise(archive: Archive) -> None:
    told = next(entry for entry in archive["ledger"] if entry["act"] == "publish_move")["body"]["tables"]
    told[0][0], told[1][0] = told[1][0], told[0][0]


def exchanged_hand(archive: Archive) -> None:
    """A hand of a decision that is not there."""
    told = next(entry for entry in archive["ledger"] if entry["act"] == "wrong_seats")
    told["body"]["hands"][0]["number"] = 99


def unknown_game(archive: Archive) -> None:
    archive["ledger"][0]["body"]["plan"]["game"] = "bridge"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (seats_announced_otherwise, "round 2: the seats announced are not those of the draft"),
        (exchanged_hand, "the archive is not whole: LookupError round 2, table 2 has no hand 99"),
        (unknown_game, "the ledger tells no evening: entry 4 (draw): Faults game: "),
    ],
)
def test_what_cannot_be_is_named(change: Callable[[Archive], None], fault: str) -> None:
    archive = read(EVERYTHING_HAPPENS)
    change(archive)
    faults = verdict(made_good(archive)).faults
    assert [found for found in faults if found.startswith(fault)], faults


def test_a_game_that_nobody_knows_is_named_where_tables_follow_from_it() -> None:
    archive = read(next(path for path in EARLIER if path.stem == "ascot-drawn"))
    unknown_game(archive)
    (fault, *_) = verdict(made_good(archive)).faults
    assert fault.startswith("the ledger tells no evening: entry 4 (draw): Faults game: ")


@pytest.mark.parametrize("entry", [7, None, [], {}, {"sequence": True}], ids=str)
def test_an_entry_of_any_shape_is_no_traceback(entry: Any) -> None:
    archive = read(EARLIER[0])
    archive["ledger"][3] = entry
    assert verdict(archive).faults


def test_the_archive_of_a_game_of_the_shelf_holds_where_the_game_is_not_known(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = (
        make_evening(4, rounds=1, game="euchre", counting="points", movement="drawn")
        .go_on_to("finished")
        .archive_by_seed()
    )
    (edition,) = archive["documents"]
    monkeypatch.delitem(GAMES._written, "euchre")  # type: ignore[attr-defined]
    monkeypatch.delitem(GAMES._compiled, "euchre", raising=False)  # type: ignore[attr-defined]
    assert verdict(archive, head=archive["head"]) == Verdict(())
    archive["documents"][edition]["lines"].pop()
    (fault, *_) = verdict(archive).faults
    assert fault.startswith(f"documents.{edition}: ")


PLACES: dict[str, str] = {
    "format": "not the archive",
    "version": "the archive has version",
    "club": r"\bclub\b",
    "evening": r"\bevening\b",
    "tickets": r"\btickets?\b",
    "standings": r"\bstandings\b",
    "prizes": r"\bprizes\b",
    "head": r"the ledger ends in|\bhead\b",
    "documents": r"\bdocuments\b",
    "unheard_of": "unheard_of",
}
"""The words that say where an archive was altered, by the part of it; in the ledger they name the entry."""


def says_where(archive: Archive, alteration: Alteration, *, head: str) -> bool:
    checked = verdict(alteration.of(archive), head=head)
    words = "\n".join((*checked.faults, *(str(left) for left in checked.not_vouched_for if left.bars)))
    part, *inside = alteration.path
    if part != "ledger":
        return bool(re.search(PLACES[str(part)], words))
    near = {int(inside[0]) + step for step in (0, 1, 2)} if inside else set()
    named = {int(number) for number in re.findall(r"\bentry (\d+)\b", words)}
    return bool(near & named) or "ledger" in words


def test_each_of_a_thousand_altered_archives_is_refused_with_the_place(make_evening: Make) -> None:
    archive, dice = published(make_evening, "euchre", "drawn", "points"), random.Random(1000)
    tried = dice.sample(list(every_alteration(archive, dice)), 1000)
    with each_worked_out_once():
        silent = [str(one) for one in tried if not says_where(archive, one, head=archive["head"])]
    assert silent == []
