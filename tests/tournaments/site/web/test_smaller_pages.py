"""Pages go out gzipped to browsers that take it; what is told by a strong ETag, and all data, goes as it is."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files_by_their_own_names")]


@pytest.mark.parametrize(
    ("path", "encoding"),
    [("/rules/chantecler/", "gzip"), ("/nobody/sits/here/", "gzip"), ("/api/v1/games/chantecler/", "")],
)
def test_pages_alone_are_gzipped(client: Client, path: str, encoding: str) -> None:
    answer = client.get(path, headers={"accept-encoding": "gzip"})
    assert answer.get("Content-Encoding", "") == encoding


def test_a_page_is_the_same_gzipped_and_a_third_as_long_at_most(client: Client) -> None:
    plain = client.get("/rules/chantecler/").content
    smaller = client.get("/rules/chantecler/", headers={"accept-encoding": "gzip"}).content
    assert b"<h1" in gzip.decompress(smaller)
    assert len(smaller) < len(plain) / 3
