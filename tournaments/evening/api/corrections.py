"""Views for putting things right: versions of a hand, the late tray, disputes, decisions."""

from __future__ import annotations

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.roles import Needs, Role
from tournaments.evening.acts.fields import MOST_HANDS, MOST_ROUNDS, MOST_TABLES
from tournaments.evening.api import correction_answers as answers
from tournaments.evening.api.pages import MOST, page_of_list, paging
from tournaments.evening.api.reveal_hands import look_first, sight_of
from tournaments.evening.api.schema import described
from tournaments.evening.api.views import OfficerDoor
from tournaments.evening.reads import decisions as decided
from tournaments.evening.reads import hand_versions, rounds


class HandVersionsEndpoint(OfficerDoor):
    """One hand."""

    needs = Needs(Role.SCORER, Role.SCORER)

    @described("show_hand", answer=answers.HandVersions)
    def get(self, request: Request, club: str, evening: str, number: int, table: int, hand: int) -> Response:
        """Everything that was entered for a hand: by whom, when and why, and what became of it."""
        found = self.evening(request, club, evening)
        if not (number <= MOST_ROUNDS and table <= MOST_TABLES and hand <= MOST_HANDS):
            raise Http404
        look_first(request, found, number, table)
        here = rounds.game_view(found, table, number)
        versions = hand_versions.versions_of(here.row, hand) if here else []
        if not versions:
            raise Http404
        return answers.HandVersions.of(number, table, hand, versions).reply()


class LateTrayEndpoint(OfficerDoor):
    """Hands that came late."""

    @described("show_late_tray", answer=answers.LateTray, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The hands that came too late to simply count, and a page of those that were left out.

        Who plays tonight is told of those of other tables in play where they were played, and no more.
        """
        found = self.evening(request, club, evening)
        waiting, left_out = hand_versions.late_tray(found)
        page = page_of_list(request, left_out, lambda told: (told.hand.entry.sequence,), usual=MOST)
        return page.reply(answers.LateTray.of(waiting, page, sight_of(request, found)))


class DisputesEndpoint(OfficerDoor):
    """Hands in dispute."""

    @described("list_disputes", answer=answers.Disputes, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The hands for which two phones have entered two results, and nobody has settled which counts.

        Who plays tonight is told of those of other tables in play without what was entered.
        """
        found = self.evening(request, club, evening)
        rows = hand_versions.disputes(found)
        page = page_of_list(request, rows, lambda one: (one.round, one.table, one.number), usual=MOST)
        return page.reply(answers.Disputes.of(page, sight_of(request, found)))


class DecisionsEndpoint(OfficerDoor):
    """The director's decisions."""

    @described("list_decisions", answer=answers.Decisions, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str, evening: str) -> Response:
        """Penalties, exchanged seats, adjusted and unplayed games, as far as they stand."""
        rows = decided.standing_decisions(self.evening(request, club, evening))
        page = page_of_list(request, rows, lambda one: (one.sequence,), usual=MOST)
        return page.reply(answers.Decisions.of(page))
