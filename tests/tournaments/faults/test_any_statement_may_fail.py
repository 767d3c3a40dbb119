"""The database may refuse any statement of an act: then nothing of the act has happened, and it can be done again."""

import pytest
from django.db import OperationalError

from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.services.test_query_counts import COUNTED
from tests.tournaments.faults.failing import (
    done_in_the_end,
    failing_at,
    failures,
    happens_whole_or_not_at_all,
)
from tests.tournaments.the_rows import undone
from tournaments.evening.models import Hand
from tournaments.evening.services import results, scoresheets
from tournaments.publishing import publish
from tournaments.work import runner
from tournaments.work.models import Job

KINDS = ["draft_move", "standings", "publish"]
ACTS = [name for name in COUNTED if name != "rebuild --check"]


@pytest.mark.parametrize("name", ACTS)
def test_an_act_happens_whole_or_not_at_all(make_evening: Make, name: str) -> None:
    until, before, act, _ = COUNTED[name]
    evening = make_evening(9, until=until)
    before(evening)
    evening.read()
    happens_whole_or_not_at_all(lambda: act(evening))


def test_a_hand_whose_entry_failed_is_sent_again_with_its_key(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")

    def enter() -> scoresheets.EntryAnswer:
        return scoresheets.enter_hand(
            evening_id=evening.evening.pk,
            table_number=1,
            hand=a_hand(),
            key="one-key",
            by="table:1",
            at=evening.at,
        )

    for place in failures(enter):
        with undone():
            with failing_at(place), pytest.raises(OperationalError):
                enter()
            assert not enter().replayed
            assert enter().replayed
            assert Hand.objects.count() == 1
            assert publish.check_rows(evening.read()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_job_that_fails_anywhere_has_no_effect_and_is_tried_again(make_evening: Make, kind: str) -> None:
    evening = make_evening(9, until="finished" if kind == "publish" else "settled")
    if kind == "publish":
        evening.act(results.request_publication)
    job = evening.evening.jobs.get(topic=kind, outcome=Job.Outcome.WAITING)
    place = 0
    for place in done_in_the_end(lambda: runner.run(job.pk, clock=evening.clock)):
        assert publish.check_rows(evening.read()) == [], f"statement {place} failed"
    assert place > 5
