"""The search over REST: what an officer finds in their club, and what any visitor does."""

from __future__ import annotations

from typing import Annotated, Any, Final, Self

from django import forms
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.reads import permissions
from tournaments.club.reads.visitors import visitor_of
from tournaments.evening.api.allowance import LONG
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView, PublicView
from tournaments.search import finders
from tournaments.search.finders import LONGEST, MOST, Group, Hit, read_query
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, Example, at_most

LONGEST_ADDRESS: Final = 80
Q: Final = OpenApiParameter(
    "q",
    {"type": "string", "maxLength": LONGEST},
    description="Words, or a table, round and hand by number.",
)
WITHIN: Final = OpenApiParameter(
    "evening",
    {"type": "string", "maxLength": LONGEST_ADDRESS},
    description="The address of an evening, whose pages and hands come first.",
)


class Words(forms.Form):
    """What is looked for."""

    q = forms.CharField(max_length=LONGEST, required=False)


class WordsAtTheDesk(Words):
    """What is looked for, and at the desk of which evening."""

    evening = forms.CharField(max_length=LONGEST_ADDRESS, required=False)


class FoundOne(Answer):
    """Something found: what it is called, a line about it, and the address of its page."""

    title: Annotated[str, Example("Ann Lee")]
    about: Annotated[str, Example("Member 17")]
    url: Annotated[str, Example("/desk/rooster-club/members/12/")]

    @classmethod
    def of(cls, hit: Hit) -> Self:
        """One of them."""
        return cls.read(hit)


class FoundGroup(Answer):
    """What was found of one kind, the nearest first; `has_more` than is told."""

    title: Annotated[str, Example("People")]
    has_more: bool
    found: Annotated[list[FoundOne], at_most(MOST)]

    @classmethod
    def of(cls, group: Group) -> Self:
        """One of them."""
        return cls.read(group, found=[FoundOne.of(hit) for hit in group.hits])


class FoundAll(Answer):
    """Everything that was found, by its kind; nothing for fewer than two letters."""

    groups: list[FoundGroup]

    @classmethod
    def of(cls, groups: list[Group]) -> Self:
        """These groups."""
        return cls(groups=[FoundGroup.of(group) for group in groups])


class DeskSearchEndpoint(OfficerView):
    """What an officer finds."""

    throttle_classes = LONG

    @operation("search_desk", answer=FoundAll, refusals=(400, 429), parameters=(Q, WITHIN))
    def get(self, request: Request, club: str) -> Response:
        """People, evenings, hands, seasons, pages of the desk and rules, as far as you may see them."""
        club_row: Any = self.club(request, club)
        params = query.read_query(request, WordsAtTheDesk)
        return FoundAll.of(finders.at_the_desk(club_row, read_query(params["q"]), params["evening"])).reply()


class PublicSearchEndpoint(PublicView):
    """What any visitor finds."""

    throttle_classes = LONG

    @operation("search_club", answer=FoundAll, refusals=(400, 404, 429), parameters=(Q,), public=True)
    def get(self, request: Request, club: str) -> Response:
        """Players, evenings, seasons and rules, as far as the club shows them."""
        club_row = get_object_or_404(permissions.public_clubs(), slug=club)
        params = query.read_query(request, Words)
        return FoundAll.of(finders.in_public(club_row, visitor_of(request), read_query(params["q"]))).reply()
