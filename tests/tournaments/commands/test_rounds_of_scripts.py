"""How a round of a script ends, and what it is worth: evenings small enough to be worked out on paper."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.commands.a_script import A_14, B_14, hand
from tests.tournaments.the_rows import said
from tournaments import script as scripts
from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings
from tournaments.script import read_script

pytestmark = pytest.mark.django_db
Play = Callable[..., dict[str, Any]]
FaultsOf = Callable[[dict[str, Any]], list[str]]


def evening(game: str, players: int, size: int, rounds: list[dict[str, Any]], **told: Any) -> dict[str, Any]:
    """A script of so many players at tables of one size, with what is told of the evening."""
    ids = [f"p{number}" for number in range(1, players + 1)]
    return {
        "evening": {"name": "Rounds", "date": "2026-11-20", "game": game, **told},
        "players": [{"id": one, "name": f"Player {one}", "ticket": ""} for one in ids],
        "start": [ids[at : at + size] for at in range(0, players - players % size, size)],
        "rounds": rounds,
    }


@pytest.fixture
def play(club: Club) -> Play:
    """What comes of a script; what it leaves is rebuilt to the same rows, and its archive verifies."""

    def played(document: dict[str, Any]) -> dict[str, Any]:
        made, outcome = scripts.play(script=read_script(json.dumps(document)), club=club)
        made.refresh_from_db()
        assert publish.check_rows(made) == []
        assert findings(json.loads(made.publications.get().archive)) == []
        return outcome

    return played


@pytest.fixture
def faults_of(club: Club) -> FaultsOf:
    """The faults of a script that cannot be played, each `place code`."""

    def faults(document: dict[str, Any]) -> list[str]:
        with pytest.raises(Faults) as refused:
            scripts.play(script=read_script(json.dumps(document)), club=club)
        assert not Evening.objects.exists()
        return said(refused.value)

    return faults


def lines(outcome: dict[str, Any], *names: str) -> list[tuple[Any, ...]]:
    """The standings, of each line the player and these."""
    return [tuple(line[name] for name in ("player", *names)) for line in outcome["standings"]]


TWO_EACH = [hand(1, A_14), hand(2, A_14), hand(2, A_14), hand(1, A_14)]


def clabberjass(winner: int, points: int = 100) -> dict[str, Any]:
    """A hand that the bidder in this seat makes with so many card points, and the last trick."""
    cards = [points, 146 - points] if winner == 1 else [146 - points, points]
    return {
        "dealer": 1,
        "bidder": winner,
        "trump": "hearts",
        "card_points": cards,
        "last_trick": winner,
        "bella": None,
        "sequences": [[], []],
    }


def test_tables_of_two_play_their_own_games_and_winners_go_up(play: Play) -> None:
    """To 200: the winner of a hand of 100 has 110 points, the other 46."""
    first = [
        hand(1, clabberjass(2)),
        hand(2, clabberjass(1)),
        hand(2, clabberjass(1)),
        hand(1, clabberjass(2)),
    ]
    outcome = play(
        evening(
            "clabberjass",
            4,
            2,
            [{"hands": first}],
            house_rules={"target": 200},
            movement="ladder",
            round={"ends": "game"},
            worth={"counts": "margin", "margin": [[0, 2], [100, 3], [200, 4]]},
        )
    )
    assert outcome["rounds"][0]["scores"] == [[92, 220], [220, 92]]
    assert outcome["rounds"][0]["winners"] == [2, 1]
    assert sorted(outcome["next_seating"][0]) == ["p2", "p3"]
    assert lines(outcome, "game_points", "won", "points", "place") == [
        ("p2", 3, 1, 220, 1),
        ("p3", 3, 1, 220, 1),
        ("p1", 0, 0, 92, 3),
        ("p4", 0, 0, 92, 3),
    ]


def chamberlain(seat: int, players: int = 3, *, moon: bool = False) -> dict[str, Any]:
    """A hand that the declarer in this seat makes with a bid of six: 6 points, the next loses 10 for the jacks."""
    tricks = [0] * players
    taker = seat if moon else seat % players + 1
    tricks[seat - 1] = 13 if moon else 6
    tricks[taker - 1] += 0 if moon else 7
    jacks = {"clubs": taker, "diamonds": taker, "hearts": taker, "spades": taker}
    bid = {"moon": True} if moon else {"bid": 6}
    return {"declarer": seat, "tricks": tricks, "jacks": jacks, **bid}


def test_several_who_are_level_cut_and_the_whole_order_may_be_told(play: Play) -> None:
    out = {"passed_out": True, "players": 3}
    outcome = play(
        evening(
            "chamberlain",
            6,
            3,
            [
                {
                    "hands": [hand(1, out), hand(2, out)],
                    "cuts": [{"table": 1, "order": [3, 1, 2]}, {"table": 2, "winner": 2}],
                }
            ],
            movement="fixed",
            round={"ends": "hands", "hands": {"3": 1, "4": 2}},
            worth={"counts": "games"},
        )
    )
    assert outcome["rounds"][0]["winners"] == [3, 2]
    game = Evening.objects.get(name="Rounds").rounds.get(number=1).tables.get(table__number=1)
    assert (game.cut, game.winner) == ("312", "3")


@pytest.mark.parametrize(
    ("options", "points"),
    [
        pytest.param({}, [42, 28, 28, 14, 0], id="nothing for a round sat out"),
        pytest.param({"sitout": "average"}, [42, 28, 28, 28, 0], id="the average of their own rounds"),
        pytest.param({"sitout": 5}, [42, 28, 28, 19, 5], id="so many points"),
        pytest.param({"best_rounds": 1}, [28, 14, 28, 14, 0], id="the best round of each"),
    ],
)
def test_what_a_round_sat_out_counts_and_how_many_rounds_do(
    play: Play, options: dict[str, Any], points: list[int]
) -> None:
    """Of five one sits out: p5 in the first round, p4 in the second."""
    rounds = [{"hands": [hand(1, A_14), hand(1, A_14), hand(1, B_14)]}, {"hands": [hand(1, A_14)]}]
    told: dict[str, Any] = {"round": {"ends": "time"}, "worth": {"counts": "points"}}
    outcome = play(
        evening("chantecler", 5, 4, rounds, movement="progressive", movement_options=options, **told)
    )
    assert outcome["rounds"][1]["sitting_out"] == ["p4"]
    counted = {line["player"]: line["points"] for line in outcome["standings"]}
    assert [counted[f"p{number}"] for number in range(1, 6)] == points


@pytest.mark.parametrize(
    ("more", "seats"),
    [
        pytest.param({"who": "losers"}, "L1 L6 G1 G3, L2 L4 G6 G4, L5 L3 G5 G2", id="losers"),
        pytest.param({"who": "winners"}, "L5 L2 G4 G2, L3 L1 G3 G5, L4 L6 G1 G6", id="winners"),
        pytest.param(
            {"who": "losers", "part_winners": True}, "L1 L6 G3 G1, L2 L4 G4 G6, L5 L3 G2 G5", id="parted"
        ),
    ],
)
def test_at_a_drive_only_losers_or_winners_may_move(play: Play, more: dict[str, Any], seats: str) -> None:
    """Ladies go a table on, gentlemen a table back, each into the chair of another."""
    tables = [[f"L{n}", f"L{n + 1}", f"G{n}", f"G{n + 1}"] for n in (1, 3, 5)]
    won = enumerate(([8, 5], [4, 9], [7, 6]), start=1)
    script = evening(
        "whist",
        0,
        4,
        [{"hands": [{"table": table, "hand": {"tricks": tricks}} for table, tricks in won]}],
        movement="by_colour",
        movement_options={"by_colour": {"ladies": 1, "gents": -1}, **more},
        round={"ends": "hands", "hands": 1},
        worth={"counts": "points"},
    )
    colours = {"L": "ladies", "G": "gents"}
    people = [{"id": one, "name": one, "ticket": colours[one[0]]} for table in tables for one in table]
    outcome = play({**script, "players": people, "start": tables})
    assert ", ".join(map(" ".join, outcome["next_seating"])) == seats


@pytest.mark.parametrize(
    "movement",
    ["progressive", "ladder", "swiss", "top_tables", "drawn", "fixed", "by_seat", "by_colour", "scheduled"],
)
def test_there_are_never_more_tables_than_the_most(play: Play, movement: str) -> None:
    totals = {"totals": [{"table": 1, "points": [20, 32]}]}
    rules = {**BY_TOTALS, "round": {"ends": "hands", "hands": 4}, "movement_options": {"most_tables": 1}}
    rounds = play(evening("whist", 9, 4, [totals] * 3, movement=movement, **rules) | ONE_TABLE)["rounds"]
    assert [len(one["seating"]) for one in rounds] == [1] * 3
    out = Counter(player for one in rounds for player in one["sitting_out"])
    assert set(out.values()) <= {1, 2}


ONE_TABLE = {"start": [["p1", "p2", "p3", "p4"]]}
BY_TOTALS: dict[str, Any] = {"round": {"ends": "hands", "hands": 8}, "worth": {"counts": "points"}}


def test_a_round_may_be_told_by_its_totals(play: Play) -> None:
    totals = [{"table": 2, "points": [6, 7]}, {"table": 1, "points": [9, 4]}]
    seats = {"1": 0, "2": 1, "3": -1, "4": 0}
    script = evening(
        "euchre",
        8,
        4,
        [{"totals": totals}, {"totals": [*totals[:1], {"table": 1, "points": [5, 5]}], "cuts": [B_WINS]}],
        movement="by_seat",
        movement_options={"by_seat": seats},
        **BY_TOTALS,
    )
    first, second = play({**script, "rounds": script["rounds"][:1]}), play(script)["rounds"][1]
    assert [line["points"] for line in first["standings"]] == [9, 9, 7, 7, 6, 6, 4, 4]
    assert (first["rounds"][0]["winners"], first["rounds"][0]["totals"]) == (["A", "B"], True)
    assert second["winners"] == ["B", "B"]


B_WINS = {"table": 1, "winner": "B"}
TOTALS = [{"table": 1, "points": [20, 32]}, {"table": 2, "points": [50, 2]}]


@pytest.mark.parametrize(
    ("told", "faults"),
    [
        ({"totals": TOTALS[:1]}, ["rounds.0.totals missing-table"]),
        (
            {"totals": [*TOTALS, {"table": 3, "points": [20, 32]}]},
            ["rounds.0.totals.2.table no-such-table"],
        ),
        ({"totals": [*TOTALS, TOTALS[0]]}, ["rounds.0.totals.2.table table-twice"]),
        (
            {"totals": [{"table": 1, "points": [20, 31]}, {"table": 2, "points": [1, 2, 49]}]},
            ["rounds.0.totals.0.points not-possible", "rounds.0.totals.1.points out-of-range"],
        ),
        (
            {"totals": [{"table": 1, "points": [-1, 53]}, TOTALS[1]]},
            ["rounds.0.totals.0.points not-possible"],
        ),
        ({"totals": TOTALS, "hands": [hand(1, {"tricks": [8, 5]})]}, ["rounds.0 not-allowed"]),
        ({"totals": TOTALS, "cuts": [B_WINS]}, ["rounds.0.cuts.0.table not-level"]),
    ],
)
def test_totals_that_cannot_be_are_refused(
    faults_of: FaultsOf, told: dict[str, Any], faults: list[str]
) -> None:
    """Whist of four deals a round: fifty-two tricks at each table."""
    rules = {**BY_TOTALS, "round": {"ends": "hands", "hands": 4}}
    assert faults_of(evening("whist", 8, 4, [told], movement="fixed", **rules)) == faults


PROGRESSIVE: dict[str, Any] = {"movement": "progressive"}
BY_POINTS = {"movement": "progressive", "worth": {"counts": "points"}}
THREES_AND_FOURS = {"game": "chamberlain", "movement": "drawn"}
KNOCK_OUT = {"game": "chamberlain", "movement": "knock_out", "counting": "points"}
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a game without a target": (
        {"game": "ascot", "movement": "drawn", "round": {"ends": "game"}},
        "round.ends no-target",
    ),
    "a bell without couples": ({**THREES_AND_FOURS, "round": {"ends": "bell"}}, "round.ends no-bell"),
    "no number for tables of four": (
        {**THREES_AND_FOURS, "round": {"ends": "hands", "hands": {"3": 4}}},
        "round.hands size-missing",
    ),
    "no number of hands": ({**PROGRESSIVE, "round": {"ends": "hands"}}, "round not-allowed"),
    "a number for tables of nine": (
        {"round": {"ends": "bell", "hands": {"9": 3}}},
        "round.hands not-allowed",
    ),
    "half a game where points count": (
        {**BY_POINTS, "movement_options": {"sitout": "half"}},
        "movement_options.sitout another-unit",
    ),
    "losers where nobody wins": (
        {"movement": "by_colour", "counting": "points", "movement_options": {"who": "losers"}},
        "movement_options.who nobody-wins",
    ),
    "partners to part where all move": (
        {"movement": "by_colour", "movement_options": {"part_winners": True}},
        "movement_options.part_winners nobody-stays",
    ),
    "partners to part without two colours": (
        {"movement": "by_colour", "movement_options": {"who": "losers", "part_winners": True}},
        "movement_options.part_winners no-second-colour",
    ),
    "fewer tables than a knock-out needs": (
        {**KNOCK_OUT, "movement_options": {"most_tables": 2}},
        "movement_options.most_tables everybody-is-in-it",
    ),
    "half a game where nobody wins": (
        {"movement": "drawn", "counting": "points", "movement_options": {"sitout": "half"}},
        "movement_options.sitout another-unit",
    ),
    "points where games count": (
        {**PROGRESSIVE, "movement_options": {"sitout": 10}},
        "movement_options.sitout another-unit",
    ),
    "game points without margins": ({**PROGRESSIVE, "worth": {"counts": "margin"}}, "worth not-allowed"),
    "margins that do not begin with 0": (
        {**PROGRESSIVE, "worth": {"counts": "margin", "margin": [[5, 2]]}},
        "worth.margin not-allowed",
    ),
    "an end that no clock shows": ({**PROGRESSIVE, "ends_about": "25:00"}, "ends_about not-allowed"),
    "games where nobody wins": (
        {"movement": "drawn", "counting": "points", "worth": {"counts": "games"}},
        "worth.counts not-for-points",
    ),
    "more who go on than all but one": (
        {**KNOCK_OUT, "movement_options": {"go_on": 4}},
        "movement_options.go_on not-at-these-tables",
    ),
}


@pytest.mark.parametrize(("told", "fault"), REFUSED.values(), ids=REFUSED)
def test_an_evening_that_cannot_be_is_refused_with_its_place(
    faults_of: FaultsOf, told: dict[str, Any], fault: str
) -> None:
    script = evening(told.get("game", "chantecler"), 8, 4, [{"hands": []}])
    script["evening"] |= told
    assert faults_of(script) == [f"evening.{fault}"]


def test_a_table_plays_all_its_hands_and_no_more(faults_of: FaultsOf) -> None:
    told: dict[str, Any] = {"movement": "progressive", "round": {"ends": "hands", "hands": 2}}
    for hands, fault in (
        (TWO_EACH[:3], "rounds.0 not-all-played"),
        ([*TWO_EACH[:3], hand(2, A_14)], "rounds.0.hands.3.table round-played-out"),
        ([*TWO_EACH, hand(1, A_14)], "rounds.0.hands.4 after-the-bell"),
    ):
        assert faults_of(evening("chantecler", 8, 4, [{"hands": hands}], **told)) == [fault]


def two_tables(**told: Any) -> dict[str, Any]:
    """One round in which couple A wins at both tables."""
    hands = [hand(1, A_14), hand(2, A_14)]
    return evening("chantecler", 8, 4, [{"hands": hands}], round={"ends": "hands", "hands": 1}, **told)


def test_every_place_is_cut_for_in_a_script_and_who_is_not_cut_for_shares(play: Play) -> None:
    script = two_tables(prizes={"best": 0, "booby": True, "ties": "cut_all", "booby_cut": "escapes"})
    cuts = [
        {"prize": "place", "order": ["p5", "p1"]},
        {"prize": "booby", "order": ["p8", "p2", "p4"]},
    ]
    outcome = play({**script, "prize_cuts": cuts})
    assert lines(outcome, "place") == [
        ("p5", 1),
        ("p1", 2),
        ("p3", 3),
        ("p7", 3),
        ("p8", 5),
        ("p2", 6),
        ("p4", 7),
        ("p6", 8),
    ]
    told = {prize["prize"]: (prize["player"], prize["tied"]) for prize in outcome["prizes"]}
    assert told == {"booby": ("p6", []), "place": (None, ["p3", "p7"])}


def test_a_feat_has_its_prize_in_a_script(play: Play) -> None:
    feat = {"feat": "chantecler.all-seven", "rounds": [1, 1]}
    script = two_tables(prizes={"best": 0, "booby": False, "others": [feat]})
    (prize,) = play(script)["prizes"]
    assert (prize["other"], set(prize["tied"])) == (1, {"p1", "p3", "p5", "p7"})


def test_each_colour_has_its_prize_in_a_script(play: Play) -> None:
    script = two_tables(prizes={"best": 1, "booby": False, "by_colour": True})
    for at, player in enumerate(script["players"]):
        player["ticket"] = ("red", "blue")[at % 2]
    told = {(prize["prize"], prize["colour"]): prize["tied"] for prize in play(script)["prizes"]}
    assert told == {("best", "red"): ["p1", "p3", "p5", "p7"], ("best", "blue"): ["p2", "p4", "p6", "p8"]}


@pytest.mark.parametrize(
    ("cut", "code"),
    [
        pytest.param({"order": ["p1", "p4"]}, "no-such-tie", id="between people who are not level"),
        pytest.param({"order": ["p1", "nobody"]}, "no-such-tie", id="with somebody who is not there"),
        pytest.param({}, "missing", id="without an order"),
    ],
)
def test_a_cut_for_a_prize_that_cannot_be_says_where(
    faults_of: FaultsOf, cut: dict[str, Any], code: str
) -> None:
    script = {**two_tables(), "prize_cuts": [{"prize": "best", **cut}]}
    assert faults_of(script) == [f"prize_cuts.0.order {code}"]


@pytest.mark.parametrize("ends", [{"ends": "time"}, {"ends": "hands", "hands": 4}, {"ends": "game"}])
def test_a_made_moon_wins_its_table_however_the_round_ends(play: Play, ends: dict[str, Any]) -> None:
    jacks = dict.fromkeys(("clubs", "diamonds", "hearts", "spades"), 1)
    bids = [
        {"declarer": 2, "bid": 10, "tricks": [6, 1, 6], "jacks": jacks},
        *[{"declarer": 3, "bid": 6, "tricks": [3, 4, 6], "jacks": jacks}] * 2,
        {"declarer": 2, "moon": True, "tricks": [0, 13, 0], "jacks": dict.fromkeys(jacks, 2)},
    ]
    hands = [{"table": 1, "hand": bid} for bid in bids]
    script = evening(
        "chamberlain", 3, 3, [{"hands": hands}], movement="drawn", round=ends, worth={"counts": "games"}
    )
    assert play(script)["rounds"][0]["winners"] == [2]


def knock_out(tables: int, go_on: int, rounds: list[dict[str, Any]], **told: Any) -> dict[str, Any]:
    """A knock-out at so many tables of four, of each of which so many go on."""
    return evening(
        "chamberlain",
        4 * tables,
        4,
        rounds,
        movement="knock_out",
        movement_options={"losers": "rest", "go_on": go_on, "table_size": 4},
        **{"counting": "points", "round": {"ends": "time"}, "worth": {"counts": "points"}, **told},
    )


@pytest.mark.parametrize(
    ("cuts", "fault"),
    [
        pytest.param([], "cuts cut-needed", id="a border that nobody has cut for"),
        pytest.param([{"table": 1, "winner": 1}], "cuts.0.table not-level", id="a winner"),
        pytest.param([{"table": 1, "order": [3, 1]}], "cuts.0.table not-the-order", id="a stranger"),
    ],
)
def test_a_cut_that_cannot_be(faults_of: FaultsOf, cuts: list[dict[str, Any]], fault: str) -> None:
    """At table 1 seats 3 and 4 are level at the border, at table 2 nobody is."""
    hands = [hand(1, chamberlain(1, 4)), *(hand(2, chamberlain(seat, 4)) for seat in (1, 3))]
    assert faults_of(knock_out(2, 2, [{"hands": hands, "cuts": cuts}])) == [f"rounds.0.{fault}"]
