"""Who did what in a club, over REST."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from tournaments.audit import reads
from tournaments.audit.reads import SOURCES, Act, AuditFilter
from tournaments.club.api.operations import CLUB, Address
from tournaments.club.roles import Role
from tournaments.evening.reads.desk import Club
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, By, Entered, Example
from tournaments.site.api.query import CountedPage, OffsetPage

LONGEST_WHO: Final = 40
LONGEST_ACT: Final = 30
LONGEST_WORDS: Final = 80


class WantedActs(OffsetPage):
    is_alone = False
    who = query.words(LONGEST_WHO, "Of whom, as `by` has it.")
    what = query.words(LONGEST_ACT, f"Of which source ({', '.join(SOURCES)}), or which act of the club.")
    since = query.day()
    until = query.day()
    q = query.words(LONGEST_WORDS, "Words of the sentence, or of what the act is about.")


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
    def from_view(cls, view: Act) -> Self:
        return cls.read(view, what=reads.sentence(view))


class ActPage(CountedPage):
    """A part of the list, and the addresses of the parts before and after it."""

    results: list[DoneInClub]


ACTS_OF_CLUB = Address(f"{CLUB}acts/", "club-acts", needs=Role.OWNER)


@ACTS_OF_CLUB.get()
def list_acts(club: Club, wanted: WantedActs) -> ActPage:
    """What was done in the club, the newest first, with the acts of its ledgers; these have the whole of theirs.

    Where something was done from (`network`, a part of the address, and the browser) is kept for 90 days.
    """
    params = wanted.cleaned_data
    filters = AuditFilter(params["who"], params["what"], params["since"], params["until"], params["q"])

    def fetch(after: list[Any] | None, passed: int, count: int) -> list[reads.Place]:
        begin = reads.place_of(after) if after else None
        return list(reads.acts_of(club, filters, after=begin)[passed : passed + count])

    page = wanted.fetched(fetch, lambda place: (place[0].isoformat(), *place[1:]))
    acts = [DoneInClub.from_view(act) for act in reads.read(page.rows)]
    return ActPage.read(page, count=reads.acts_of(club, filters).count(), results=acts)
