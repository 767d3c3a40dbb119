"""`manage.py play_evening`: a whole evening as one document, played or refused whole."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.commands.a_script import A_14, B_14, OUTCOME, Script, hand, script
from tests.tournaments.the_rows import everything
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.demo import demo
from tournaments.evening.models import Evening
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings

pytestmark = pytest.mark.django_db
Change = Callable[[Script], object]
Outcome = Callable[[object], dict[str, Any]]


@pytest.fixture(autouse=True)
def the_demo_club_has_no_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a script makes the demo club, it is made with the evening in play alone: that is quicker."""
    for past in ("PAST", "PAST_POINTS"):
        monkeypatch.setattr(demo, past, ())


def play(document: object, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> dict[str, Any]:
    """The outcome of a script that comes from standard input."""
    text = document if isinstance(document, str) else json.dumps(document)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    written = io.StringIO()
    call_command("play_evening", "-", *arguments, stdout=written)
    outcome: dict[str, Any] = json.loads(written.getvalue())
    return outcome


@pytest.fixture
def outcome_of(monkeypatch: pytest.MonkeyPatch, club: Club) -> Outcome:
    """What comes of a script in a club that has nothing else."""
    return lambda document: play(document, monkeypatch, "--club", club.slug)


def refused(document: object, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    """The faults of a script that cannot be played, each `place code`; nothing is left behind."""
    text = document if isinstance(document, str) else json.dumps(document)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    written, complained = io.StringIO(), io.StringIO()
    before = everything()
    with pytest.raises(SystemExit) as stopped:
        call_command("play_evening", "-", *arguments, stdout=written, stderr=complained)
    assert stopped.value.code == 1
    assert everything() == before
    told = json.loads(written.getvalue())
    assert (set(told), told["ok"]) == ({"ok", "errors"}, False)
    for error in told["errors"]:
        assert set(error) == {"field", "code", "message"}
        assert f"{error['field']}: {error['message']}" in complained.getvalue()
    return [f"{error['field']} {error['code']}" for error in told["errors"]]


# --- what can be played -------------------------------------------------------------------------------


def test_the_outcome_is_the_one_worked_out_on_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(script(), monkeypatch) == OUTCOME


def test_a_script_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(script()), encoding="utf-8")
    written = io.StringIO()
    call_command("play_evening", str(file), stdout=written)
    assert json.loads(written.getvalue()) == OUTCOME


def test_it_is_a_new_evening_of_the_demo_club_kept_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    play(script(), monkeypatch)
    evening = Evening.objects.get(name="Friday progressive")
    assert (evening.club.slug, evening.status, evening.current_round) == ("demo", "published", 2)
    assert not evening.jobs.filter(outcome="waiting").exists()
    assert publish.check_rows(evening) == []
    assert findings(json.loads(evening.publications.get().archive)) == []


def test_the_club_can_be_another(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    known = clubs.add_names(club=club, names=["Player 1", "Player 2"], at=club.made_at)
    assert play(script(), monkeypatch, "--club", club.slug) == OUTCOME
    evening = Evening.objects.get(club=club)
    assert Player.objects.filter(club=club).count() == 13
    assert {player.pk for player in known} < set(evening.tickets.values_list("player_id", flat=True))
    assert play(script(), monkeypatch, "--club", club.slug) == OUTCOME
    assert Evening.objects.filter(club=club).count() == 2
    assert Player.objects.filter(club=club).count() == 13


@pytest.mark.parametrize("demo", [True, False], ids=["the demo club there", "no club at all"])
def test_a_dry_run_says_the_same_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, demo: bool
) -> None:
    if demo:
        call_command("make_demo", stdout=io.StringIO())
    before = everything()
    assert play(script(), monkeypatch, "--dry-run") == OUTCOME
    assert everything() == before


def test_one_script_has_one_outcome(outcome_of: Outcome) -> None:
    first, second = (json.dumps(outcome_of(script())) for _ in range(2))
    assert first == second


def only_needed(document: Script) -> None:
    """What may be left out is left out."""
    document["evening"] = {name: document["evening"][name] for name in ("name", "date", "game")}
    for player in document["players"]:
        del player["ticket"]
    del document["rounds"][0]["cuts"]


def test_what_has_a_default_may_be_left_out(outcome_of: Outcome) -> None:
    document = script()
    only_needed(document)
    assert outcome_of(document) == OUTCOME


def test_players_not_seated_sit_out_in_the_order_of_the_players(outcome_of: Outcome) -> None:
    document = script()
    document["players"] = [
        {"id": "late", "name": "Late"},
        *({"id": player["id"], "name": player["name"]} for player in document["players"]),
        {"id": "later", "name": "Later"},
    ]
    outcome = outcome_of(document)
    assert outcome["rounds"][0]["sitting_out"] == ["late", "p13", "later"]


def test_before_any_round_next_is_the_start(outcome_of: Outcome) -> None:
    outcome = outcome_of(script() | {"rounds": []})
    assert outcome == {
        "rounds": [],
        "next_seating": script()["start"],
        "next_sitting_out": ["p13"],
        "standings": [{"player": f"p{number}", "played": 0, "won": 0, "place": 1} for number in range(1, 14)],
    }


def test_a_round_with_no_hands_is_cut_for_at_every_table(outcome_of: Outcome) -> None:
    document = script()
    document["rounds"] = [{"hands": [], "cuts": [{"table": table, "winner": "A"} for table in (3, 1, 2)]}]
    (played,) = outcome_of(document)["rounds"]
    assert (played["scores"], played["bell"], played["winners"]) == ([[0, 0]] * 3, None, ["A", "A", "A"])


@pytest.mark.parametrize(
    ("rounds_hands", "scores", "bell"),
    [
        pytest.param([(2, A_14)] * 3, [[0, 0], [42, 0], [0, 0]], 2, id="any table rings"),
        pytest.param([(1, A_14), (1, B_14)] * 2 + [(1, A_14)], [[42, 28], [0, 0], [0, 0]], 1, id="in turns"),
        pytest.param([(1, A_14), (1, A_14)], [[28, 0], [0, 0], [0, 0]], None, id="nobody reaches the target"),
    ],
)
def test_the_first_to_reach_the_target_rings(
    outcome_of: Outcome, rounds_hands: list[Any], scores: list[Any], bell: int | None
) -> None:
    level = [table for table, (a, b) in enumerate(scores, start=1) if a == b]
    document = script()
    document["rounds"] = [
        {
            "hands": [hand(table, of) for table, of in rounds_hands],
            "cuts": [{"table": table, "winner": "A"} for table in level],
        }
    ]
    (played,) = outcome_of(document)["rounds"]
    assert (played["scores"], played["bell"]) == (scores, bell)


def test_where_only_the_head_table_rings_the_others_play_on(outcome_of: Outcome) -> None:
    document = script()
    document["evening"]["movement_options"]["bell"] = "head_table"
    hands = [hand(2, A_14)] * 4 + [hand(3, B_14)] + [hand(1, A_14)] * 3
    document["rounds"] = [{"hands": hands}]
    (played,) = outcome_of(document)["rounds"]
    assert (played["scores"], played["bell"]) == ([[42, 0], [56, 0], [0, 14]], 1)


@pytest.mark.parametrize("counting", ["games", "points"])
@pytest.mark.parametrize(
    ("movement", "options", "table"),
    [
        ("by_colour", {"red": -1, "blue": 1}, ["p5", "p10", "p7", "p12"]),
        ("by_seat", {"1": 0, "2": -1, "3": 1, "4": 2}, ["p1", "p6", "p11", "p8"]),
    ],
)
def test_everybody_keeps_the_seat_and_goes_on_as_it_or_the_ticket_says(
    outcome_of: Outcome, movement: str, options: dict[str, int], table: list[str], counting: str
) -> None:
    told = script()
    told["players"], told["rounds"] = told["players"][:12], told["rounds"][:1]
    told["evening"] |= {
        "movement": movement,
        "counting": counting,
        "house_rules": {"target": 42} if counting == "games" else {},
        "movement_options": {movement: options},
    }
    outcome = outcome_of(told)
    assert outcome["next_seating"][0] == table
    assert outcome["next_sitting_out"] == []


def test_half_a_game_for_sitting_out_is_half_a_game(outcome_of: Outcome) -> None:
    document = script()
    document["evening"]["movement_options"]["sitout"] = "half"
    won = {line["player"]: line["won"] for line in outcome_of(document)["standings"]}
    assert (won["p13"], won["p11"], won["p1"]) == (1.5, 0.5, 2)


# --- what cannot be played ----------------------------------------------------------------------------


def put(path: str, value: object) -> Change:
    """A change to one place of the script."""
    *way, last = (int(step) if step.isdecimal() else step for step in path.split("."))

    def change(document: Script) -> None:
        place: Any = document
        for step in way:
            place = place[step]
        if last == "+":
            place.append(value)
        else:
            place[last] = value

    return change


def without(path: str) -> Change:
    """The script without one of its fields."""
    *way, last = (int(step) if step.isdecimal() else step for step in path.split("."))

    def change(document: Script) -> None:
        place: Any = document
        for step in way:
            place = place[step]
        del place[last]

    return change


HAND = "rounds.0.hands.1.hand"
REFUSED: list[tuple[str, Change, list[str]]] = [
    ("a field that nobody knows", put("weather", "fine"), ["weather unknown-field"]),
    ("one in the evening", put("evening.weather", "fine"), ["evening.weather unknown-field"]),
    ("one in a player", put("players.3.age", 7), ["players.3.age unknown-field"]),
    ("one in a round", put("rounds.1.bell", 1), ["rounds.1.bell unknown-field"]),
    ("no players", without("players"), ["players missing"]),
    ("no start", without("start"), ["start missing"]),
    ("no rounds", without("rounds"), ["rounds missing"]),
    ("no name", without("evening.name"), ["evening.name missing"]),
    ("an empty name", put("evening.name", "  "), ["evening.name empty"]),
    ("no day", put("evening.date", "2026-02-30"), ["evening.date not-a-date"]),
    ("a day long ago", put("evening.date", "0009-02-03"), ["evening.date out-of-range"]),
    ("an unknown game", put("evening.game", "bridge"), ["evening.game unknown-game"]),
    (
        "an unknown house rule",
        put("evening.house_rules.tagret", 1),
        ["evening.house_rules.tagret unknown-field"],
    ),
    (
        "a target of nothing",
        put("evening.house_rules.target", 0),
        ["evening.house_rules.target out-of-range"],
    ),
    ("an unknown movement", put("evening.movement", "mitchell"), ["evening.movement not-a-choice"]),
    (
        "an unknown option of the movement",
        put("evening.movement_options.bells", 2),
        ["evening.movement_options.bells unknown-field"],
    ),
    (
        "an option that cannot be",
        put("evening.movement_options.head_table", "swap"),
        ["evening.movement_options.head_table not-a-choice"],
    ),
    ("an id used twice", put("players.4.id", "p1"), ["players.4.id id-used-twice"]),
    ("a player without a name", put("players.4.name", " "), ["players.4.name empty"]),
    ("a number for a name", put("players.4.name", 4), ["players.4.name not-a-text"]),
    ("a ticket too few", without("players.4.ticket"), ["players.4.ticket missing"]),
    ("a stranger in a seat", put("start.1.2", "p99"), ["start.1.2 unknown-player"]),
    ("somebody twice", put("start.1.2", "p1"), ["start.1.2 seated-twice"]),
    ("a table of five", put("start.2.+", "p13"), ["start.2 not-four"]),
    ("a table too few", without("start.2"), ["start wrong-number-of-tables"]),
    ("a table that is not there", put("rounds.0.hands.1.table", 4), ["rounds.0.hands.1.table unknown-table"]),
    ("table 0", put("rounds.0.hands.1.table", 0), ["rounds.0.hands.1.table unknown-table"]),
    (
        "a table that is no number",
        put("rounds.0.hands.1.table", "1"),
        ["rounds.0.hands.1.table not-a-whole-number"],
    ),
    ("a bid that cannot be", put(f"{HAND}.bid", 15), [f"{HAND}.bid out-of-range"]),
    ("a bid that is no number", put(f"{HAND}.bid", "5"), [f"{HAND}.bid not-a-whole-number"]),
    ("no bid", without(f"{HAND}.bid"), [f"{HAND}.bid missing"]),
    ("a counter that nobody took", without(f"{HAND}.counters.owl"), [f"{HAND}.counters.owl missing"]),
    ("a field that no hand has", put(f"{HAND}.tricks", 6), [f"{HAND}.tricks unknown-field"]),
    ("a hand that is none", put(HAND, [1]), [f"{HAND} not-an-object"]),
    ("a hand after the bell", put("rounds.0.hands.+", hand(2, A_14)), ["rounds.0.hands.5 after-the-bell"]),
    (
        "a cut of a table that is not level",
        put("rounds.0.cuts.+", {"table": 2, "winner": "A"}),
        ["rounds.0.cuts.0.table not-level"],
    ),
    (
        "two cuts of one table",
        put("rounds.1.cuts.+", {"table": 2, "winner": "A"}),
        ["rounds.1.cuts.1.table cut-twice"],
    ),
    (
        "a cut of no table",
        put("rounds.1.cuts.+", {"table": 7, "winner": "A"}),
        ["rounds.1.cuts.1.table unknown-table"],
    ),
    ("a cut that nobody won", put("rounds.1.cuts.0.winner", "C"), ["rounds.1.cuts.0.winner not-a-choice"]),
]


@pytest.mark.parametrize(
    ("change", "faults"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
def test_a_script_that_cannot_be_played_names_the_place_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, club: Club, change: Change, faults: list[str]
) -> None:
    document = script()
    change(document)
    assert refused(document, monkeypatch, "--club", club.slug) == faults


def test_a_bid_far_into_the_evening_is_named_by_its_place(
    monkeypatch: pytest.MonkeyPatch, club: Club
) -> None:
    document = script()
    timed = {"hands": [], "cuts": [{"table": table, "winner": "A"} for table in (1, 2, 3)]}
    passed = hand(2, {"passed_out": True})
    document["rounds"] = [timed, timed, timed, {"hands": [passed] * 17 + [hand(1, A_14 | {"bid": 0})]}]
    assert refused(document, monkeypatch, "--club", club.slug) == ["rounds.3.hands.17.hand.bid out-of-range"]


def test_everything_that_is_wrong_with_a_hand_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, club: Club
) -> None:
    document = script()
    document["rounds"][1]["hands"][0]["hand"] = A_14 | {"bid": 0, "bidder": 5, "tricks": 1}
    assert sorted(refused(document, monkeypatch, "--club", club.slug)) == [
        "rounds.1.hands.0.hand.bid out-of-range",
        "rounds.1.hands.0.hand.bidder out-of-range",
        "rounds.1.hands.0.hand.tricks unknown-field",
    ]


def test_a_level_table_that_nobody_cut_for_is_named(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    document = script()
    document["rounds"][1]["cuts"] = []
    (fault,) = refused(document, monkeypatch, "--club", club.slug)
    assert re.fullmatch(r"rounds\.1\.cuts(\.2)? cut-needed", fault)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param("", "script not-json", id="nothing"),
        pytest.param("{", "script not-json", id="half of it"),
        pytest.param("[" * 100_000, "script not-json", id="a hundred thousand brackets"),
        pytest.param('{"evening": NaN}', "script not-json", id="a number that is none"),
        pytest.param("[]", "script not-an-object", id="a list"),
        pytest.param('"evening"', "script not-an-object", id="a word"),
        pytest.param('{"evening": "\\ud800"}', "evening unprintable", id="half a character"),
    ],
)
def test_what_is_no_script_is_refused_as_a_whole(
    monkeypatch: pytest.MonkeyPatch, club: Club, text: str, fault: str
) -> None:
    assert refused(text, monkeypatch, "--club", club.slug) == [fault]


@pytest.mark.parametrize("change", [put("rounds.1.hands.1.hand.bid", 0), put("rounds.1.cuts", [])])
def test_where_there_was_no_demo_club_a_refusal_leaves_none(
    monkeypatch: pytest.MonkeyPatch, change: Change
) -> None:
    document = script()
    change(document)
    assert len(refused(document, monkeypatch)) == 1
    assert not Club.objects.exists()


def test_a_club_that_is_not_there_is_named_with_those_that_are(
    monkeypatch: pytest.MonkeyPatch, club: Club
) -> None:
    with pytest.raises(CommandError, match=rf"There is no club .nowhere.; there is: {club.slug}"):
        play(script(), monkeypatch, "--club", "nowhere")
    assert not Evening.objects.exists()


@pytest.mark.parametrize(
    ("written", "told"),
    [(None, "No such file"), (b"\xff\xfe", "is not UTF-8 text")],
    ids=["no file", "no text"],
)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, db: None, written: bytes | None, told: str
) -> None:
    file = tmp_path / "friday.json"
    if written is not None:
        file.write_bytes(written)
    with pytest.raises(CommandError, match=f"friday.json.*{told}"):
        call_command("play_evening", str(file))
