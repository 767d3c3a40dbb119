"""The rehearsal at the desk: asked for, watched while a worker does it, read; and nothing of it in the evening."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.derivation import Sentence, codes_of_templates
from scoring.faults import Fault, Faults
from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tests.tournaments.the_rows import asked, everything, unchanged
from tournaments.rehearsal import services
from tournaments.rehearsal.models import Rehearsal
from tournaments.rehearsal.playing import play
from tournaments.rehearsal.services import Brief, Broken
from tournaments.work import outbox, runner
from tournaments.work.outbox import PATIENCE

WISHES = {"players": 8, "late": 1, "leavers": 0, "wrong": 0, "minutes_a_hand": 5, "seed": "1910"}
AT = datetime(2026, 11, 20, 18, tzinfo=UTC)


@pytest.fixture
def inside_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rehearsal is played here instead of in a process of its own."""
    monkeypatch.setattr(services, "run_act", play)


def in_format_1(value: Any) -> Any:
    """A report as it was stored before sentences had codes: each by its English, which is told beside it."""
    if isinstance(value, list):
        return [in_format_1(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    if "code" not in value or not value.keys() <= {"code", "values"}:
        return {name: in_format_1(inner) for name, inner in value.items()}
    templates = {code: template for template, code in codes_of_templates().items()}
    values = in_format_1(value.get("values", {}))
    return {"template": templates[value["code"]], "values": values, "text": "as it was worded then"}


def ask(room: AnEvening, **wishes: Any) -> Rehearsal:
    new = services.NewRehearsal(**{**WISHES, **wishes})
    return services.ask(evening=room.evening, new=new, by="user:1", at=room.clock())


def work(rehearsal: Rehearsal) -> Rehearsal:
    services.work_on(rehearsal.pk, clock=timezone.now)
    rehearsal.refresh_from_db()
    return rehearsal


def test_a_report_without_codes_is_read(desk: Desk, make_evening: Make, inside_this_process: None) -> None:
    room = make_evening(0, until="draft", rounds=2, prizes={"sums": [5000]})
    rehearsal = work(ask(room, players=9, wrong=1))
    assert rehearsal.report is not None
    assert rehearsal.report["stops"]
    page = words(desk.of(room).see("desk-rehearsal"))
    rehearsal.report = in_format_1(rehearsal.report) | {"format": 1}
    rehearsal.save()
    assert words(desk.of(room).see("desk-rehearsal")) == page


@pytest.mark.usefixtures("inside_this_process")
def test_a_director_asks_watches_and_reads(desk: Desk, make_evening: Make) -> None:
    room = make_evening(0, until="draft", rounds=2, prizes={"sums": [5000]})
    here = desk.of(room)
    assert here.url("desk-rehearsal") in here.see()
    assert here.url("desk-rehearsal") in here.see("desk-plan")
    before = everything()
    page = here.press("desk-rehearsal", **WISHES)
    assert "The rehearsal is running" in page
    assert 'hx-trigger="every 1s"' in page
    assert f'<noscript><p><a class="button" href="{here.url("desk-rehearsal")}">Look again</a>' in page
    rehearsal = Rehearsal.objects.get()
    rehearsal.progress = {"round": 1, "of": 2, "hands": 20}
    rehearsal.save()
    assert "Round 1 of 2, 20 hands played" in words(here.see("desk-rehearsal"))
    work(rehearsal)
    page = here.see("desk-rehearsal")
    assert "every 1s" not in page
    told = words(page)
    assert "The evening runs through to its end; nothing unexpected happens." in told
    assert "1 came late and wait for a table until the next seats." in told
    assert "Open the disputes, compare the two slips and settle for one." in told
    assert "Table 1 rang at" in told or "Table 2 rang at" in told
    assert "The strongest player comes in at place" in told
    assert re.search(r"Prizes Best player \d+ 50\.00 Booby player \d+", told)
    assert "Partners again" in told
    after = everything()
    assert {name for name in after if after[name] != before[name]} == {"AuditEntry", "Job", "Rehearsal"}


@pytest.mark.usefixtures("inside_this_process")
def test_a_report_is_read_in_the_same_few_questions_however_many_play(desk: Desk, make_evening: Make) -> None:
    found = []
    for players in (4, 12):
        room = make_evening(0, until="draft", rounds=1, name=f"with {players}")
        work(ask(room, players=players, late=0))
        here = desk.of(room)
        here.see("desk-rehearsal")
        found.append(asked(lambda here=here: here.see("desk-rehearsal")))  # type: ignore[misc]
    few, many = found
    assert len(few) == len(many) <= 12, "\n".join(many)


@pytest.mark.parametrize(
    ("wishes", "told"),
    [({"players": "many"}, "“many” is not a whole number."), ({"minutes_a_hand": 0}, "0 was entered")],
    ids=["no number", "no time"],
)
def test_faults_beside_fields(desk: Desk, make_evening: Make, wishes: dict[str, Any], told: str) -> None:
    here = desk.of(make_evening(0, until="draft"))
    with unchanged():
        assert told in words(here.refused("desk-rehearsal", **WISHES | wishes))


def test_those_who_are_in_come_to_the_rehearsal(desk: Desk, make_evening: Make) -> None:
    room = make_evening(11, until="check_in", colours=("red", "blue"))
    assert 'value="11"' in desk.of(room).see("desk-rehearsal")
    brief = Brief.model_validate(ask(room, players=None).brief)
    assert [brief.tickets.count(colour) for colour in ("red", "blue")] == [6, 5]
    assert room.evening.seed not in str(brief)


def test_once_play_has_begun_there_is_none(desk: Desk, make_evening: Make) -> None:
    here = desk.of(make_evening(8, until="playing"))
    told = "Play has begun; an evening can only be rehearsed beforehand."
    assert told in words(here.see("desk-rehearsal"))
    assert told in words(here.refused("desk-rehearsal", **WISHES))
    assert not Rehearsal.objects.exists()


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (Broken("MemoryError: no room"), "The rehearsal broke off. MemoryError: no room"),
        (Broken("", long=True), "The rehearsal took too long and was stopped."),
        (
            Faults((Fault("plan", "odd", Sentence("no such game")),)),
            "The plan cannot be rehearsed as it is.",
        ),
        (OSError("no such program"), "OSError: no such program"),
    ],
    ids=["crashed", "too long", "refused", "not started"],
)
def test_a_rehearsal_that_breaks_off_is_told_in_words_and_can_be_asked_again(
    desk: Desk, make_evening: Make, monkeypatch: pytest.MonkeyPatch, failure: Exception, told: str
) -> None:
    def perform(*_: Any) -> None:
        raise failure

    monkeypatch.setattr(services, "run_act", perform)
    room = make_evening(0, until="draft")
    assert work(ask(room)).stage == "failed"
    here = desk.of(room)
    assert told in words(here.see("desk-rehearsal"))
    assert "The rehearsal is running" in here.press("desk-rehearsal", **WISHES)


def test_a_killed_worker_is_found_out(desk: Desk, make_evening: Make) -> None:
    room = make_evening(0, until="draft")
    first = ask(room)
    Rehearsal.objects.update(stage="playing", heard_at=AT)
    assert ask(room).pk != first.pk, "one that is not heard of any more holds nobody up"
    Rehearsal.objects.update(stage="playing", heard_at=AT)
    assert "The rehearsal was interrupted" in words(desk.of(room).see("desk-rehearsal"))
    job = Rehearsal.objects.get().jobs.get()
    done = runner.run(job.pk, clock=lambda: AT + services.SILENCE)
    assert done is not None
    assert (done.outcome, done.due_at) == ("waiting", AT + 2 * services.SILENCE)
    assert Rehearsal.objects.get().stage == "playing"
    runner.run(job.pk, clock=lambda: AT + services.SILENCE + timedelta(seconds=1))
    job.refresh_from_db()
    assert job.outcome == "done"
    assert (Rehearsal.objects.get().stage, Rehearsal.objects.get().trouble) == ("failed", "interrupted")


def test_a_worker_sets_it_going_once_and_looks_after_it_to_its_end(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    begun: list[int] = []
    monkeypatch.setattr(services, "set_going", lambda pk, clock: begun.append(pk))
    monkeypatch.setattr(outbox, "send", lambda *_: None)
    rehearsal = ask(make_evening(0, until="draft"))
    job = rehearsal.jobs.get()
    due = []
    for stage in ("waiting", "playing", "done"):
        Rehearsal.objects.update(stage=stage, heard_at=AT, report={} if stage == "done" else None)
        with django_capture_on_commit_callbacks(execute=True):
            runner.run(job.pk, clock=lambda: AT)
        job.refresh_from_db()
        due.append((job.outcome, job.due_at - AT))
    assert begun == [rehearsal.pk]
    assert due[:2] == [("waiting", PATIENCE), ("waiting", services.SILENCE)]
    assert due[2][0] == "done"


def test_a_rehearsal_nobody_waits_for_ends(make_evening: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def perform(_brief: Brief, tell: Callable[[dict[str, int]], None]) -> None:
        Rehearsal.objects.all().delete()
        tell({"round": 1, "of": 2, "hands": 3})

    monkeypatch.setattr(services, "run_act", perform)
    asked_for = ask(make_evening(0, until="draft"))
    assert services.work_on(asked_for.pk, clock=timezone.now) is False
    assert services.work_on(asked_for.pk, clock=timezone.now) is False
    assert not Rehearsal.objects.exists()
