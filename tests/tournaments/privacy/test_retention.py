"""What has served its purpose is thrown away, and nothing before."""

import hashlib
from datetime import datetime, timedelta
from itertools import chain

import pytest
from django.contrib.sessions.models import Session

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.public.test_corrected import published_again
from tests.tournaments.evening.web.public.test_reopened import correct
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import ApiToken, Club, Invitation, Mail, Notice, SignInLink, User, WrongGuesses
from tournaments.club.roles import Role
from tournaments.club.services.members import erase_names
from tournaments.club.services.tokens import make_api_token, make_sign_in_link
from tournaments.evening.models import Publication
from tournaments.league.models import SeasonEvening
from tournaments.privacy import erasing
from tournaments.privacy.data_export import KEPT, in_words
from tournaments.publishing.publish import check_rows
from tournaments.signup.models import SignUp
from tournaments.work import outbox
from tournaments.work.models import Job
from tournaments.work.outbox import MAIL, SEASON

A_MINUTE = timedelta(minutes=1)


@pytest.fixture
def access(club: Club, director: User) -> datetime:
    """A link, an invitation and a token that end at the moment that is given."""
    ends = START + timedelta(days=1)
    make_sign_in_link(user=director, at=START, lasts=ends - START)
    make_api_token(user=director, name="a program", at=START, lasts=ends - START)
    Invitation.objects.create(
        club=club,
        called="Bo",
        role=Role.DIRECTOR,
        token_hash="0" * 64,
        made_by=director,
        made_at=START,
        expires_at=ends,
    )
    return ends


def kept() -> list[int]:
    return [model.objects.count() for model in (SignInLink, Invitation, ApiToken)]


def test_what_gave_access_can_be_looked_at_for_a_year(access: datetime) -> None:
    erasing.forget_old(at=access + erasing.ACCESS_KEPT)
    assert kept() == [1, 1, 1]
    erasing.forget_old(at=access + erasing.ACCESS_KEPT + erasing.EVERY + A_MINUTE)
    assert kept() == [0, 0, 0]


def test_what_was_revoked_counts_from_then(access: datetime) -> None:
    ApiToken.objects.update(revoked_at=START, expires_at=START + 10 * erasing.ACCESS_KEPT)
    erasing.forget_old(at=START + erasing.ACCESS_KEPT + A_MINUTE)
    assert ApiToken.objects.count() == 0


def test_sessions_that_are_over_go_and_others_stay(db: None) -> None:
    for key, ends in (("over", START), ("open", START + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    erasing.forget_old(at=START + A_MINUTE)
    assert [session.session_key for session in Session.objects.all()] == ["open"]


def test_it_looks_once_an_hour(db: None) -> None:
    erasing.forget_old(at=START)
    Session.objects.create(session_key="over", session_data="", expire_date=START)
    assert erasing.forget_old(at=START + erasing.EVERY - A_MINUTE) == 0
    assert erasing.forget_old(at=START + erasing.EVERY) == 1


def test_sign_ups_and_what_was_told_by_mail_go_long_after_the_evening(club: Club) -> None:
    day = START.date()
    evening = AList.made(club, day=day)
    evening.sign_up("Ada Marsh")
    ada = club.players.create(name="Ada Marsh", slug="ada-marsh", made_at=START)
    evening.evening.notices.create(player=ada, kind="place", number=1, state="sent", made_at=START)
    erasing.forget_old(at=datetime.combine(day + erasing.SIGN_UPS_KEPT, START.timetz()))
    assert [model.objects.count() for model in (SignUp, Notice)] == [1, 1]
    erasing.forget_old(at=datetime.combine(day + erasing.SIGN_UPS_KEPT + timedelta(days=1), START.timetz()))
    assert [model.objects.count() for model in (SignUp, Notice)] == [0, 0]


def test_wrong_guesses_go_though_nobody_guesses_any_more(db: None) -> None:
    WrongGuesses.objects.create(sender="0" * 64, minute=START.timestamp() // 60, count=3)
    erasing.forget_old(at=START + erasing.TRIES_KEPT)
    assert WrongGuesses.objects.count() == 1
    erasing.forget_old(at=START + erasing.TRIES_KEPT + erasing.EVERY)
    assert WrongGuesses.objects.count() == 0


def test_mails_that_never_went_go_with_their_jobs_and_other_failures_stay(db: None) -> None:
    mail = Mail.objects.create(sealed="sealed", made_at=START)
    for topic, subject in ((MAIL, "mail"), (SEASON, "season")):
        Job.objects.create(
            topic=topic.name,
            subject=subject,
            subject_key=mail.pk,
            made_at=START,
            due_at=START,
            outcome=Job.Outcome.FAILED,
        )
    erasing.forget_old(at=START + erasing.MAIL_KEPT)
    assert (Mail.objects.count(), Job.objects.count()) == (1, 2)
    erasing.forget_old(at=START + erasing.MAIL_KEPT + erasing.EVERY)
    assert (Mail.objects.count(), list(Job.objects.values_list("topic", flat=True))) == (0, [SEASON.name])


def test_a_replaced_archive_goes_in_time_and_is_still_counted(make_evening: Make) -> None:
    room = published_again(make_evening(12, until="published"), correct)
    first, last = (Publication.objects.get(number=number) for number in (1, 2))
    erasing.forget_old(at=last.published_at + erasing.PUBLICATION_KEPT)
    assert archives() == [first.archive, last.archive]
    assert erasing.forget_old(at=last.published_at + erasing.PUBLICATION_KEPT + erasing.EVERY + A_MINUTE) > 0
    assert archives() == ["", last.archive]
    assert (
        Publication.objects.get(number=1).archive_hash == hashlib.sha256(first.archive.encode()).hexdigest()
    )
    assert check_rows(room.read()) == []
    erase_names(player=room.players[0])
    assert check_rows(room.read()) == []
    Publication.objects.filter(number=2).update(archive="", archive_hash="0" * 64)
    assert "publication 2: its archive is missing, though none took its place" in check_rows(room.read())


def test_the_archive_by_which_a_season_goes_stays(make_evening: Make) -> None:
    room = published_again(make_evening(12, until="published"), correct)
    season = ASeason.made(room.evening.club).season
    SeasonEvening.objects.update_or_create(
        season=season, evening=room.evening, defaults={"publication": 1, "result": {}}
    )
    before = archives()
    erasing.forget_old(at=START + 9 * erasing.PUBLICATION_KEPT)
    assert archives() == before


def archives() -> list[str]:
    return list(Publication.objects.order_by("number").values_list("archive", flat=True))


def test_the_page_says_these_times() -> None:
    until = [str(kept.until) for kept in chain(*KEPT.values())]
    assert f"{in_words(erasing.SIGN_UPS_KEPT)} after the evening, or until the club erases the name" in until
    assert {f"{erasing.ACCESS_KEPT.days} days after they end", f"{erasing.MAIL_KEPT.days} days"} <= {*until}
    assert {"1 day", "2 hours at most"} <= {*until}
    for words in (
        f"for {erasing.PUBLICATION_KEPT.days} days after another took its place",
        f"{outbox.KEPT.days} days after it is done",
        "the session for 14 days, the language for 365 days",
    ):
        assert any(words in text for text in until), words
