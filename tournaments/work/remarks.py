"""What is said of a job that is over, or of the last attempt that failed."""

from __future__ import annotations

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.work.models import Job

__all__ = ["Job"]

LONGEST_FAILURE = 300

wordings(
    {
        "job.drafted": gettext_noop("round %(number)s drafted"),
        "job.nothing-to-draft": gettext_noop("nothing to draft"),
        "job.lines": gettext_noop("%(number)s lines"),
        "job.published": gettext_noop("publication %(number)s"),
        "job.failed": "%(error)s",
    }
)


def failure(error: Exception) -> Sentence:
    """What is kept of an error: the program's own words."""
    return coded("job.failed", error=reason_of(error))


def reason_of(error: Exception) -> str:
    """An error in the program's own words."""
    return f"{type(error).__name__}: {error}"[:LONGEST_FAILURE]


def remark_of(job: Job) -> Sentence | str:
    """What became of a job, to be put into a language; empty where there is nothing to say."""
    return Sentence.from_data(job.remark) if job.remark else ""
