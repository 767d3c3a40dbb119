"""Who did what in a club, over REST."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from django import forms
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.audit import reads
from tournaments.audit.reads import SOURCES, Wanted
from tournaments.audit.words import codes, sentence, who
from tournaments.club.roles import Needs, Role
from tournaments.evening.api.pages import NextPage, page_fetched, paging
from tournaments.evening.api.schema import described
from tournaments.evening.api.views import OfficerDoor
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, By, Entered, Example

LONGEST_WHO: Final = 40
LONGEST_ACT: Final = 30
LONGEST_WORDS: Final = 80


class WantedActs(forms.Form):
    who = forms.CharField(max_length=LONGEST_WHO, required=False)
    what = forms.CharField(max_length=LONGEST_ACT, required=False)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    q = forms.CharField(max_length=LONGEST_WORDS, required=False)


class DoneInClub(Answer):
    """One act: what (`act` of a `source`, with the values that were kept), who, when, and from where."""

    at: Entered
    by: By
    who: Annotated[str, Example("Ann Lee")]
    source: Annotated[Literal["club", "evenings", "leagues"], Example("club")]
    act: Annotated[str, Example("role-changed")]
    what: Annotated[str, Example("Bea Ray was made secretary.")]
    values: Annotated[dict[str, Any], Example({"role": 3, "before": 2})]
    where: str
    network: Annotated[str, Example("192.0.2.0/24")]
    browser: Annotated[str, Example("Firefox")]

    @classmethod
    def of(cls, act: reads.Act) -> Self:
        return cls.read(act, what=sentence(act))


class ActPage(Answer):
    """A part of the list, and the addresses of the parts before and after it."""

    count: int
    next: NextPage
    previous: str | None
    results: list[DoneInClub]


class ActsEndpoint(OfficerDoor):
    """Who did what."""

    needs = Needs(Role.OWNER, Role.OWNER)

    @described(
        "list_acts",
        answer=ActPage,
        refusals=(400,),
        parameters=(
            *paging(offset=True),
            query.words("who", LONGEST_WHO, "Of whom, as `by` has it."),
            query.words(
                "what", LONGEST_ACT, f"Of which source ({', '.join(SOURCES)}), or which act of the club."
            ),
            *map(query.day, ("since", "until")),
            query.words("q", LONGEST_WORDS, "Words of the sentence, or of what the act is about."),
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """What was done in the club, the newest first, with the acts of its ledgers; these have the whole of theirs.

        Where something was done from (`network`, a part of the address, and the browser) is kept for 90 days.
        """
        audited_club = self.club(request, club)
        params = query.known(request, WantedActs)
        filters = Wanted(params["who"], params["what"], params["since"], params["until"], params["q"])

        def fetch(after: list[Any] | None, passed: int, count: int) -> list[reads.Place]:
            begin = reads.place_of(after) if after else None
            return list(reads.acts_of(audited_club, filters, codes, after=begin)[passed : passed + count])

        page = page_fetched(request, fetch, lambda place: (place[0].isoformat(), *place[1:]))
        acts = [DoneInClub.of(act) for act in reads.read(page.rows, who)]
        count = reads.acts_of(audited_club, filters, codes).count()
        return page.reply(ActPage.read(page, count=count, results=acts))
