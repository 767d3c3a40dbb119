"""Rows of the days before there was one outbox, and what has become of them in it."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from tests.tournaments.conftest import START
from tournaments.work.models import Job

SUBJECTS = ["club", "evening", "planning", "rehearsal", "season"]


def before_the_one_outbox(apps: Any) -> SimpleNamespace:
    """What waited then, by the models of then; gives the evenings, the season, the search and the rehearsal."""
    club = apps.get_model("tournaments", "Club").objects.create(name="Roosters", slug="r", made_at=START)
    made = SimpleNamespace(evenings=[an_evening(apps, club, slug) for slug in ("one", "two", "three")])
    jobs_of_evenings(apps, made.evenings[0])
    made.season = work_of_leagues(apps, made.evenings[1])
    made.searching, made.rehearsal = searches_and_rehearsals(apps, made.evenings[2])
    return made


def an_evening(apps: Any, club: Any, slug: str) -> Any:
    return apps.get_model("tournaments", "Evening").objects.create(
        club=club, name=slug, slug=slug, date=START.date(), plan={}, status="settled", made_at=START
    )


def jobs_of_evenings(apps: Any, evening: Any) -> None:
    """One that waits, and others that came to different ends."""
    job = apps.get_model("tournaments", "Job")
    told = {"evening": evening, "made_at": START, "due_at": START + timedelta(seconds=3)}
    job.objects.create(kind="draft_move", cause=7, **told)
    for kind, outcome, remark in (
        ("draft_move", "done", "round 12 drafted"),
        ("draft_move", "done", "nothing to draft"),
        ("standings", "done", "14 lines"),
        ("publish", "done", "publication 2"),
        ("publish", "failed", "ValueError: no"),
    ):
        cause = 8 + job.objects.count()
        job.objects.create(kind=kind, cause=cause, outcome=outcome, remark=remark, attempts=3, **told)


def work_of_leagues(apps: Any, evening: Any) -> Any:
    """Seasons and ratings to be worked out, and one season that has been; gives the season that waits."""
    league = apps.get_model("tournaments", "League").objects.create(
        club=evening.club, name="Winter", slug="w", made_at=START
    )
    season = apps.get_model("tournaments", "Season").objects.create(
        league=league, name="One", slug="one", starts=START.date(), ends=START.date(), rules={}, made_at=START
    )
    former = apps.get_model("tournaments", "Recomputation").objects
    told = {"made_at": START, "due_at": START + timedelta(seconds=15)}
    rated = {**told, "club": evening.club, "game": "chantecler"}
    former.create(season=season, evening=evening, **told)
    former.create(season=season, stage="done", **told)
    former.create(stage="failed", attempts=8, remark="ValueError: no", **rated)
    former.create(evening=evening, done=10, total=30, milliseconds=400, **rated)
    return season


def searches_and_rehearsals(apps: Any, evening: Any) -> tuple[Any, Any]:
    """One of each under way, which are given, and one of each that is over."""
    asked = {"evening": evening, "asked_by": "user:1", "asked_at": START}
    plannings = apps.get_model("tournaments", "Planning").objects
    search = {"first": 2, "task": {}, "due_at": START, **asked}
    searching = plannings.create(purpose="improve", slices=3, **search)
    plannings.create(purpose="fewest", stage="ready", announced={}, **search)
    rehearsals = apps.get_model("tournaments", "Rehearsal").objects
    rehearsals.create(brief={}, stage="failed", heard_at=START, **asked)
    return searching, rehearsals.create(brief={}, heard_at=START + timedelta(seconds=9), **asked)


def wait_in_the_one(made: SimpleNamespace) -> None:
    """Assert that all of it waits in the outbox of today as it did in those of then."""
    assert sorted({job.subject for job in Job.objects.all()}) == SUBJECTS
    jobs_of_evenings_keep_what_they_are_about_and_what_came_of_them(made)
    what_waits_of_leagues_waits_in_its_order_and_what_is_done_is_forgotten(made)
    searches_and_rehearsals_under_way_go_on(made)


def of(*subjects: str) -> list[Job]:
    """The jobs about such, in the order in which they were made."""
    return list(Job.objects.filter(subject__in=subjects).order_by("pk"))


def jobs_of_evenings_keep_what_they_are_about_and_what_came_of_them(made: SimpleNamespace) -> None:
    rows = of("evening")
    assert {(row.subject, row.subject_key, row.made_at, row.due_at) for row in rows} == {
        ("evening", made.evenings[0].pk, START, START + timedelta(seconds=3))
    }
    assert [(row.topic, row.cause, row.outcome, row.attempts, row.remark) for row in rows] == [
        ("draft_move", 7, "waiting", 0, {}),
        ("draft_move", 9, "done", 3, {"code": "job.drafted", "values": {"number": 12}}),
        ("draft_move", 10, "done", 3, {"code": "job.nothing-to-draft"}),
        ("standings", 11, "done", 3, {"code": "job.lines", "values": {"number": 14}}),
        ("publish", 12, "done", 3, {"code": "job.published", "values": {"number": 2}}),
        ("publish", 13, "failed", 3, {"code": "job.failed", "values": {"error": "ValueError: no"}}),
    ]


def what_waits_of_leagues_waits_in_its_order_and_what_is_done_is_forgotten(made: SimpleNamespace) -> None:
    evening, season = made.evenings[1], made.season.pk
    club, of_the_season = evening.club_id, ("season", "season", season, f"season {season}")
    of_ratings = ("ratings", "club", club, f"ratings {club} chantecler")
    told = [
        (
            *(row.topic, row.subject, row.subject_key, row.ordering_key),
            *(row.payload, row.outcome, row.done, row.total),
        )
        for row in of("season", "club")
    ]
    assert told == [
        (*of_the_season, {"evening": evening.pk}, "waiting", 0, 0),
        (*of_ratings, {"game": "chantecler", "evening": None}, "failed", 0, 0),
        (*of_ratings, {"game": "chantecler", "evening": evening.pk}, "waiting", 10, 30),
    ]


def searches_and_rehearsals_under_way_go_on(made: SimpleNamespace) -> None:
    told = [
        (row.topic, row.subject, row.subject_key, row.slices, row.due_at)
        for row in of("planning", "rehearsal")
    ]
    assert told == [
        ("search", "planning", made.searching.pk, 3, START),
        ("rehearse", "rehearsal", made.rehearsal.pk, 0, START + timedelta(seconds=9)),
    ]
