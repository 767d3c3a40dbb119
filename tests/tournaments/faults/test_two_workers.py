"""One job in the hands of two workers."""

from typing import Any

import pytest
from django.utils.module_loading import import_string

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.faults.servers import in_hand
from tests.tournaments.faults.together import STUCK, Outcome, at_once, each, meeting, without_locks
from tournaments.evening.services import results
from tournaments.publishing import publish
from tournaments.work import outbox, runner
from tournaments.work.models import Job
from tournaments.work.outbox import DRAFT_MOVE, TOPICS
from tournaments.work.runner import Assignment, Handler, sweep

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
KINDS = ["draft_move", "standings", "publish"]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of work that have been begun, each time they were."""
    begun: list[str] = []

    def counted(kind: str, do: Handler) -> Handler:
        def count(assigned: Assignment) -> Any:
            begun.append(kind)
            return do(assigned)

        return count

    for kind, topic in TOPICS.items():
        monkeypatch.setattr(topic.handler, counted(kind, import_string(topic.handler)))
    return begun


def a_waiting_job(make_evening: Make, kind: str, begun: list[str]) -> tuple[AnEvening, int]:
    """An evening with this one job in its outbox, all others done."""
    evening = make_evening(12, until="finished" if kind == "publish" else "settled")
    if kind == "publish":
        evening.act(results.request_publication)
    for other in evening.evening.jobs.filter(outcome=Job.Outcome.WAITING).exclude(topic=kind):
        runner.run(other.pk, clock=evening.clock)
    begun.clear()
    return evening, evening.read().jobs.get(topic=kind).pk


def two_workers(evening: AnEvening, job: int, **meet: float) -> list[Outcome]:
    at = evening.clock()
    with meeting(2, **meet):
        return at_once(each(2, lambda _: runner.run(job, clock=lambda: at)))


@pytest.mark.parametrize("kind", KINDS)
def test_two_workers_with_one_job_do_it_once(make_evening: Make, begun: list[str], kind: str) -> None:
    evening, job = a_waiting_job(make_evening, kind, begun)
    outcomes = two_workers(evening, job)
    assert {outcome.told for outcome in outcomes} == {"done"}
    assert [bool(outcome.value) for outcome in outcomes].count(True) == 1
    assert begun == [kind]
    done = Job.objects.get(pk=job)
    assert (done.outcome, done.attempts) == ("done", 1)
    assert publish.check_rows(evening.read()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_control_without_the_lock_both_workers_begin(
    make_evening: Make, begun: list[str], kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    evening, job = a_waiting_job(make_evening, kind, begun)
    with without_locks():
        two_workers(evening, job, patience=STUCK)
    assert begun == [kind, kind]
    assert publish.check_rows(evening.read()) == [], "the constraints keep even then what one of them did"


def test_what_a_worker_is_about_holds_up_neither_another_one_nor_the_sweep(
    make_evening: Make, begun: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "send", lambda *_: None)
    _, job = a_waiting_job(make_evening, "standings", begun)
    due = Job.objects.get(pk=job).due_at
    with in_hand(Job, job):
        told, swept = at_once([lambda: runner.run(job, clock=lambda: due), lambda: job in sweep(at=due)])
    assert (told.told, told.value) == ("done", None)
    assert (swept.told, swept.value) == ("done", False)
    assert begun == []
    assert job in sweep(at=due), "as soon as that worker is gone it is handed out again"


@pytest.mark.parametrize(("lane", "both"), [("one line", False), ("", True)], ids=["in order", "control"])
def test_of_two_jobs_in_one_line_the_second_is_not_begun_while_the_first_is_in_hand(
    make_evening: Make, begun: list[str], lane: str, *, both: bool
) -> None:
    evening, first = a_waiting_job(make_evening, "standings", begun)
    second = outbox.enqueue(DRAFT_MOVE, evening.evening, at=evening.at, cause=1).pk
    Job.objects.filter(pk__in=(first, second)).update(ordering_key=lane)
    with in_hand(Job, first):
        (outcome,) = at_once([lambda: runner.run(second, clock=lambda: evening.at)])
    assert (outcome.told, outcome.value is not None) == ("done", both)
    for job in (first, second):
        runner.run(job, clock=evening.clock)
    assert begun == (["draft_move", "standings"] if both else ["standings", "draft_move"])
    assert publish.check_rows(evening.read()) == []


def test_two_who_ask_for_the_publication_ask_for_one_job(make_evening: Make) -> None:
    evening = make_evening(12, until="finished")
    at = evening.clock()
    with meeting(2):
        outcomes = at_once(
            each(2, lambda _: results.request_publication(evening=evening.evening, by="user:1", at=at))
        )
    assert len({outcome.value for outcome in outcomes}) == 1
    assert evening.evening.jobs.filter(topic="publish").count() == 1
