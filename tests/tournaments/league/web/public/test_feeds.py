"""What programs read of a club: its results as Atom, the map of its pages, what search engines may read."""

import json
import re
from datetime import time
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from django.test import Client

from tests.tournaments.an_evening import Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import html
from tournaments.club.models import Club
from tournaments.club.roles import Audience
from tournaments.signup import announcements
from tournaments.signup.announcements import NewAnnouncement

pytestmark = pytest.mark.django_db
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
NAME = '</script> “Ann’s” \\ "whist"'


def read(path: str) -> Any:
    return ElementTree.fromstring(Client().get(path).content)  # noqa: S314 - our own


def test_feed_map_and_head_of_a_club_tell_what_was_published(make_evening: Make, club: Club) -> None:
    make_evening(4, until="finished", rounds=1, name="Not published", seed="another")
    Club.objects.update(place="Town Hall")
    room = make_evening(4, until="finished", rounds=1, people=("Ann", "Bob", "Cy", "Dot"))
    room.archive_by_seed()
    first = room.evening.standings.get(place=1).ticket.player.name
    feed = feedparser.parse(Client().get(f"/c/{club.slug}/results.atom").content)
    (entry,) = feed.entries
    page = f"http://testserver/c/{club.slug}/{room.evening.slug}/"
    assert (feed.bozo, feed.version, feed.feed.title) == (False, "atom10", club.name)
    assert (entry.title, entry.id, entry.link) == ("Friday, 20 November 2026", page, page)
    assert entry.summary == f"First place: {first}"
    head = " ".join(html(Client().get(f"/c/{club.slug}/")).split())
    assert f'href="http://testserver/c/{club.slug}/results.atom"' in head
    assert f'property="og:description" content="Town Hall · Friday: {first}"' in head
    (lastmod, _other) = [
        place.find(f"{MAP}lastmod").text
        for place in read(f"/c/{club.slug}/sitemap.xml").iter(f"{MAP}url")
        if place.find(f"{MAP}loc").text.startswith(page)
    ]
    assert room.evening.published_at
    assert lastmod == room.evening.published_at.date().isoformat()


def test_search_engines_are_led_to_clubs_that_everybody_sees(club: Club) -> None:
    lead = f"Sitemap: http://testserver/c/{club.slug}/sitemap.xml"
    assert lead in Client().get("/robots.txt").content.decode()
    Club.objects.update(results_for=Audience.WITH_LINK)
    assert lead not in Client().get("/robots.txt").content.decode()


@pytest.mark.parametrize("until", ["draft", "playing"])
def test_engines_read_an_evening_as_an_event(make_evening: Make, club: Club, until: str) -> None:
    evening = make_evening(4, until=until, name=NAME).evening
    if until == "draft":
        new = NewAnnouncement(starts=time(19, 30))
        announcements.announce(evening=evening, new=new, by="user:1", at=START)
    page = html(Client().get(f"/c/{club.slug}/{evening.slug}/", follow=True))
    (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    event = json.loads(text)
    starts = "2026-11-20T19:30:00+01:00" if until == "draft" else "2026-11-20"
    assert (event["name"], event["location"]["name"], event["startDate"]) == (NAME, club.name, starts)
