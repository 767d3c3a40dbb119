"""Background work in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.site.web.shared import in_words
from tournaments.work import remarks
from tournaments.work.remarks import Job
from tournaments.work.topics import TOPICS


def topic(job: Job) -> str:
    """What a job does; of a version that is not this one, as it calls it."""
    known = TOPICS.get(job.topic)
    return _(known.label) if known else job.topic


def came_to(job: Job) -> str:
    """What became of a job; of a failure the program's own words."""
    return in_words(remarks.remark_of(job))
