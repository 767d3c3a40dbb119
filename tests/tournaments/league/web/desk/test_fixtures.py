"""A season of fixtures at the secretary's desk: people entered, fixtures made, results typed, a season after it."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, looked, words
from tests.tournaments.league.people import met
from tests.tournaments.the_rows import unchanged
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.services import bonds
from tournaments.league.services.rows import differences


class Secretary:
    def __init__(self, client: Client, made: AContest) -> None:
        self.client = client
        self.made = made

    def url(self, page: str, *args: object) -> str:
        season = self.made.season
        return reverse(f"web:{page}", args=[season.league.club.slug, season.league.slug, season.slug, *args])

    def see(self, page: str, *args: object, **query: str) -> str:
        answer = self.client.get(self.url(page, *args), query)
        assert answer.status_code == 200, answer.status_code
        return said(answer)

    def post(self, page: str, *args: object, status: int = 302, **form: Any) -> str:
        answer = self.client.post(self.url(page, *args), form)
        assert answer.status_code == status, (answer.status_code, said(answer))
        shown = self.client.get(answer["Location"]) if status == 302 else answer
        return said(shown)

    def look(self, names: str) -> str:
        """The page that a list of entrants is looked at on; nothing is saved."""
        with unchanged():
            page = html(self.client.post(self.url("desk-season-paste"), {"names": names}))
        return unescape(page)

    def paste(self, names: str, **changed: Any) -> str:
        """A list of entrants, looked at and sent as it stands, but for what is `changed`."""
        sent = looked(self.look(names), names=names, **changed)
        return self.post("desk-season-paste", **sent)


def said(answer: Any) -> str:
    return unescape(" ".join(words(answer.content.decode()).split()))


@pytest.fixture
def at(desk: Desk) -> Callable[..., Secretary]:
    """The desk of a new season: `at((4,), until="open", entrants="pair")`."""

    def make(divisions: tuple[int, ...] = (4,), **rules: Any) -> Secretary:
        return Secretary(desk.client, AContest.made(desk.club, divisions, at=START, **rules))

    return make


At = Callable[..., Secretary]
LEVEL = {"games_home": "2", "games_away": "2"}


def test_a_new_season_is_led_from_its_entrants_to_its_fixtures(at: At) -> None:
    desk = at((0,), until="draft")
    assert "Add entrants" in desk.see("desk-season")
    assert "Nobody is entered yet" in desk.see("desk-season-entrants")
    assert "2 are entered." in desk.paste("Ann\n\nBen\n")
    assert "Fixtures are made once the season is open" in desk.see("desk-season-fixtures")
    desk.made.act(acts.Open())
    assert "Make the fixtures" in desk.see("desk-season-fixtures")
    told = desk.post("desk-season-make", first="2026-11-27", every="7")
    assert "1 fixture is made." in told
    assert "1 result is missing" in told
    assert str(desk.made.season.fixtures.get().date) == "2026-11-27"


@pytest.mark.parametrize(
    ("kind", "names", "notes", "entered"),
    [
        ("individual", "Ann Lee, Bo Day\n3. ann lee", ["ann lee Duplicate"], ["Ann Lee", "Bo Day"]),
        ("individual", "Ann\nFred\nNoa", ["Fred Already in."], ["Ann", "Noa"]),
        ("pair", "Ann & Ben\nCleo & ann", ["Cleo & ann Duplicate"], ["Ann & Ben"]),
        ("team", "Owls: Ann & Ben\nHens: Ben\nB & H", ["Ben Duplicate", "B & H New"], ["Owls", "B & H"]),
        ("individual", "Ann [0], Ben [1850]", ["Ann The rating 0 was entered"], ["Ben"]),
    ],
)
def test_a_list_of_entrants_is_looked_at_and_marks_what_cannot_enter(
    at: At, kind: str, names: str, notes: list[str], entered: list[str]
) -> None:
    desk = at((0,), until="draft", entrants=kind)
    if "Fred" in names:
        desk.post("desk-season-paste", names="Fred")
    told = " ".join(words(desk.look(names)).split())
    assert [note for note in notes if note not in told] == []
    desk.paste(names)
    assert [one.name for one in desk.made.season.entrants.exclude(name="Fred")] == entered


def test_each_entrant_of_a_list_can_be_unticked(at: At) -> None:
    desk = at((0,), until="draft", entrants="pair")
    assert "1 is entered." in desk.paste("Ann & Cy\nBo & Di", take=["2"])
    assert not desk.made.season.league.club.players.filter(name__in=("Ann", "Cy")).exists()
    assert desk.made.season.entrants.get().number == 1


@pytest.mark.parametrize(
    ("kind", "names", "key", "who", "people"),
    [
        ("individual", "Jon Marsh", "1", "known", ["John Marsh"]),
        ("individual", "Jon Marsh", "1", "new", ["Jon Marsh"]),
        ("individual", "Jon Marsh", "1", "", []),
        ("pair", "Ann & Jon Marsh", "1.2", "known", ["Ann", "John Marsh"]),
        ("team", "Owls: Ann & Jon Marsh", "1.2", "", ["Ann"]),
    ],
)
def test_a_near_name_is_chosen(at: At, kind: str, names: str, key: str, who: str, people: list[str]) -> None:
    desk = at((0,), until="draft", entrants=kind)
    john = clubs.add_player(club=desk.made.season.league.club, name="John Marsh", at=START)
    assert "Somebody new: Jon Marsh" in desk.look(names)
    desk.paste(names, **{f"who-{key}": str(john.pk) if who == "known" else who})
    entered = desk.made.season.entrant_members.order_by("pk").values_list("player__name", flat=True)
    assert [*entered] == people


def test_a_list_of_entrants_that_has_changed_since_is_shown_again(at: At) -> None:
    desk = at((0,), until="draft")
    page = desk.look("Ann\nBo")
    clubs.add_player(club=desk.made.season.league.club, name="Bo", at=START)
    told = desk.post("desk-season-paste", status=422, **looked(page, names="Ann\nBo"))
    assert "People have changed since this preview" in told
    assert not desk.made.season.entrants.exists()


def test_one_line_that_is_clear_is_entered_or_refused_at_once(at: At) -> None:
    desk = at((0,), until="draft")
    clubs.add_player(club=desk.made.season.league.club, name="John Marsh", at=START)
    assert "1 is entered." in desk.post("desk-season-paste", names="Marsh, John")
    told = desk.post("desk-season-paste", names="John Marsh", status=422)
    assert "Line 1: John Marsh is entered already" in told


def test_pairings_made_elsewhere_are_entered_with_their_results(at: At) -> None:
    """Half points and all; what is unusual is said beside its line, and can be meant."""
    desk = at((4,), until="open", format="swiss", rounds=3)
    assert "Enter pairings made elsewhere" in desk.see("desk-season-fixtures")
    told = desk.post("desk-season-pairings", pairings="Ann – Ben\nCleo – Zoe", status=422)
    assert "Line 2: “Zoe” is nobody in this division" in told
    told = desk.post("desk-season-pairings", pairings="Ann; Ben; 1½:½\nCleo; Dan; 1:1")
    assert "2 fixtures are entered." in told
    assert [(row.winner, row.games_home) for row in desk.made.seen.fixtures] == [("home", 3), ("draw", 2)]
    told = desk.post("desk-season-pairings", pairings="Ben – Ann\nCleo – Dan", status=422)
    assert "Ben and Ann have met already" in told
    desk.post("desk-season-pairings", pairings="Ben – Ann\nCleo – Dan", though="on")
    assert len(desk.made.seen.fixtures) == 4


def test_points_are_taken_off_with_a_reason_all_can_read(at: At) -> None:
    desk = at((2,))
    told = desk.post("desk-season-adjust", player="1", points="-0.3", reason="late", status=422)
    assert "Points are counted in steps of ½." in told
    told = desk.post("desk-season-adjust", player="1", points="-0.5", reason="Came without a team")
    assert "Saved, and the table has followed." in told
    assert "Came without a team" in told
    assert {line.entrant: line.adjusted for line in desk.made.seen.divisions[0].lines} == {"1": -1, "2": 0}


def test_one_is_entered_of_the_people_there_are(at: At, desk: Desk, make_evening: Any) -> None:
    ann, ben, cleo, dan = make_evening(4, until="draft").players
    there = at((0,), until="draft", entrants="pair")
    told = there.post("desk-season-entrants", player_1=ann.pk, player_2=ben.pk)
    assert f"{ann.name} & {ben.name} is entered." in told
    refused = there.post("desk-season-entrants", player_1=cleo.pk, player_2="", name="Owls", status=422)
    assert "People entered: 1" in refused
    assert re.findall(r"Person \d", refused)[:2] == ["Person 1", "Person 2"]
    assert "Owls" in there.post("desk-season-entrants", player_1=cleo.pk, player_2=dan.pk, name="Owls")


def test_who_is_entered_under_another_name_is_not_offered_and_refused(at: At) -> None:
    desk = at((2,), until="draft")
    club = desk.made.season.league.club
    anne = clubs.add_player(club=club, name="Anne", at=START)
    page = desk.client.get(desk.url("desk-season-entrants")).content.decode()
    assert f'<option value="{anne.pk}">' in page
    bonds.merge(duplicate=anne, into=club.players.get(name="Ann"), **desk.made.who)
    page = desk.client.get(desk.url("desk-season-entrants")).content.decode()
    assert f'<option value="{anne.pk}">' not in page
    told = desk.post("desk-season-paste", names="Anne", status=422)
    assert "Line 1: “Anne” and “Ann” count as one person, who is entered already." in told


def test_divisions_and_seeds_are_put_in_order(at: At) -> None:
    desk = at((4,), until="draft")
    desk.post("desk-season-divide", order_1="1", name_1="First", name_new="Second")
    desk.post("desk-season-arrange", number_1="4", number_4="1", division_1="2", division_4="1")
    found = [(one.level, row.number, row.name) for one in desk.made.seen.divisions for row in one.entrants]
    assert found == [(1, 1, "Dan"), (1, 2, "Ben"), (1, 3, "Cleo"), (2, 4, "Ann")]
    refused = desk.post("desk-season-arrange", number_1="2", status=422)
    assert "number 2 was given twice" in refused.lower()


def test_who_withdraws_is_asked_what_becomes_of_the_fixtures(at: At) -> None:
    desk = at()
    assert "What happens to the fixtures" in desk.see("desk-season-entrant", 1)
    assert "Ann is withdrawn." in desk.post("desk-season-leave", 1, ahead="void")
    assert "Bring entrant back" in desk.see("desk-season-entrant", 1)
    assert "Ann withdrawn" in desk.see("desk-season-entrants")
    assert "Ann plays on." in desk.post("desk-season-leave", 1, back="1")
    assert differences(desk.made.season) == []


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        pytest.param({"games_home": "2½", "games_away": "1,5"}, ("played", "home", (5, 3)), id="half games"),
        pytest.param({**LEVEL, "winner": "away"}, ("played", "away", (4, 4)), id="the secretary's word"),
        pytest.param({"act": "forfeit-home"}, ("forfeited", "away", (0, 0)), id="home did not play"),
        pytest.param({"act": "postpone", "day": "2026-12-24"}, ("postponed", "", (0, 0)), id="postponed"),
    ],
)
def test_what_is_pressed_is_so(at: At, form: dict[str, Any], expected: tuple[object, ...]) -> None:
    desk = at()
    desk.post("desk-season-fixture", "1:1.1", **form)
    kept = desk.made.seen.state.fixtures["1:1.1"]
    assert (kept.status, kept.winner, kept.games) == expected


def test_a_round_is_saved_at_once_and_what_is_refused_stays_as_it_was_typed(at: At) -> None:
    desk = at()
    typed: dict[str, Any] = {"games_home:1:1.1": "3", "games_away:1:1.1": "1"}
    typed |= {"games_home:1:1.2": "two", "points_home:1:1.2": "80"}
    page = desk.post("desk-season-round", "1", **typed, status=422)
    assert ("1 result is entered." in page, "“two” is no number of games" in page) == (True, True)
    fixtures = desk.made.seen.state.fixtures
    assert [fixtures[code].status for code in ("1:1.1", "1:1.2")] == ["played", "planned"]
    with unchanged():
        answer = desk.client.post(desk.url("desk-season-round", "1"), typed)
        assert "Say why the result changes" not in said(answer)
        assert 'value="80"' in answer.content.decode()
        answer = desk.client.post(desk.url("desk-season-round", "1"), typed | {"games_home:1:1.1": "4"})
        assert "Say why the result changes" in said(answer)
    right: dict[str, Any] = {"games_home:1:1.2": "0", "games_away:1:1.2": "4"}
    desk.post("desk-season-round", "1", **right)
    assert desk.made.seen.state.fixtures["1:1.2"].winner == "away"


def test_points_that_nobody_entered_leave_their_fields_empty(at: At) -> None:
    desk = at()
    page = desk.url("desk-season-fixtures")
    for points in ("", "0"):
        told: dict[str, Any] = {"points_home": points, "points_away": points, "reason": "counted again"}
        desk.post("desk-season-fixture", "1:1.1", games_home="3", games_away="1", **told)
        assert f'name="points_home" value="{points}"' in desk.client.get(page).content.decode()


REFUSED: list[tuple[dict[str, str], str]] = [
    ({"games_home": "", "games_away": "1"}, "Nothing was entered for the games"),
    ({"games_home": "two", "games_away": "1"}, "“two” is no number of games"),
    ({"games_home": "2.25", "games_away": "1"}, "“2.25” is no number of games"),
    ({"games_home": "-1", "games_away": "1"}, "“-1” is no number of games"),
    ({"games_home": "²", "games_away": "1"}, "“²” is no number of games"),
    ({"games_home": "2", "games_away": "1", "points_home": "many"}, "“many” is no number of points"),
    ({"games_home": "2", "games_away": "1", "points_away": "80"}, "Points were entered for one side"),
    ({"act": "attach", "evening": "no/where"}, "No evening was chosen"),
    ({"act": "take_back"}, "There is no result to take back"),
]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["the page", "its part"])
def test_what_is_refused_stays_as_it_was_typed(at: At, headers: dict[str, str]) -> None:
    desk = at()
    with unchanged():
        for form, expected in REFUSED[:: 3 if headers else 1]:
            entered = {**form, "reason": "a word"}
            answer = desk.client.post(desk.url("desk-season-fixture", "1:1.1"), entered, headers=headers)
            assert answer.status_code == 422
            assert expected in said(answer)
            assert 'value="a word"' in answer.content.decode()
            for typed in [typed for name, typed in form.items() if name != "act"]:
                assert typed in answer.content.decode()


def test_a_result_is_taken_back_and_corrected(at: At) -> None:
    desk = at()
    desk.made.result("1:1.1", 3, 1)
    assert "Correct" in desk.see("desk-season-fixtures", round="1")
    said = desk.post("desk-season-fixture", "1:1.1", games_home="1", games_away="3", status=422)
    assert "Say why the result changes" in said
    assert "The two sides were mixed up" in said
    desk.post("desk-season-fixture", "1:1.1", act="take_back", reason="the wrong table")
    assert desk.made.seen.state.fixtures["1:1.1"].status == "planned"


def test_an_evening_gives_a_result(desk: Desk, make_evening: Callable[..., AnEvening]) -> None:
    evening = make_evening(4, until="published")
    played, there = evening.evening, Secretary(desk.client, met(evening))
    address = f"{played.club.slug}/{played.slug}"
    assert address in there.client.get(there.url("desk-season-fixtures")).content.decode()
    there.post("desk-season-fixture", "1:1.1", act="attach", evening=address)
    kept = there.made.seen.state.fixtures["1:1.1"]
    assert (kept.evening, kept.status) == (address, "played")
    assert played.name in there.see("desk-season-fixtures")


def test_a_swiss_is_made_round_by_round(at: At) -> None:
    desk = at(format="swiss", rounds=2)
    assert "Make round 2" in desk.see("desk-season-fixtures")
    assert "2 fixtures of “1” have no result yet" in desk.post("desk-season-make", status=422)
    assert "2 fixtures are made." in desk.post("desk-season-make", anyway="on")
    assert "The last fixtures were undone." in desk.post("desk-season-undo")
    assert desk.made.seen.divisions[0].last_round == 1


def test_who_asks_is_left_out_of_the_next_round_of_a_swiss_and_told_in_the_entries(at: At) -> None:
    desk = at((5,), until="open", format="swiss", rounds=2)
    assert "Left out of round 1 Nobody." in desk.see("desk-season-fixtures")
    told = desk.post("desk-season-left-out", number="1", counts="draw", reason="a wedding")
    assert "Ann is left out of the next round." in told
    assert "Ann counts as a draw Plays after all Ann" in told
    assert "Ann left out of the next round" in desk.see("desk-season-entrants")
    assert "Ann plays in the next round." in desk.post("desk-season-left-out", number="1", back="1")
    desk.post("desk-season-left-out", number="2")
    told = desk.post("desk-season-make")
    assert "Ben left out, counts as a loss" in told
    assert "Left out of round 2 Nobody." in told
    told = desk.see("desk-season")
    assert "Ann asked to be left out of round 1, which counts as a draw." in told
    assert "a wedding" in told
    assert "Ann plays in round 1 after all." in told
    assert "Ben asked to be left out of round 1, which counts as a loss." in told


def test_nobody_chosen_is_nobody_left_out_and_in_a_round_robin_nobody_is_asked_about_it(at: At) -> None:
    desk = at((4,), until="open", format="swiss", rounds=2)
    for number in ("", "9", "x", "²"):
        assert "Choose somebody." in desk.post("desk-season-left-out", number=number)
    other = at((4,), until="open")
    assert "Left out of" not in other.see("desk-season-fixtures")
    assert "Only the rounds of a Swiss" in other.post("desk-season-left-out", number="1")


def test_a_round_has_a_day(at: At) -> None:
    desk = at()
    desk.post("desk-season-days", 2, day="2026-12-04")
    assert {str(row.date) for row in desk.made.seen.fixtures if row.round == 2} == {"2026-12-04"}


def test_lots_are_drawn_recorded_and_withdrawn(at: At) -> None:
    desk = at((3,), tie_breaks=["match_points", "drawn_lots"])
    assert "Place 1: Ann, Ben, Cleo" in desk.see("desk-season-end")
    assert "The lots are drawn" in desk.post("desk-season-draw-lots", between="1,2,3")
    assert "There are no ties" in desk.see("desk-season-end")
    of = desk.made.season.ledger.count()
    assert "a reason that all can read" in desk.post("desk-season-withdraw-lots", of, reason="")
    desk.post("desk-season-withdraw-lots", of, reason="a card was missing")
    ranks: dict[str, Any] = {"rank_1": "3", "rank_2": "1", "rank_3": "2"}
    assert "Give everybody a rank" in desk.post(
        "desk-season-draw-lots", between="1,2,3", how="hand", **{**ranks, "rank_1": "1"}
    )
    desk.post("desk-season-draw-lots", between="1,2,3", how="hand", **ranks)
    assert [line.entrant for line in desk.made.seen.divisions[0].lines] == ["2", "3", "1"]


def test_the_end_leads_over_play_offs_to_the_next_season(at: At) -> None:
    desk = at((3, 3), borders=[{"up": 0, "down": 0, "play_off": 1}])
    assert "There are fixtures without a result" in desk.see("desk-season-end").replace("there", "There")
    desk.made.play_out()
    assert "To the end of the season" in desk.see("desk-season")
    assert "1 play-off is made." in desk.post("desk-season-play-offs")
    desk.post("desk-season-fixture", "1:P1", games_home="0", games_away="2")
    desk.made.act(acts.Close())
    said = desk.see("desk-season-end")
    assert "Dan ▲ goes up" in said
    assert "Cleo ▼ goes down" in said
    days: dict[str, Any] = {"name": "2027", "starts": "2027-10-01"}
    assert "2027-01-01 was entered" in desk.post("desk-season-end", status=422, **days, ends="2027-01-01")
    desk.post("desk-season-end", **days, ends="2028-03-31")
    new = Season.objects.get(previous=desk.made.season)
    assert [row.name for row in new.entrants.filter(division__level=1)] == ["Ann", "Ben", "Dan"]


PAGES: list[tuple[str, *tuple[int, ...]]] = [
    ("desk-season-entrants",),
    ("desk-season-entrant", 1),
    ("desk-season-fixtures",),
    ("desk-season-end",),
]


@pytest.mark.parametrize(
    ("divisions", "stage"),
    [((0,), "draft"), ((4,), "draft"), ((2, 2), "open"), ((0,), "over"), ((4,), "over")],
)
def test_every_page_is_there_at_every_stage(at: At, divisions: tuple[int, ...], stage: str) -> None:
    desk = at(divisions, until="draft" if stage == "draft" else "open")
    if stage == "over":
        desk.made.act(acts.Close())
    for name, *about in PAGES:
        there = 404 if divisions == (0,) and about else 200
        assert desk.client.get(desk.url(name, *about)).status_code == there, name


def test_seasons_of_evenings_have_no_such_pages(at: At) -> None:
    desk = at(until="draft")
    Season.objects.filter(pk=desk.made.season.pk).update(kind="evenings")
    for page in PAGES:
        assert desk.client.get(desk.url(*page)).status_code == 404


def test_a_large_team_keeps_everybody_when_it_is_changed(at: At) -> None:
    desk = at((0,), until="draft", entrants="team")
    desk.post("desk-season-paste", names="Owls: " + " & ".join("ABCDEFG"))
    page = desk.client.get(desk.url("desk-season-entrant", 1)).content.decode()
    assert page.count("<select") == 9
    people: dict[str, Any] = {
        f"player_{at}": str(row.player_id) for at, row in enumerate(desk.made.season.entrant_members.all(), 1)
    }
    desk.post("desk-season-entrant", 1, name="Hens", **people)
    assert desk.made.season.entrant_members.count() == 7
