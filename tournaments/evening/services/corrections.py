"""Corrections of hands, scored before anybody waits for them."""

from __future__ import annotations

from typing import TypeVar

from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.reads.facts import setup_of
from tournaments.evening.services.scoresheets import ScoredAhead

A = TypeVar("A", acts.CorrectHand, acts.NoteHand)


def scored(evening: Evening, act: A, *, phone: int | None = None) -> A:
    """The act with what its hand scores, so that nobody waits for that under the evening's lock.

    `phone` is the primary key of the phone that sent it, where it is known.
    """
    return act.scored(ScoredAhead(setup_of(evening), act.hand).under, phone)
