"""Leagues kept over REST alone: made, run and ended, they come to what they come to through the services."""

import json
import re
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from games.reading import faults_of
from tests.tournaments.a_contest import NAMES, AContest
from tests.tournaments.a_season import FIRST_DAY, LAST_DAY, PLACES, ASeason, do_all_work, league_jobs
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, fault, officer
from tests.tournaments.league.people import a_club
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import AuditEntry, Club, Officer, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs
from tournaments.evening.api.acts import body_of, entered
from tournaments.league import acts
from tournaments.league.api import leagues, season_acts, seasons
from tournaments.league.models import Season
from tournaments.league.reads.seasons import entries_of
from tournaments.league.services.seasons import make_next_season
from tournaments.league.services.tables import check
from tournaments.league.web import desk as pages
from tournaments.movement.draw import digest
from tournaments.work.models import Job

DAYS = {"starts": "2026-10-01", "ends": "2027-03-31"}
DRAWN = {"commitment", "next_commitment", "seed", "label", "order"}
"""What follows from a seed, which no two seasons have in common."""


class Kept:
    """A season over REST: `do` what is among its addresses."""

    def __init__(self, caller: Caller, made: Any) -> None:
        assert made.status_code == 201, made.content
        self.caller, self.at = caller, made.headers["Location"]

    def do(self, what: str, body: Any = None, **headers: str) -> dict[str, Any]:
        where = self.now()["addresses"][what]
        return self.told(self.caller.post(where, {} if body is None else body, **headers))

    def now(self) -> dict[str, Any]:
        return self.told(self.caller.get(self.at))

    def told(self, answer: Any) -> dict[str, Any]:
        assert answer.status_code in (200, 201), answer.content
        found: dict[str, Any] = answer.json()
        return found

    @property
    def row(self) -> Season:
        return Season.objects.get(slug=self.at.split("/")[-2], league__slug=self.at.split("/")[-3])


def made_by_rest(desk: Caller, home: str, name: str = "By REST", **told: Any) -> Kept:
    league = desk.post(f"{home}leagues/", {"name": f"{name} league"})
    assert league.status_code == 201, league.content
    return Kept(desk, desk.post(league.headers["Location"], {**DAYS, "name": name, **told}))


def told_by(season: Season) -> list[tuple[str, Any, str]]:
    """The acts of a ledger with their bodies, but for what no two seasons have in common."""
    return [(entry.act, _without(entry.body), entry.reason) for entry in entries_of(season)]


def _without(body: dict[str, Any]) -> dict[str, Any]:
    told = {name: value for name, value in body.items() if name not in DRAWN | {"name", "previous"}}
    if "entrants" in told:
        told["entrants"] = [{**one, "commitment": ""} for one in told["entrants"]]
    return told


def test_a_season_of_fixtures_by_rest_is_that_of_the_services(desk: Caller, home: str, club: Club) -> None:
    rules: dict[str, Any] = {"borders": [{"up": 1, "down": 1}]}
    by_services = AContest.made(club, (4, 3), at=START, **rules)
    by_services.play_out()
    by_services.act(acts.Close())
    after: Any = {"name": "2027", "starts": "2027-09-01", "ends": "2028-06-30"}
    kept = made_by_rest(desk, home, kind="fixtures", rules={"games": ["chantecler"], **rules})
    divisions = [{"name": f"Division {level}"} for level in (1, 2)]
    kept.do("make_divisions", {"divisions": divisions})
    known = {player.name: player.pk for player in club.players.all()}
    kept.do("enter_people", {"entries": [{"players": [known[name]]} for name in NAMES[:4]]})
    kept.told(desk.post(f"{kept.at}enter-names/", {"names": list(NAMES[4:7]), "division": 2}))
    kept.do("open_season")
    kept.do("make_fixtures")
    while ahead := [one for one in fixtures(kept) if one["away"] and one["status"] == "planned"]:
        row = ahead[0]
        games = [6, 2] if row["home"] < row["away"] else [2, 6]
        where = kept.now()["addresses"]["enter_league_result"].replace("{code}", row["code"])
        kept.told(desk.ask("PUT", where, {"games": games}))
    kept.do("close_season")
    assert told_by(kept.row) == told_by(by_services.season)
    assert check(kept.row) == []
    entries = kept.told(desk.get(f"{kept.at}ledger/"))["entries"]
    bound = [text for entry in entries for text in entry["bound"]]
    assert {text["text"] for text in bound} >= set(NAMES[:7])
    assert all(digest(text["what"], text["salt"], text["text"]) == text["commitment"] for text in bound)
    made, again = (desk.post(f"{kept.at}make-next-season/", after, **{"Idempotency-Key": "n"}) for _ in "ab")
    assert again.content == made.content
    new = Kept(desk, made)
    days: dict[str, Any] = {"starts": new.row.starts, "ends": new.row.ends}
    next_one = make_next_season(season=by_services.season, name="2027", **days, **by_services.who)
    assert told_by(new.row) == told_by(next_one)
    entrants = kept.told(desk.get(f"{new.at}entrants/"))
    assert [one["division"] for one in entrants["entrants"]] == [1, 1, 1, 1, 2, 2, 2]
    assert new.now()["previous"] == kept.row.slug


def fixtures(kept: Kept) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = kept.told(kept.caller.get(f"{kept.at}fixtures/"))["fixtures"]
    return found


def test_a_season_of_evenings_by_rest_is_that_of_the_services(desk: Caller, home: str, club: Club) -> None:
    rules = {"points": PLACES, "tie_breaks": ["lots"], "categories": [{"name": "Juniors", "by": "person"}]}
    by_services = ASeason.made(club, rules=rules, until="draft")
    days = {"starts": FIRST_DAY.isoformat(), "ends": LAST_DAY.isoformat()}
    kept = made_by_rest(desk, home, kind="evenings", rules={"games": ["chantecler"], **rules}, **days)
    one, other = (by_services.play(FIRST_DAY + timedelta(days=day), name=f"E{day}") for day in (7, 14))
    ann = one.players[0].pk
    address = f"{club.slug}/{other.evening.slug}"
    steps: list[tuple[str, type[acts.SeasonAct], dict[str, Any]]] = [
        ("put_in_category", acts.PutInCategory, {"player": ann, "category": "Juniors", "belongs": True}),
        ("open_season", acts.Open, {}),
        ("choose_evening", acts.Choose, {"evening": address, "choice": "out", "reason": "a trial"}),
        ("choose_evening", acts.Choose, {"evening": address, "choice": "", "reason": "no trial"}),
        ("declare_evening_void", acts.DeclareVoid, {"evening": address, "void": True, "reason": "no cards"}),
        ("give_bonus", acts.GiveBonus, {"player": ann, "points": -2, "reason": "late"}),
    ]
    for what, act, body in steps:
        kept.do(what, body)
        by_services.act(act(**body))
        do_all_work(by_services.clock())
    level = [str(line.player_id) for line in by_services.lines()[:2]]
    for what, lots in (("draw_lots", acts.DrawLots), ("record_lots", acts.RecordLots)):
        kept.do(what, {"between": level})
        by_services.act(lots(between=tuple(level)))
    ledger = kept.told(desk.get(f"{kept.at}ledger/"))["entries"]
    bonus = next(entry["sequence"] for entry in ledger if entry["act"] == "bonus")
    kept.do("withdraw_entry", {"sequence": bonus, "reason": "excused"})
    by_services.act(acts.Withdraw(sequence=bonus, reason="excused"))
    kept.do("close_season")
    by_services.act(acts.Close())
    kept.do("reopen_season", {"reason": "one more"})
    by_services.act(acts.Reopen(reason="one more"))
    do_all_work(by_services.clock())
    assert told_by(kept.row) == told_by(by_services.read())
    assert table_of(kept.row) == table_of(by_services.season) != []
    evenings = kept.told(desk.get(f"{kept.at}evenings/"))["evenings"]
    assert (evenings[0]["evening"], evenings[0]["void"]) == (address, True)
    (juniors,) = kept.told(desk.get(f"{kept.at}categories/"))["categories"]
    assert [found["player"] for found in juniors["members"]] == [ann]


def table_of(season: Season) -> list[tuple[Any, ...]]:
    """Everybody in order, but for those whom lots alone part."""
    rows = season.lines.filter(category="").values_list("player", "total", "attended")
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def test_whatever_else_is_done_to_a_season_of_fixtures(desk: Caller, home: str, club: Club) -> None:
    kept = made_by_rest(desk, home, kind="fixtures", preset="swiss", rules={"games": ["chantecler"]})
    kept.told(desk.post(f"{kept.at}enter-names/", {"names": list(NAMES[:6])}))
    kept.do(
        "arrange_entrants", {"places": {"1": {"number": 2, "division": 1}, "2": {"number": 1, "division": 1}}}
    )
    players = kept.told(desk.get(f"{kept.at}entrants/"))["entrants"]
    assert [one["name"] for one in players][:2] == [NAMES[1], NAMES[0]]
    kept.do("change_entrant", {"number": 3, "entry": {"players": players[2]["players"], "name": "Cleo F."}})
    kept.do("open_season")
    kept.do("leave_out", {"entrant": 6, "counts": "draw", "reason": "away"})
    kept.do("let_play", {"entrant": 6})
    kept.do("make_fixtures", {"days": {"1": "2026-10-09"}})
    assert {one["date"] for one in fixtures(kept)} == {"2026-10-09"}
    kept.do("undo_fixtures")
    kept.do("make_fixtures", {"days": {"1": "2026-10-09"}})
    first, second, third = fixtures(kept)
    kept.do("set_days", {"days": {"1": "2026-10-10"}})
    kept.do("postpone_fixture", {"fixture": second["code"], "day": "2026-10-16", "reason": "illness"})
    kept.do("declare_fixture_void", {"fixture": third["code"]})
    kept.do("withdraw_entrant", {"number": first["home"], "ahead": "forfeit", "reason": "moved"})
    assert [one["status"] for one in fixtures(kept)] == ["forfeited", "postponed", "void"]
    kept.do("bring_entrant_back", {"number": first["home"]})
    assert [one["status"] for one in fixtures(kept)] == ["planned", "postponed", "void"]
    for code in (first["code"], second["code"]):
        desk.ask("PUT", f"{kept.at}fixtures/{code}/result/", {"games": [4, 2]})
    kept.do("enter_pairing_lines", {"lines": ["1; 2", "3; 4; 1:0", "5; 6"], "anyway": True})
    assert len(fixtures(kept)) == 6
    assert check(kept.row) == []


def test_a_fixture_is_left_to_an_evening_that_is_still_played(desk: Caller, home: str, club: Club) -> None:
    evening = AnEvening.made(club, 8, at=START).bring_to("playing")
    kept = made_by_rest(desk, home, kind="fixtures", rules={"games": ["chantecler"]})
    kept.do("enter_people", {"entries": [{"players": [one.pk]} for one in evening.players[:2]]})
    kept.do("open_season")
    kept.do("make_fixtures")
    where, told = kept.now()["addresses"]["leave_to_evening"], {"fixture": fixtures(kept)[0]["code"]}
    unknown = desk.post(where, {**told, "evening": f"{club.slug}/none"})
    assert fault(unknown) == (400, "evening", "unknown-evening")
    address = f"{club.slug}/{evening.evening.slug}"
    kept.do("leave_to_evening", {**told, "evening": address})
    assert [one["evening"] for one in fixtures(kept)] == [address]


def test_a_draft_is_seen_by_those_who_keep_it_alone(desk: Caller, anybody: Caller, home: str) -> None:
    kept = made_by_rest(desk, home, kind="evenings", preset="best", rules={"games": ["chantecler"]})
    now = kept.now()
    seasons.SeasonNow.model_validate_json(json.dumps(now), strict=True)
    assert (now["stage"], now["rules"]["best"]) == ("draft", 8)
    assert {"open_season", "change_season"} <= set(now["possible"])
    assert not {"close_season", "make_fixtures", "give_bonus"} & set(now["possible"])
    (league,) = desk.get(f"{home}leagues/").json()["leagues"]
    assert [one["stage"] for one in league["seasons"]] == ["draft"]
    assert anybody.get(f"{home}leagues/").json() == {"leagues": [], "next": None}
    assert anybody.get(kept.at).status_code == 401
    for caller, page in product((anybody, desk), ("standings/", "rules/", "what-if/", "why/1/")):
        assert fault(caller.get(f"{kept.at}{page}")) == (404, "", "not-found"), page
    settings = {**DAYS, "name": "Winter", "rules": {"games": ["whist"], "points": PLACES}, "takes": "chosen"}
    changed = kept.do("change_season", settings)
    assert (changed["name"], changed["takes"], changed["rules"]["games"]) == ("Winter", "chosen", ["whist"])
    assert "close_season" in kept.do("open_season")["possible"]
    refused = desk.post(f"{kept.at}change-season/", settings)
    assert fault(refused) == (400, "reason", "empty")


GIVEN = {"points": 1, "reason": "so"}
CHESS = {"games": ["chess"], "points": PLACES}
WHIST = {**CHESS, "games": ["whist"]}


def test_refused_with_where_and_why(desk: Caller, home: str) -> None:
    kept = made_by_rest(desk, home, kind="evenings", rules={"games": ["chantecler"], "points": PLACES})
    body: dict[str, Any]
    for what, body, expected in (
        ("make-fixtures", {}, "season another-kind"),
        ("enter-names", {"names": ["Ann"]}, "season another-kind"),
        ("make-next-season", {**DAYS, "name": "N"}, "season another-kind"),
        ("give-bonus", {**GIVEN, "player": 2**63 - 1}, "player unknown-player"),
        ("choose-evening", {"evening": "a/b", "choice": "in"}, "evening unknown-evening"),
        ("change-season", {**DAYS, "name": "W", "rules": CHESS}, "rules.games.0 unknown-game"),
        ("change-season", {**DAYS, "name": "W", "rules": {**WHIST, "best": 0}}, "rules.best out-of-range"),
        ("change-season", {**DAYS, "name": "W", "rules": {**WHIST, "best": 9, "of": 5}}, "rules not-allowed"),
    ):
        with unchanged():
            assert fault(desk.post(f"{kept.at}{what}/", body)) == (400, *expected.split()), what


def test_people_and_evenings_of_other_clubs_are_not_taken(desk: Caller, home: str, club: Club) -> None:
    other = a_club("Owl Club")
    stranger = clubs.add_player(club=other, name="Zoe", at=START)
    kept = made_by_rest(desk, home, kind="fixtures", rules={"games": ["chantecler"]})
    answer = desk.post(f"{kept.at}enter-people/", {"entries": [{"players": [stranger.pk]}]})
    assert fault(answer) == (400, "entries.0.players.0", "unknown-player")
    assert "Zoe" not in answer.content.decode()
    assert Player.objects.filter(name="Zoe").count() == 1


def test_what_is_not_yours(desk: Caller, home: str, club: Club) -> None:
    season = made_by_rest(desk, home, kind="fixtures", rules={"games": ["whist"]}).at
    director, secretary = (
        officer(Officer.objects.create(user=User.objects.create_user(role.name), club=club, role=role).user)
        for role in (Role.DIRECTOR, Role.SECRETARY)
    )
    answers = (
        director.post(f"{home}leagues/", {}),
        director.get(season),
        director.post(f"{season}open-season/", {}),
        secretary.post(f"{home}federation/", {}),
    )
    assert {fault(answer) for answer in answers} == {(403, "", "not-yours")}


def test_the_presets_are_those_of_the_desk(desk: Caller, home: str) -> None:
    kept = made_by_rest(desk, home, kind="fixtures", rules={"games": ["whist"]})
    league = kept.at.rsplit("/", 2)[0]
    found = desk.get(f"{league}/new/")
    leagues.PresetsOfSeasons.model_validate_json(found.content, strict=True)
    told = [(one["kind"], one["slug"]) for one in found.json()["presets"]]
    assert ("fixtures", "last") in told
    assert ("evenings", "best") in told
    answer = desk.post(f"{league}/", {**DAYS, "name": "X", "kind": "evenings", "preset": "swiss"})
    assert fault(answer) == (400, "preset", "not-allowed")


def test_a_league_gets_another_name_and_keeps_its_address(desk: Caller, home: str) -> None:
    league = made_by_rest(desk, home, kind="fixtures", rules={"games": ["whist"]}).at.rsplit("/", 2)[0] + "/"
    renamed = desk.ask("PATCH", league, {"name": " Owl  nights "})
    assert renamed.json() == desk.get(league).json()
    assert (renamed.json()["name"], renamed.json()["slug"]) == ("Owl nights", "by-rest-league")
    entry = AuditEntry.objects.latest("pk")
    told = {"name": "Owl nights", "before": "By REST league"}
    assert (entry.act, json.loads(entry.body)) == ("league-renamed", told)
    assert fault(desk.ask("PATCH", league, {"name": " "})) == (400, "name", "empty")
    desk.ask("PATCH", league, {"name": "Owl nights"})
    assert AuditEntry.objects.latest("pk") == entry, "the same name is no other one"


def test_another_club_is_asked_agrees_and_leaves(desk: Caller, home: str, club: Club) -> None:
    kept = made_by_rest(desk, home, kind="fixtures", rules={"games": ["whist"]})
    league = kept.at.rsplit("/", 2)[0]
    owl = User.objects.create_user("owl")
    a_club("Owl Club", owl)
    guest = officer(owl)
    asked = desk.post(f"{league}/clubs/", {"club": "owl-club"}).json()["guests"]
    assert [(one["club"], one["agreed_at"]) for one in asked] == [("owl-club", None)]
    assert fault(desk.post(f"{league}/clubs/", {"club": "none"})) == (400, "club", "unknown-club")
    assert fault(desk.post(f"{league}/clubs/", {"club": club.slug})) == (400, "club", "own-club")
    there = "/api/v1/clubs/owl-club/leagues/asked/"
    (one,) = guest.get(there).json()["leagues"]
    where = f"{there}{one['host']}/{one['league']}/"
    (agreed,) = guest.post(f"{where}agree/", {}).json()["leagues"]
    assert agreed["agreed_at"]
    assert desk.get(f"{league}/").json()["guests"][0]["agreed_at"]
    assert guest.ask("DELETE", where).json() == {"leagues": [], "next": None}
    desk.post(f"{league}/clubs/", {"club": "owl-club"})
    assert desk.ask("DELETE", f"{league}/clubs/owl-club/").json()["guests"] == []
    assert desk.ask("DELETE", f"{league}/clubs/owl-club/").status_code == 404


def test_work_that_failed_is_tried_again_or_dropped(desk: Caller, home: str, club: Club) -> None:
    season = ASeason.made(club)
    season.act(acts.Close())
    season.act(acts.Reopen(reason="one more"))
    league_jobs().waiting().update(outcome=Job.Outcome.FAILED)
    (job,) = desk.get(f"{home}league-jobs/").json()["jobs"]
    (again,) = desk.post(f"{home}league-jobs/{job['id']}/try-again/", {}).json()["jobs"]
    assert (job["outcome"], again["outcome"]) == ("failed", "waiting")
    league_jobs().waiting().update(outcome=Job.Outcome.FAILED)
    assert desk.post(f"{home}league-jobs/{job['id']}/drop/", {}).json() == {"jobs": [], "next": None}
    assert desk.post(f"{home}league-jobs/{job['id']}/drop/", {}).status_code == 404


@pytest.mark.parametrize("act", [act for act in acts.DONE if act.example], ids=lambda act: act.__name__)
def test_the_example_of_a_class_is_its_body_and_makes_the_act(act: type[acts.SeasonAct]) -> None:
    made = act(**entered(act, body_of(act).model_validate(act.example)))
    assert made.model_dump(mode="json", include=set(act.example)) == act.example


def test_whatever_the_desk_does_to_a_season_has_its_address() -> None:
    sources = (page.read_text() for page in Path(str(pages.__file__)).parent.glob("*.py"))
    done = {act for source in sources for act in re.findall(r"\bacts\.(\w+)\(", source)}
    assert len(done) > 15
    assert done <= {act.__name__ for act in acts.DONE}


@pytest.mark.parametrize(
    ("model", "entered"),
    [
        (season_acts.NewFixtures, {"days": {"1": 1, "2": "2026-10-09"}}),
        (season_acts.NewFixtures, {"days": {"2026-02-30": "2026-10-02"}}),
        (season_acts.NewDays, {"days": {"1": {}}, "x": 1}),
        (season_acts.NewPlaces, {"places": {"1": "<b>", "7": {"7": [[]]}}}),
    ],
)
def test_faults_of_numbers_have_sentences(model: type[BaseModel], entered: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as error:
        model.model_validate(entered)
    assert all(fault.sentence for fault in faults_of(error.value, model))
