"""An announced evening in a test, and short ways to sign up for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.services import evenings
from tournaments.evening.services.perform import perform
from tournaments.signup import announcements, sign_ups
from tournaments.signup.announcements import NewAnnouncement
from tournaments.signup.models import Announcement, SignUp
from tournaments.signup.sign_ups import NewSignUp
from tournaments.site.arguments import validate_body

A_SECOND = timedelta(seconds=1)
BY = "user:1"


@dataclass
class AList:
    """An announced evening whose clock ticks at each look."""

    evening: Evening
    at: datetime = START

    @classmethod
    def made(cls, club: Club, *, day: date | None = None, at: datetime = START, **told: Any) -> AList:
        """An evening a week on, announced; `told` as `announce` takes it."""
        name = told.pop("name", "Friday cards")
        plan = {"game": "chantecler", "rounds": 3, **told.pop("plan", {})}
        day = day or at.date() + timedelta(7)
        evening = evenings.make_evening(club=club, name=name, date=day, plan=plan, by=BY, at=at)
        made = cls(evening, at)
        made.announce(**told)
        return made

    def clock(self) -> datetime:
        self.at += A_SECOND
        return self.at

    @property
    def room(self) -> AnEvening:
        """The evening as its desk has it."""
        return AnEvening(self.evening, [], self.at)

    @property
    def row(self) -> Announcement:
        return Announcement.objects.select_related("evening__club").get(evening=self.evening)

    def announce(self, **told: Any) -> Announcement:
        new = validate_body({"starts": time(19, 30), **told}, NewAnnouncement)
        return announcements.announce(evening=self.evening, new=new, by=BY, at=self.clock())

    def sign_up(self, name: str, companion: str = "", *, seeks_partner: bool = False) -> SignUp:
        return self.sign_up_with_link(name, companion, seeks_partner=seeks_partner)[0]

    def sign_up_with_link(
        self, name: str, companion: str = "", *, seeks_partner: bool = False
    ) -> tuple[SignUp, str]:
        """A visitor signs up; the row and the token of their link."""
        entered = NewSignUp(name=name, companion=companion, seeks_partner=seeks_partner)
        return sign_ups.sign_up(announcement=self.row, entered=entered, at=self.clock())

    def add(self, name: str, companion: str = "") -> SignUp:
        entered = NewSignUp(name=name, companion=companion)
        return sign_ups.add(announcement=self.row, entered=entered, by=BY, at=self.clock())

    def withdraw(self, row: SignUp) -> None:
        sign_ups.withdraw(sign_up=row, at=self.clock())

    def come_back(self, row: SignUp) -> SignUp:
        return sign_ups.come_back(sign_up=row, at=self.clock())

    def names(self, *, placed: bool) -> list[str]:
        """Who has a place, or who waits, in order."""
        rows = self.row.sign_ups.filter(withdrawn_at__isnull=True, placed_at__isnull=not placed)
        return list(rows.order_by("number").values_list("name", flat=True))

    def open_doors(self) -> None:
        perform(evening=self.evening, act=acts.OpenDoors(), by=BY, at=self.clock())

    def call_off(self) -> None:
        perform(evening=self.evening, act=acts.Abandon(reason="snow"), by=BY, at=self.clock())

    def withdraw_the_announcement(self) -> None:
        announcements.withdraw(announcement=self.row, at=self.clock())

    def let_its_day_pass(self) -> None:
        Evening.objects.filter(pk=self.evening.pk).update(date=self.at.date() - timedelta(2))
