"""Whether what was brought back holds: every ledger, every archive, every printed card."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from tournaments.evening.reads.access import every_evening
from tournaments.league.models import Season
from tournaments.league.services import fixture_check
from tournaments.operations.backups.container import BackupError
from tournaments.operations.server_key import PRINTED
from tournaments.publishing import rebuild

LONGEST_SECONDS = 3600
SERVERS = ("DATABASE_URL", "WEB_DATABASE_URL", "REDIS_URL", "SECRET_KEY")


@dataclass
class Verdict:
    """What was looked at, and what is wrong; `findings` is empty when everything holds."""

    evenings: int = 0
    seasons: int = 0
    cards: int = 0
    findings: list[str] = field(default_factory=list)


def verify() -> Verdict:
    """Work every evening and season out again from its ledger, and every card and ticket from the secret key."""
    verdict = Verdict()
    for evening in every_evening().iterator():
        verdict.evenings += 1
        verdict.findings += [f"{evening.club.slug}/{evening.slug}: {told}" for told in rebuild.check(evening)]
    for season in Season.objects.select_related("league__club").iterator():
        verdict.seasons += 1
        address = f"{season.league.club.slug}/{season.league.slug}/{season.slug}"
        verdict.findings += [f"{address}: {told}" for told in fixture_check.check(season)]
    for printed in PRINTED:
        for link in printed.rows().iterator():
            verdict.cards += 1
            if printed.hashes(link) != (link.token_hash, link.code_hash):
                verdict.findings.append(f"{link}: what is printed on its card does not open it")
    return verdict


def verify_file(path: Path) -> str:
    """Bring a backup back into a scratch database, in a process of its own, and verify it there.

    Returns:
        What the restore said, in one line.

    Raises:
        BackupError: it could not be brought back, or does not hold.
    """
    with tempfile.TemporaryDirectory(prefix="head-table-restored-") as folder:
        bare = {name: value for name, value in os.environ.items() if name not in SERVERS}
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(path.absolute())],
            cwd=settings.BASE_DIR,
            env=bare | {"HEAD_TABLE_DATA": folder},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    if done.returncode:
        raise BackupError(
            f"{path} was written, but cannot be brought back:\n{done.stdout}{done.stderr}".strip()
        )
    return done.stdout.strip()
