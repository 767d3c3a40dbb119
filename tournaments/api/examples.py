"""An example of every body and every answer, for the schema; tests hold each against its model.

Answers are put together field by field: what a field is called says what stands in it, and what it is called in
one model where that differs. What can be worked out (a slip, a game's score) is, so that it cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel, RootModel

from games.catalogue import find
from games.requests import score_game_request, score_request
from scoring.derivation import Derivation
from tournaments.api import (
    bodies,
    documents,
    league_bodies,
    mending_bodies,
    schedule_bodies,
    season_examples,
)
from tournaments.movement.draw import commitment
from tournaments.replay.archive import FORMAT

GAME: Final = find("chantecler")
HAND: Final[dict[str, Any]] = {
    "bidder": 3,
    "bid": 9,
    "trump": "hen",
    "counters": {
        "one": "A",
        "three": "A",
        "five": "B",
        "pheasant": "A",
        "peacock": "B",
        "owl": "A",
        "chantecler": "A-discard",
    },
}
PLAN: Final[dict[str, Any]] = {
    "game": GAME.slug,
    "house_rules": {"target": 42},
    "movement_options": {"bell": "any_table", "tie_breaks": ["points_difference"]},
    "rounds": 6,
    "colours": ["ladies", "gentlemen"],
    "confirmation": "needed",
    "prizes": {"best": 1, "booby": True, "by_colour": True, "sums": [5000]},
}
ONE_HAND: Final[dict[str, Any]] = {"round": 1, "table": 4, "number": 1}
BEGAN, PLAYED, ENTERED = (f"2026-11-20T20:{minute}:00.000000Z" for minute in ("00", "14", "15"))
HASHES: Final = ("4f2a" * 16, "9c01" * 16)


def slip() -> Derivation:
    """The score of the hand."""
    return GAME.score(HAND, GAME.house_rules(PLAN["house_rules"]))


def _lines() -> Iterator[dict[str, Any]]:
    for line in slip().lines:
        yield {"seats": list(line.seats), "points": line.points, "rule": line.rule, "text": line.text}


BODIES: Final[Mapping[type[BaseModel], Any]] = MappingProxyType(
    {
        bodies.Nothing: {},
        bodies.NewPlayer: {"name": "Ann Lee", "colour": "ladies"},
        bodies.NewNames: {"names": ["Ann Lee", "Bo Day"]},
        bodies.PlayerChange: {"colour": "gentlemen", "active": False},
        bodies.NewHouseRules: {"options": {"target": 42, "set_side_keeps_counters": True}},
        bodies.NewEvening: {"name": "Friday progressive", "date": "2026-11-20", "plan": PLAN},
        bodies.AnyEvening: {"clone": "friday-progressive", "name": "The Friday after", "date": "2026-11-27"},
        bodies.CheckIn: {
            "players": [{"player": 12, "colour": "ladies"}],
            "guests": [{"name": "A guest", "colour": "gentlemen"}],
        },
        bodies.OneTicket: {"ticket": "k3v9"},
        bodies.Draw: {"again": False},
        bodies.Seats: {"tables": [["k3v9", "m2x7", "p8c4", "t5h6"]], "sitting_out": ["w9d2"]},
        bodies.Swap: {"one": "k3v9", "other": "m2x7", "reason": "cannot climb the stairs"},
        bodies.OneTable: {"table": 4},
        bodies.TableCut: {"winner": "B", "how": "cards"},
        bodies.Cut: {"table": 4, "winner": "B", "how": "cards"},
        bodies.Substitution: {"ticket": "k3v9", "guest": "Somebody's sister"},
        bodies.LateArrival: {"player": 14, "colour": "ladies"},
        bodies.PrizeCut: {"prize": "best", "colour": "ladies", "order": ["k3v9", "m2x7"], "how": "cards"},
        bodies.Abandonment: {"reason": "snow"},
        bodies.Batch: {
            "requests": [
                {"id": 1, "game": GAME.slug, "hand": HAND},
                {"id": 2, "game": "clabberjass", "hand": {"dealer": 3, "passed_out": True}},
            ]
        },
        bodies.OneHand: {"hand": HAND},
        bodies.NewHand: {
            "hand": HAND,
            "round": 1,
            "number": 2,
            "played_at": "2026-11-20T20:14:00Z",
            "sent_at": "2026-11-20T20:15:00Z",
            "seat": 3,
        },
        bodies.Confirmation: {"of": 18, "seat": 2},
        bodies.GivingWay: {"keep": 18, "seat": 2},
        bodies.OwnCorrection: {"of": 18, "hand": HAND, "reason": "the owl was counted twice", "seat": 3},
        bodies.NewCall: {"reason": "rule", "words": "may the bid be taken back?", "seat": 1},
        bodies.Close: {"anyway": True},
        bodies.Why: {"reason": "the points were added up wrongly"},
        mending_bodies.DirectorsConfirmation: {**ONE_HAND, "of": 18},
        mending_bodies.Settlement: {**ONE_HAND, "keep": 19, "reason": "as on the slip", "seats": "follow"},
        mending_bodies.Correction: {
            **ONE_HAND,
            "of": 18,
            "hand": HAND,
            "reason": "as on the slip",
            "cut": "A",
        },
        mending_bodies.Note: {**ONE_HAND, "of": 18, "hand": None, "reason": "a card was missing"},
        mending_bodies.LateHand: {"of": 21, "reason": "they had finished it", "preview": True},
        mending_bodies.LateHandOut: {"of": 21, "reason": "played after the bell"},
        mending_bodies.Penalty: {"tickets": ["k3v9"], "points": -5, "reason": "talked about the hand"},
        mending_bodies.WrongSeats: {
            "one": "k3v9",
            "other": "m2x7",
            "hands": [ONE_HAND],
            "reason": "noticed after the hand",
        },
        mending_bodies.AdjustedGame: {"round": 1, "table": 4, "points": [12, 9], "reason": "a torn card"},
        mending_bodies.UnplayedGame: {"round": 1, "table": 4, "reason": "somebody fell ill"},
        schedule_bodies.NewSearch: {"purpose": "improve", "wishes": {"apart": [["k3v9", "m2x7"]]}},
        schedule_bodies.OneSearch: {"search": 7},
        schedule_bodies.ScheduleFile: {"text": "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n", "source": "ours.txt"},
        league_bodies.Pairings: {
            "division": 2,
            "pairings": [{"home": 7, "away": 4, "games": [3, 1]}, {"home": 9, "away": None}],
        },
        league_bodies.PointsGiven: {"entrant": 7, "points": -2, "reason": "came without a team"},
        league_bodies.FixtureResult: {"games": [6, 3], "points": [250, 180], "reason": "played on Sunday"},
        mending_bodies.Withdrawal: {"of": 30, "reason": "it was another table"},
    }
)

FIELDS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        **dict.fromkeys(("made_at", "announced_at", "started_at", "at"), BEGAN),
        **dict.fromkeys(("played_at", "due_at", "called_at"), PLAYED),
        **dict.fromkeys(("entered_at", "done_at"), ENTERED),
        **dict.fromkeys(
            ("ends_at", "stopped_at", "closed_at", "finished_at", "published_at", "answered_at"), None
        ),
        **dict.fromkeys(
            ("bell_table", "left_in", "replaces", "cut", "winner", "wins_game", "previous"), None
        ),
        **dict.fromkeys(("current_round", "round", "arrived_in", "rank", "place", "played", "seat"), 1),
        **dict.fromkeys(("version", "length", "sequence", "entry"), 18),
        **dict.fromkeys(("hash", "head"), HASHES[0]),
        **dict.fromkeys(("evening", "slug"), "friday-progressive"),
        "disputed_by": [],
        "late": [],
        **dict.fromkeys(("nothing", "announced", "left_out", "cut_needed", "cut_not_needed"), False),
        **dict.fromkeys(("confirmed_by", "answered_by"), ""),
        "A": 14,
        "agreed": "waits",
        "because": "after-the-bell",
        "call": None,
        "B": 0,
        "act": "start",
        "active": True,
        "attempts": 1,
        "bells_rung": 1,
        "by": "user:1",
        "cause": 40,
        "club": "rooster-club",
        "code": "k3v9",
        "colour": "ladies",
        "count": 1,
        "date": "2026-11-20",
        "decided_by": "points_difference",
        "game": "chantecler",
        "guest": False,
        "hand": HAND,
        "hands_kept": False,
        "head_table_wins": 1,
        "house_rules": PLAN["house_rules"],
        "id": 12,
        "key": "0b9f6a4e-table-4-hand-2",
        "may_ring": False,
        "milliseconds": 38,
        "name": "Ann Lee",
        "next_hand": 2,
        "number": 1,
        "options": GAME.options_as_data(GAME.house_rules({"target": 42, "set_side_keeps_counters": True})),
        "own": True,
        "partner": "Cid Orr",
        "pinned": None,
        "plan": PLAN,
        "player": 12,
        "points": list(slip().scores[:2]),
        "points_difference": 31,
        "points_for": 42,
        "possible": ["abandon", "arrive", "enter_hand", "leave", "ring", "stop", "substitute"],
        "previous_hash": HASHES[1],
        "prize": "best",
        "reason": "",
        "reasons": [],
        "scores": list(slip().scores),
        "commitment": commitment("5f3c9ad1e07b4486a2d90c1b77e3f158"),
        "seed": None,
        "status": "playing",
        "table": 4,
        "target": 42,
        "ticket": "k3v9",
        "tied": [],
        "time_zone": "Europe/Paris",
        "token": "Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho",
        "url": "https://club.example/t/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/",
        "won_halves": 2,
    }
)
# What a field holds in one model and those made from it, where its name alone does not say.
OF_MODEL: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        **season_examples.OF_MODEL,
        "Answer": {"derivation": list(_lines())},
        "Club": {"slug": "rooster-club", "name": "Rooster Club", "members": 48, "evenings": 12},
        "GameInShort": {
            "slug": GAME.slug,
            "name": GAME.name,
            "seats": list(GAME.seats),
            "partnership": GAME.partnership,
            "version": GAME.version,
        },
        "Evening": {"name": "Friday progressive"},
        "EveningInShort": {"name": "Friday progressive", "players": 30},
        "EveningPage": {"next": None},
        "PlayerPage": {"next": None},
        "LedgerPage": {
            "next": "/api/v1/clubs/rooster-club/evenings/friday-progressive/ledger/?after=1&limit=1"
        },
        "Entry": {"sequence": 1, "body": {"round": 1, "started_at": BEGAN}},
        "Job": {"kind": "draft_move", "outcome": "done", "remark": "round 2 drafted"},
        "Links": {"kept": []},
        "Me": {"kind": "officer", "name": "director", "clubs": ["rooster-club"], "table": None},
        "TableOfRound": {"hands": 1},
        "Hand": {"by": "table:4 seat:3"},
        "TrayHand": {"number": 3},
        "EnteredLate": {"state": "late"},
        "Version": {"act": "enter_hand", "state": "counts", "by": "table:4 seat:3"},
        "LateVersion": {"act": "late_hand", "state": "late"},
        "Later": {"act": "confirm_hand", "by": "table:4 seat:2"},
        "Call": {"reason": "rule", "words": "may the bid be taken back?", "by": "table:4 seat:1"},
        "Decision": {
            "act": "penalty",
            "body": {"tickets": ["k3v9"], "points": -5, "round": 1},
            "reason": "talked about the hand",
        },
        "GameChange": {"points": [[14, 0], [0, 14]], "winner": ["A", "B"]},
        "BellChange": {"table": [4, None]},
        "LineChange": {"place": [1, 5], "won_halves": [2, 0], "points": [14, 0]},
        "PrizeChange": {"prize": "best", "tickets": [["k3v9"], ["m2x7", "p8c4"]], "amounts": [[5000], []]}
        | {"to_cut": [False, True]},
        "SeatChange": {"seat": [[1, 1], None]},
        "Prize": {"winner": "k3v9", "last": 1, "among": 1, "amount": 5000, "why": "Place 1."},
        "MadeBy": {"kind": "planned", "source": "", "version": 1, "seed": HASHES[1], "moves": 480000},
        "Kept": {"apart": [["k3v9", "m2x7"]], "never_partners": [], "together": [], "unmoved": []},
        "ScheduledRound": {"tables": [["k3v9", "p8c4", "t5h6", "w9d2"]], "sitting_out": ["m2x7"]},
        "Search": {"purpose": "improve", "stage": "ready", "first": 2, "moves": 480000, "milliseconds": 1400}
        | {"changed": 3, "remark": "", "asked_at": BEGAN},
        "NextSeats": {"round": 2},
        "PlayerHistory": {"also": ["Ann Leigh"], "corrected": []},
        "FixtureSeasonPlace": {"host": "rooster-club", "league": "monday-league", "season": "autumn-2026"}
        | {"division": "Second division", "entrant": 7, "name": "The Owls", "place": 2, "match_points": 7}
        | {"played": 5, "won": 3, "state": ""},
        "EveningPlayed": {
            "evening": "friday-progressive",
            "name": "Friday progressive",
            "place": 1,
            "played": 6,
        },
        "Streak": {"longest": 4, "current": 2},
        "Sum": {"games": 6, "won": 4, "points": 214, "theirs": 180},
        "SumWith": {"name": "Cid Orr", "player": 14},
        "GamesPlayed": {"counting": "games"},
        "RatingAfter": {
            "evening": "friday-progressive",
            "rating": 1540,
            "give_or_take": 160,
            "rated_games": 47,
        },
        "LeagueTieBreak": {"tie_break": "head_to_head", "value": "1½"},
        "LeagueLine": {
            "place": 2,
            "entrant": 7,
            "played": 5,
            "won": 3,
            "drawn": 1,
            "lost": 1,
            "match_points": 7,
            "adjusted": -1,
        }
        | {"games": [21, 12], "points": [612, 580], "decided_by": "head_to_head", "leads": "up"}
        | {"withdrawn": False},
        "LeagueDivision": {"level": 2, "name": "Second division", "champion": None},
        "LeagueTables": {"format": "round_robin", "rules_version": HASHES[1]},
        "LeagueFixture": {
            "code": "2:3.1",
            "division": 2,
            "round": 3,
            "home": 7,
            "away": 4,
            "status": "played",
        }
        | {"play_off": False, "evening": None, "winner": "home", "forfeit": None, "games": [6, 3]}
        | {"points": [250, 180]},
        "LeagueEntrant": {"entrant": 7, "division": 2, "players": [12], "withdrawn": False, "rating": 1850},
        "LeagueProspect": {"entrant": 7, "verdict": "possible", "outright": 31, "level": 4}
        | {"text": "Place 1 can still be reached."},
        "LeagueFixtureCodes": {"codes": ["2:4.1", "2:4.2"]},
        "LeagueEntry": {"entry": 41},
        "LeagueMust": {
            "text": "No single result is needed.",
            "outright": True,
            "needed": [],
            "enough": ["It is enough that Ann Lee beats Cid Orr."],
        },
        "LeagueProspects": {"division": 2, "ahead": 4, "exact": True, "ways": "81"},
        "SeasonPlace": {"host": "rooster-club", "league": "club-league", "season": "winter"}
        | {"place": 2, "attended": 9},
    }
)


OBJECTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "score_hand": {"id": 7, "game": GAME.slug, "options": {"target": 42}, "hand": HAND},
        "score_game": {"id": 8, "game": GAME.slug, "options": {"target": 42}, "hands": [HAND, HAND]},
        "show_archive": {"format": FORMAT, "evening": {"slug": "friday-progressive"}},
    }
)
"""Operations that take or give any JSON object."""


def body_of(operation: str, model: Any) -> Any:
    """An example of the body of an operation."""
    return BODIES[model] if model in BODIES else OBJECTS[operation]


def answers_of(operation: str, model: Any) -> dict[str, Any]:
    """Examples of the answer of an operation by their titles: one, or one of each kind that it may be."""
    if isinstance(model, type) and issubclass(model, RootModel):
        kinds = get_args(model.model_fields["root"].annotation)
        return {kind.__name__: _answer(kind) for kind in kinds}
    return {"Answer": answer_of(operation, model)}


def answer_of(operation: str, model: Any) -> Any:
    """An example of the answer of an operation."""
    match operation:
        case "score_hand":
            return score_request(OBJECTS[operation])
        case "score_batch":
            return {"answers": [score_request(asked) for asked in BODIES[bodies.Batch]["requests"]]}
        case "score_game":
            return score_game_request(OBJECTS[operation])
        case "show_game":
            # The first of everything: the whole of it is long.
            shown = documents.game(GAME)
            return {name: shown[name][:1] if type(shown[name]) is list else shown[name] for name in shown}
        case "show_archive":
            return OBJECTS[operation]
    return _answer(model)


def _answer(model: type[BaseModel]) -> dict[str, Any]:
    """Every field that is never left out."""
    return {
        name: _field(model, name, field.annotation)
        for name, field in model.model_fields.items()
        if field.is_required()
    }


def _field(model: type[BaseModel], name: str, annotation: Any) -> Any:
    for known in model.__mro__:
        if name in OF_MODEL.get(known.__name__, {}):
            return OF_MODEL[known.__name__][name]
    for part in (annotation, *get_args(annotation)):
        if isinstance(part, type) and issubclass(part, BaseModel):
            one = _answer(part)
            return [one] if get_origin(annotation) is list else one
    return FIELDS.get(name)
