"""The search over REST: what an officer finds in their club, and what any visitor does."""

from __future__ import annotations

from typing import Annotated, Self

from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, PublicClub
from tournaments.club.api.views import LONG, PublicView
from tournaments.club.reads.access import visitor_of
from tournaments.club.reads.members import Club
from tournaments.search import finders
from tournaments.search.finders import LONGEST, MOST, Group, read_query
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, At, Example, at_most


class Words(query.Query):
    q = query.words(LONGEST, "Words, or a table, round and hand by number.")


class WordsAtTheDesk(Words):
    evening = query.words(80, "The address of an evening, whose pages and hands come first.")


class FoundOne(Answer):
    """Something found: what it is called, a line about it, and the address of its page."""

    title: Annotated[str, Example("Ann Lee")]
    about: Annotated[str, Example("Member 17")]
    url: Annotated[str, Example("/desk/rooster-club/members/12/")]


class FoundGroup(Answer):
    """What was found of one kind, the nearest first; `has_more` than is told."""

    title: Annotated[str, Example("People")]
    has_more: bool
    found: Annotated[list[FoundOne], At("hits"), at_most(MOST)]


class FoundAll(Answer):
    """Everything that was found, by its kind; nothing for fewer than two letters."""

    groups: list[FoundGroup]

    @classmethod
    def from_view(cls, view: list[Group]) -> Self:
        return cls(groups=[FoundGroup.from_view(group) for group in view])


IN_PUBLIC = Address(f"{CLUB}search/", "club-search", view=PublicView, throttles=LONG)
AT_THE_DESK = Address(f"{CLUB}search/desk/", "desk-search", throttles=LONG)


@IN_PUBLIC.get()
def search_club(request: Request, club: PublicClub, entered: Words) -> FoundAll:
    """Players, evenings, seasons and rules, as far as the club shows them."""
    words = read_query(entered.cleaned_data["q"])
    return FoundAll.from_view(finders.in_public(club, visitor_of(request), words))


@AT_THE_DESK.get()
def search_desk(club: Club, entered: WordsAtTheDesk) -> FoundAll:
    """People, evenings, hands, seasons, pages of the desk and rules, as far as you may see them."""
    params = entered.cleaned_data
    return FoundAll.from_view(finders.at_the_desk(club, read_query(params["q"]), params["evening"]))
