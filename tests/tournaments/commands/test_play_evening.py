"""`manage.py play_evening`: a whole evening as one document, played or refused whole."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.tournaments.commands.a_command import run
from tests.tournaments.commands.a_script import A_14, B_14, OUTCOME, Script, hand, script
from tests.tournaments.the_rows import everything, unchanged
from tournaments import demo
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening.models import Evening
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings

pytestmark = pytest.mark.django_db
Outcome = Callable[[object], dict[str, Any]]


@pytest.fixture(autouse=True)
def the_demo_club_has_no_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a script makes the demo club, it is made with the evening in play alone: that is quicker."""
    for past in ("PAST", "PAST_POINTS"):
        monkeypatch.setattr(demo, past, ())


def of(document: object) -> bytes:
    text = document if isinstance(document, str) else json.dumps(document)
    return text.encode("utf-8", "surrogatepass")


def play(document: object, *arguments: str) -> dict[str, Any]:
    outcome: dict[str, Any] = json.loads(run("play_evening", "-", *arguments, sent=of(document)).out)
    return outcome


@pytest.fixture
def outcome_of(club: Club) -> Outcome:
    """What comes of a script in a club that has nothing else."""
    return lambda document: play(document, "--club", club.slug)


def refused(document: object, *arguments: str) -> list[str]:
    """The faults of a script that cannot be played, each `place code`; nothing is left behind."""
    before, ran = everything(), run("play_evening", "-", *arguments, sent=of(document))
    assert ran.status == 1
    assert everything() == before
    told = json.loads(ran.out)
    assert (set(told), told["ok"]) == ({"ok", "errors"}, False)
    for error in told["errors"]:
        assert set(error) == {"field", "code", "message"}
        assert f"{error['field']}: {error['message']}" in ran.err
    return [f"{error['field']} {error['code']}" for error in told["errors"]]


def test_one_of_a_file_is_a_new_evening_of_the_demo_club_kept_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(script()), encoding="utf-8")
    assert json.loads(run("play_evening", str(file)).out) == OUTCOME
    evening = Evening.objects.get(name="Friday progressive")
    assert (evening.club.slug, evening.status, evening.current_round) == ("demo", "published", 2)
    assert not evening.jobs.filter(outcome="waiting").exists()
    assert publish.check_rows(evening) == []
    assert findings(json.loads(evening.publications.get().archive)) == []


def test_the_club_can_be_another(club: Club) -> None:
    known = clubs.add_names(club=club, names=["Player 1", "Player 2"], at=club.made_at)
    assert play(script(), "--club", club.slug) == OUTCOME
    evening = Evening.objects.get(club=club)
    assert Player.objects.filter(club=club).count() == 13
    assert {player.pk for player in known} < set(evening.tickets.values_list("player_id", flat=True))
    assert play(script(), "--club", club.slug) == OUTCOME
    assert Evening.objects.filter(club=club).count() == 2
    assert Player.objects.filter(club=club).count() == 13


@pytest.mark.parametrize("demo", [True, False], ids=["the demo club there", "no club at all"])
def test_a_dry_run_says_the_same_and_leaves_nothing_behind(demo: bool) -> None:
    if demo:
        run("make_demo")
    with unchanged():
        assert play(script(), "--dry-run") == OUTCOME


def test_what_has_a_default_may_be_left_out(outcome_of: Outcome) -> None:
    document = script()
    document["evening"] = {name: document["evening"][name] for name in ("name", "date", "game")}
    for player in document["players"]:
        del player["ticket"]
    del document["rounds"][0]["cuts"]
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


def test_half_a_game_for_sitting_out_is_half_a_game(outcome_of: Outcome) -> None:
    document = script()
    document["evening"]["movement_options"]["sitout"] = "half"
    won = {line["player"]: line["won"] for line in outcome_of(document)["standings"]}
    assert (won["p13"], won["p11"], won["p1"]) == (1.5, 0.5, 2)


GONE = object()
"""In place of a value: the script without it."""


def changed(path: str, value: object) -> Script:
    """The script with another value at this place; a `+` is behind the last of a list."""
    document = script()
    *way, last = (int(step) if step.isdecimal() else step for step in path.split("."))
    place: Any = document
    for step in way:
        place = place[step]
    if last == "+":
        place.append(value)
    elif value is GONE:
        del place[last]
    else:
        place[last] = value
    return document


HAND = "rounds.0.hands.1.hand"
REFUSED: dict[str, tuple[str, object, str]] = {
    "a field that nobody knows": ("weather", "fine", "unknown-field"),
    "no rounds": ("rounds", GONE, "missing"),
    "an empty name": ("evening.name", "  ", "empty"),
    "no day": ("evening.date", "2026-02-30", "not-a-date"),
    "an unknown game": ("evening.game", "bridge", "unknown-game"),
    "an option that cannot be": ("evening.movement_options.head_table", "swap", "not-a-choice"),
    "an id used twice": ("players.4.id", "p1", "id-used-twice"),
    "a player without a name": ("players.4.name", " ", "empty"),
    "a ticket too few": ("players.4.ticket", GONE, "missing"),
    "a stranger in a seat": ("start.1.2", "p99", "unknown-player"),
    "somebody twice": ("start.1.2", "p1", "seated-twice"),
    "a table of five": ("start.2.+", "p13", "start.2 not-four"),
    "a table that is not there": ("rounds.0.hands.1.table", 4, "unknown-table"),
    "a bid that cannot be": (f"{HAND}.bid", 15, "out-of-range"),
    "a hand that is none": (HAND, [1], "not-an-object"),
    "a hand after the bell": ("rounds.0.hands.+", hand(2, A_14), "rounds.0.hands.5 after-the-bell"),
    "a level table that nobody cut for": ("rounds.1.cuts", [], "cut-needed"),
    "a cut of a table that is not level": (
        "rounds.0.cuts.+",
        {"table": 2, "winner": "A"},
        "rounds.0.cuts.0.table not-level",
    ),
    "two cuts of one table": (
        "rounds.1.cuts.+",
        {"table": 2, "winner": "A"},
        "rounds.1.cuts.1.table cut-twice",
    ),
    "a cut of no table": (
        "rounds.1.cuts.+",
        {"table": 7, "winner": "A"},
        "rounds.1.cuts.1.table unknown-table",
    ),
    "a cut that nobody won": ("rounds.1.cuts.0.winner", "C", "not-a-choice"),
}
"""What is changed, and the code at that place, or at another."""


@pytest.mark.parametrize(("path", "value", "fault"), REFUSED.values(), ids=REFUSED)
def test_a_script_that_cannot_be_played_names_the_place_and_leaves_nothing_behind(
    club: Club, path: str, value: object, fault: str
) -> None:
    expected = fault if " " in fault else f"{path} {fault}"
    assert refused(changed(path, value), "--club", club.slug) == [expected]


def test_everything_that_is_wrong_with_a_hand_is_said_at_once(club: Club) -> None:
    document = changed("rounds.1.hands.0.hand", A_14 | {"bid": 0, "bidder": 5, "tricks": 1})
    assert sorted(refused(document, "--club", club.slug)) == [
        "rounds.1.hands.0.hand.bid out-of-range",
        "rounds.1.hands.0.hand.bidder out-of-range",
        "rounds.1.hands.0.hand.tricks unknown-field",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param("{", "script not-json", id="half of it"),
        pytest.param("[" * 100_000, "script not-json", id="a hundred thousand brackets"),
        pytest.param('{"evening": NaN}', "script not-json", id="a number that is none"),
        pytest.param("[]", "script not-an-object", id="a list"),
        pytest.param('{"evening": "\\ud800"}', "evening unprintable", id="half a character"),
    ],
)
def test_what_is_no_script_is_refused_as_a_whole(club: Club, text: str, fault: str) -> None:
    assert refused(text, "--club", club.slug) == [fault]


def test_where_there_was_no_demo_club_a_refusal_leaves_none() -> None:
    assert len(refused(changed("rounds.1.cuts", []))) == 1
    assert not Club.objects.exists()


def test_a_club_that_is_not_there_is_named_with_those_that_are(club: Club) -> None:
    with pytest.raises(CommandError, match=rf"There is no club .nowhere.; there is: {club.slug}"):
        play(script(), "--club", "nowhere")
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
        run("play_evening", str(file))
