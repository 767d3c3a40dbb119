"""Brings a publication to the leagues: seasons, fixtures and ratings follow."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from scoring.derivation import coded
from tournaments.evening.models import Evening, Publication
from tournaments.league.services import fixture_evenings
from tournaments.league.services.work import evening_published
from tournaments.publishing import publish as publishing
from tournaments.work.runner import BY, Assignment
from tournaments.work.topics import Done


@transaction.atomic
def publish(*, evening: Evening, by: str, at: datetime) -> Publication:
    """Publish an evening, now or again, and let everything follow that rests on its results. Raises Faults."""
    made = publishing.publish(evening=evening, by=by, at=at)
    evening_published(made.evening, at=at)
    fixture_evenings.evening_published(made.evening, by=by, at=at)
    return made


def publish_job(assigned: Assignment) -> Done:
    """Do a job of PUBLISH, in the transaction that marks the job done."""
    made = publish(evening=assigned.subject, by=BY, at=assigned.at)
    return Done(coded("job.published", number=made.number))
