"""The secretary sets a league up, keeps its season of evenings, and closes and reopens it."""

import re
from datetime import date
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason, league_jobs
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, as_sent, errors, html, words
from tests.tournaments.league.web.pages import read
from tests.tournaments.the_rows import unchanged
from tournaments.club.models import Club
from tournaments.club.services import clubs
from tournaments.evening.models import Evening
from tournaments.league import acts
from tournaments.league.models import League, Season, SeasonEvening
from tournaments.league.services import ledger, seasons
from tournaments.league.web.desk.leagues import FORMS
from tournaments.work.models import Job
from tournaments.work.outbox import failure

Entered = dict[str, Any]
DAYS: Entered = {"name": "Winter", "starts": "2026-09-01", "ends": "2027-06-30", "games": ["chantecler"]}
CHANGED: dict[str, Entered] = {
    "evenings": {
        "points__places__table": "10 8, 6 5 4 3 2 1",
        "best": "3",
        "by_colour": "rose, sage",
        "by_person": "Juniors",
        "prizes__overall__best": "30 12.50",
        "prizes__overall__booby": "0",
        "tie_breaks__0": "evenings_won",
        "tie_breaks__1": "none",
        "tie_breaks__2": "none",
    },
    "fixtures": {
        "entrants": "pair",
        "match_points__drawn": "½",
        "up": "1",
        "down": "1",
        "tie_breaks__1": "none",
        "tie_breaks__2": "none",
    },
}


def entered(kind: str, **changed: Any) -> QueryDict:
    """What is sent of a new season, as the form shows it at first but for some rules."""
    sent = as_sent(FORMS[kind](initial=DAYS))
    for name, value in {**CHANGED[kind], **changed}.items():
        sent.setlist(name, value if isinstance(value, list) else [value])
    return sent


def make(desk: Desk, league: League, kind: str, **changed: Any) -> Any:
    where = to("desk-season-new", desk.club.slug, league.slug, kind)
    return desk.client.post(where, entered(kind, **changed))


def to(name: str, *where: object) -> str:
    return reverse(f"web:{name}", args=where)


@pytest.fixture
def league(club: Club) -> League:
    return seasons.make_league(
        club=club, new=seasons.NewLeague(name="Friday league"), at=ASeason.made(club).at
    )


def of(season: Season) -> tuple[str, str, str]:
    return season.league.club.slug, season.league.slug, season.slug


def test_a_league_is_made_by_its_name(desk: Desk) -> None:
    answer = desk.client.post(to("desk-leagues", desk.club.slug), {"name": "Friday league"}, follow=True)
    assert "Friday league" in html(answer)
    assert League.objects.get().slug == "friday-league"


def test_a_league_gets_another_name_and_its_links_go_on_working(desk: Desk, club: Club) -> None:
    season = ASeason.made(club).season
    public, page = to("season", *of(season)), to("desk-league", *of(season)[:2])
    before = season.league.name
    assert before in html(desk.client.get(public))
    assert desk.client.post(page, {"name": " "}).status_code == 422
    answer = desk.client.post(page, {"name": "Owl nights"}, follow=True)
    assert "The name is changed." in words(html(answer))
    for address in (public, page, to("desk-leagues", club.slug), to("club", club.slug)):
        shown = html(desk.client.get(address))
        assert "Owl nights" in shown, address
        assert before not in shown, address


KEPT: dict[str, Entered] = {
    "evenings": {
        "points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1], "beyond": 0, "ties": "equal"},
        "best": 3,
        "tie_breaks": ["evenings_won"],
    },
    "fixtures": {
        "match_points": {"won": 2, "drawn": 1, "lost": 0, "bye": 2, "missing": 0},
        "tie_breaks": ["match_points", "head_to_head"],
        "borders": [{"up": 1, "down": 1, "play_off": 0}],
    },
}


@pytest.mark.parametrize("kind", KEPT)
def test_a_season_has_the_rules_that_were_entered(desk: Desk, league: League, kind: str) -> None:
    answer = make(desk, league, kind)
    assert answer.status_code == 302, errors(answer)
    season = Season.objects.latest("pk")
    rules = season.rules
    assert {name: rules[name] for name in KEPT[kind]} == KEPT[kind]
    if kind == "evenings":
        categories = [(one["name"], one["by"]) for one in rules["categories"]]
        assert categories == [("rose", "colour"), ("sage", "colour"), ("Juniors", "person")]
        assert rules["prizes"]["overall"] == {"best": [3000, 1250], "booby": 0}
    form = desk.client.get(to("desk-season-rules", *of(season))).context["form"]
    answer = desk.client.post(to("desk-season-rules", *of(season)), as_sent(form))
    assert answer.status_code == 302, errors(answer)
    season.refresh_from_db()
    assert season.rules == rules


def test_a_new_season_may_begin_as_the_last_one(desk: Desk, league: League) -> None:
    new = to("desk-season-new", desk.club.slug, league.slug, "evenings")
    assert "As last time" not in words(html(desk.client.get(new)))
    make(desk, league, "evenings")
    page = desk.client.get(new, {"preset": "last"})
    assert "The same rules as Winter." in words(html(page))
    form = page.context["form"]
    assert (form["best"].value(), form["by_person"].value()) == (3, "Juniors")
    assert form["name"].value() != "Winter", "a season has a name of its own"


ENDS_FIRST = "2026-08-31 was entered; a season ends on its first day (2026-09-01) or later."
NO_NUMBER = "“eight” does not fit here: enter whole numbers with spaces between them."
NO_HALF = "“0.3” does not fit here: enter points in steps of a half."
TWICE = "was entered more than once; each is named once."


def test_rules_that_are_refused(desk: Desk, league: League) -> None:
    changed: Entered
    for kind, changed, told in (
        ("evenings", {"games": []}, "This field is required."),
        ("evenings", {"points__places__table": "10 eight"}, NO_NUMBER),
        ("evenings", {"ends": "2026-08-31"}, ENDS_FIRST),
        ("evenings", {"best": "9", "of": "5"}, "no more evenings are asked for than there are"),
        ("evenings", {"prizes__overall__best": "x"}, "“x” does not fit here: enter sums with spaces"),
        ("fixtures", {"match_points__won": "0.3"}, NO_HALF),
        ("fixtures", {"match_points__won": "0"}, "a win brings more than a loss"),
        ("fixtures", {"up": "1 1", "down": "1"}, "Enter the same number of figures in each"),
        ("evenings", {"tie_breaks__1": "evenings_won"}, f"“evenings won” {TWICE}"),
        ("fixtures", {"tie_breaks__1": "buchholz", "tie_breaks__2": "head_to_head"}, TWICE),
        ("evenings", {"by_person": "Juniors, Juniors"}, "“Juniors” was entered more than once"),
        ("fixtures", {"tie_breaks__0": "drawn_lots", "tie_breaks__1": "games_won"}, "lots part everybody"),
    ):
        with unchanged():
            answer = make(desk, league, kind, **changed)
        assert answer.status_code == 422, changed
        assert told.lower() in words(html(answer)).lower(), changed
        assert 'value="Winter"' in html(answer), changed


def test_from_opening_to_the_prizes(desk: Desk, club: Club) -> None:
    season = ASeason.made(club, until="draft", rules={"prizes": {"overall": {"best": [500], "booby": 0}}})
    where = of(season.season)
    assert desk.client.get(to("season", *where)).status_code == 404
    desk.client.post(to("desk-season-deed", *where, "open"))
    for below in ("", "evenings/", "prizes/", "ledger/"):
        assert read(season, below), "it is there before the first evening"
    season.play(date(2026, 10, 2))
    assert "The first ten" in html(desk.client.get(to("desk-season", *where)))
    assert "Prizes are won when the season is closed" in html(desk.client.get(to("season-prizes", *where)))
    desk.client.post(to("desk-season-deed", *where, "close"))
    prizes = html(desk.client.get(to("season-prizes", *where)))
    assert "Prizes are won when" not in prizes
    assert prizes.count("1.25") == 4, "the four who share the first place share its prize"
    desk.client.post(to("desk-season-deed", *where, "reopen"), {"reason": "a late hand"})
    assert season.acts()[-1] == "reopen"


def test_a_word_about_an_evening(desk: Desk, club: Club) -> None:
    season = ASeason.made(club)
    evening = season.play(date(2026, 10, 2))
    where = (*of(season.season), evening.evening.pk)
    for word, counts, told in (
        ("out", False, "was left out."),
        ("in", True, "was taken in."),
        ("", True, "The rule of the season decides"),
        ("void", False, "was declared void."),
    ):
        desk.client.post(to("desk-season-choose", *where), {"word": word, "reason": "because"})
        season.work()
        assert bool(season.lines()) is counts, word
        assert SeasonEvening.objects.get().void is (word == "void"), word
        assert told in read(season, "ledger/"), word


def test_a_bonus_is_entered_in_points_and_withdrawn(desk: Desk, club: Club) -> None:
    season = ASeason.made(club)
    season.play(date(2026, 10, 2))
    line = season.lines()[0]
    url = to("desk-season-adjust", *of(season.season))
    refused = desk.client.post(url, {"player": line.player_id, "points": "0.3", "reason": "x"})
    assert "steps of ½" in words(html(refused))
    desk.client.post(url, {"player": line.player_id, "points": "-1.5", "reason": "late"})
    season.work()
    assert season.totals()[line.player.name] == line.total - 3
    sequence = season.season.ledger_length
    page = html(desk.client.get(url))
    assert "-1½" in page
    desk.client.post(to("desk-season-withdraw", *of(season.season), sequence), {"reason": "no"})
    season.work()
    assert season.totals()[line.player.name] == line.total


def test_somebody_is_put_in_a_group_and_taken_out(desk: Desk, club: Club) -> None:
    season = ASeason.made(club, rules={"categories": [{"name": "Juniors", "by": "person"}]})
    season.play(date(2026, 10, 2))
    player = season.lines()[0].player
    url = to("desk-season-people", *of(season.season))
    entered = {"player": player.pk, "category": "Juniors"}
    desk.client.post(url, {**entered, "belongs": "1"})
    season.work()
    assert [line.player for line in season.lines("Juniors")] == [player]
    desk.client.post(url, {**entered, "belongs": "0"})
    season.work()
    assert season.lines("Juniors") == []


def test_lots_part_those_who_share_a_place(desk: Desk, club: Club) -> None:
    season = ASeason.made(club, rules={"tie_breaks": ["lots"]})
    season.play(date(2026, 10, 2))
    page = desk.client.get(to("desk-season-adjust", *of(season.season)))
    group = page.context["level"][0]
    people = [line.row.player_id for line in group["people"]]
    desk.client.post(to("desk-season-lots", *of(season.season)), {"between": people})
    season.work()
    assert [line.place for line in season.lines()[: len(people)]] == list(range(1, len(people) + 1))
    assert {line.decided_by for line in season.lines()[1 : len(people)]} == {"lots"}


def test_a_club_that_is_asked_says_yes_or_no(desk: Desk, league: League, stranger: Client) -> None:
    owls = Club.objects.get(name="Owl Club")
    page, offered = to("desk-league", desk.club.slug, league.slug), f'<option value="{owls.slug}">'
    assert offered in html(desk.client.get(page))
    desk.client.post(to("desk-league-ask", desk.club.slug, league.slug), {"club": owls.slug})
    assert offered not in html(desk.client.get(page))
    asked = league.guest_clubs.get()
    assert "is invited" in html(stranger.get(to("desk-leagues", owls.slug)))
    there = (owls.slug, desk.club.slug, league.slug)
    stranger.post(to("desk-league-agree", *there))
    asked.refresh_from_db()
    assert asked.agreed_at is not None
    stranger.post(to("desk-league-leave", *there))
    assert not league.guest_clubs.exists()


def deed(season: Season, name: str) -> str:
    return to("desk-season-deed", *of(season), name)


def stage(season: Season) -> str:
    return Season.objects.get(pk=season.pk).stage


def question(desk: Desk, season: Season, name: str = "close") -> str:
    return words(desk.client.get(deed(season, name)).content.decode())


def test_the_question_closes_nothing_and_the_answer_does(desk: Desk, club: Club) -> None:
    season = ASeason.made(club).season
    page = desk.client.get(to("desk-season", *of(season))).content.decode()
    assert f'href="{deed(season, "close")}"' in page
    assert f'action="{deed(season, "close")}"' not in page
    with unchanged():
        asked = question(desk, season)
    assert "Close the season?" in asked
    assert "The table becomes final, and the prizes are awarded." in asked
    answer = desk.client.post(deed(season, "close"), follow=True)
    assert "The season is over." in words(answer.content.decode())
    assert stage(season) == "closed"


@pytest.mark.parametrize(
    ("count", "played", "expected"),
    [(3, 2, "1 fixture has no result."), (3, 3, None)],
)
def test_missing_results(desk: Desk, club: Club, count: int, played: int, expected: str | None) -> None:
    made = AContest.made(club, (count,), at=START)
    for row in [row for row in made.seen.fixtures if row.away][:played]:
        made.result(row.code, 2, 1)
    asked = question(desk, made.season)
    assert "No more results can be entered and no more fixtures made." in asked
    if expected is None:
        assert "no result." not in asked
    else:
        assert expected in asked


def test_rounds_of_a_swiss_that_were_not_made_are_named(desk: Desk, club: Club) -> None:
    made = AContest.made(club, (2,), at=START, format="swiss", rounds=2)
    made.play_out()
    assert "There are rounds that have not been made." in question(desk, made.season)


@pytest.mark.parametrize(("ends", "told"), [(date(2099, 1, 1), True), (date(2026, 10, 2), False)])
def test_a_last_day_that_is_still_to_come_is_said(desk: Desk, club: Club, *, ends: date, told: bool) -> None:
    season = ASeason.made(club).season
    Season.objects.filter(pk=season.pk).update(ends=ends)
    assert ("is still to come" in question(desk, season)) is told


def test_reopening_wants_a_reason_and_keeps_the_page_without_one(desk: Desk, club: Club) -> None:
    made = ASeason.made(club)
    season = made.season
    made.act(acts.Close())
    assert "Reopen the season?" in question(desk, season, "reopen")
    refused = desk.client.post(deed(season, "reopen"), {"reason": "  "})
    assert refused.status_code == 422
    assert "Please give a reason" in words(refused.content.decode())
    assert stage(season) == "closed"
    desk.client.post(deed(season, "reopen"), {"reason": "a late hand"})
    assert stage(season) == "open"


@pytest.mark.parametrize("name", ["open", "reopen"])
def test_what_is_not_possible_is_not_asked(desk: Desk, club: Club, name: str) -> None:
    season = ASeason.made(club).season
    answer = desk.client.get(deed(season, name))
    assert (answer.status_code, answer["Location"]) == (302, to("desk-season", *of(season)))
    said = words(desk.client.post(deed(season, name), {"reason": "why"}, follow=True).content.decode())
    assert "is not possible now" in said
    assert stage(season) == "open"
    assert desk.client.get(deed(season, "burn")).status_code == 404


def test_what_is_mostly_said_can_be_tapped(desk: Desk, club: Club) -> None:
    season = AContest.made(club, (4,), at=START).season

    def told(page: str, *more: Any) -> list[str]:
        shown = html(desk.client.get(to(page, *of(season), *more)))
        return re.findall(r'<button type="button" class="chip">([^<]+)</button>', shown)

    assert told("desk-season-adjust") == ["Came late", "Unfair play", "Decision of the club"]
    assert told("desk-season-entrant", 1) == ["Illness", "Moved away", "No time"]
    assert told("desk-season-rules") == ["Decided by the members", "Entered wrongly"]
    assert told("desk-season-deed", "close") == []
    desk.client.post(deed(season, "close"))
    assert told("desk-season-deed", "reopen") == ["A result was wrong", "A result came late"]


HANDICAP: dict[str, Any] = {
    "points": {"by": "score_points"},
    "handicap": {"per": 2, "most": 9, "least_games": 0},
}
WAITS = "The season's handicaps depend on them, so the season waits rather than use old ratings."
BROKEN = "The ratings of Chantecler could not be worked out."


def url(season: ASeason, page: str = "desk-season", *more: object) -> str:
    return to(page, *of(season.season), *more)


def said(answer: Any) -> str:
    assert answer.status_code == 200
    return words(html(answer))


def failed(season: ASeason, game: str = "chantecler", evening: Evening | None = None) -> Job:
    asked = ledger.ask_ratings(season.season.league.club, game, evening=evening, at=START)
    Job.objects.filter(pk=asked.pk).update(outcome="failed", remark=failure(ValueError("no sigma")).as_data())
    return asked


def test_ratings_a_season_rests_on_that_failed_are_told_with_a_button(desk: Desk) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    assert "could not" not in said(desk.client.get(url(season)))
    asked = failed(season)
    ledger.ask_season(season.season, at=START)
    told = said(desk.client.get(url(season)))
    assert BROKEN in told
    assert WAITS in told
    assert "ValueError: no sigma Try again Drop it" in told
    assert "being worked out" not in told, "it waits"
    answer = desk.client.post(url(season, "desk-season-job-again", asked.pk))
    assert answer["Location"] == url(season)
    assert "waiting to be done again" in said(desk.client.get(url(season)))
    season.work()
    assert not league_jobs().exclude(outcome="done").exists()
    assert "could not" not in said(desk.client.get(url(season)))


@pytest.mark.parametrize("why", ["no handicaps", "another game", "after its last day"])
def test_ratings_that_a_season_does_not_rest_on_are_not_told_there(desk: Desk, why: str) -> None:
    season = ASeason.made(desk.club, rules={} if why == "no handicaps" else HANDICAP)
    late = None
    if why == "after its last day":
        late = season.play(date(2026, 10, 2), 8, until="published").evening
        Evening.objects.filter(pk=late.pk).update(date=date(2030, 1, 1))
    asked = failed(season, "ascot" if why == "another game" else "chantecler", late)
    assert "could not" not in said(desk.client.get(url(season)))
    assert desk.client.post(url(season, "desk-season-job-again", asked.pk)).status_code == 404


def test_a_season_that_failed_is_told_and_tried_again(desk: Desk) -> None:
    season = ASeason.made(desk.club)
    asked = ledger.ask_season(season.season, at=START)
    Job.objects.filter(pk=asked.pk).update(outcome="failed", remark=failure(KeyError(3)).as_data())
    told = said(desk.client.get(url(season)))
    assert "The tables could not be worked out. KeyError: 3 Try again Drop it" in told
    assert WAITS not in told
    desk.client.post(url(season, "desk-season-job-again", asked.pk))
    assert Job.objects.get(pk=asked.pk).outcome == "waiting"


@pytest.mark.parametrize("page", ["season", "leagues"])
def test_what_failed_can_be_dropped_and_is_told_no_more(desk: Desk, page: str) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    asked = failed(season)
    there = url(season) if page == "season" else desk.url("desk-leagues")
    drop, again = (
        url(season, f"desk-season-job-{word}", asked.pk)
        if page == "season"
        else desk.url(f"desk-league-job-{word}", asked.pk)
        for word in ("drop", "again")
    )
    assert BROKEN in said(desk.client.get(there))
    assert desk.client.post(again)["Location"] == there
    assert Job.objects.get(pk=asked.pk).outcome == "waiting"
    Job.objects.filter(pk=asked.pk).update(outcome="failed")
    assert desk.client.post(drop)["Location"] == there
    told = said(desk.client.get(there))
    assert "The job is dropped." in told
    assert BROKEN not in told
    assert Job.objects.get(pk=asked.pk).outcome == "dropped"
    assert desk.client.post(drop).status_code == 404, "it is no work of theirs any more"


def test_work_of_another_club_is_not_tried_again(desk: Desk) -> None:
    season = ASeason.made(desk.club, rules=HANDICAP)
    other = clubs.make_club(name="Owls", director=None, time_zone="UTC", at=START)
    theirs = ledger.ask_ratings(other, "chantecler", at=START)
    Job.objects.filter(pk=theirs.pk).update(outcome="failed")
    assert desk.client.post(url(season, "desk-season-job-again", theirs.pk)).status_code == 404
    assert Job.objects.get(pk=theirs.pk).outcome == "failed"
