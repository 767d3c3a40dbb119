"""Writing in the ledger of a season. Every act goes through `open_season`.

Lock order everywhere: an evening first, then seasons, by their keys.
"""

from __future__ import annotations

from datetime import datetime

from scoring.derivation import OR, Sentence, listed
from tournaments.models import Season, SeasonEntry
from tournaments.ranking.season.life import ACT_WORDS, ALLOWED, LEADS_TO, STAGE_WORDS, SeasonAct, is_possible
from tournaments.refusals import NOT_NOW, refuse
from tournaments.services.chaining import check_transaction, next_entry


class SeasonBook:
    """A season's ledger, open for one transaction. `season` is the locked row."""

    def __init__(self, season: Season, *, by: str, at: datetime) -> None:
        self.season = season
        self.by = by
        self.at = at

    def check(self, act: SeasonAct) -> None:
        """Raise Faults (`not-now`) where `act` is not allowed as the season stands."""
        if is_possible(act, self.season.stage):
            return
        refuse(
            "season.stage",
            NOT_NOW,
            "“%(act)s” is not possible now: the season is “%(stage)s”; allowed while it is: %(allowed)s",
            act=Sentence(ACT_WORDS[act]),
            stage=Sentence(STAGE_WORDS[self.season.stage]),
            allowed=listed((Sentence(STAGE_WORDS[stage]) for stage in sorted(ALLOWED[act])), OR),
        )

    def write(
        self, act: SeasonAct, body: dict[str, object], *, reason: str = "", also: tuple[str, ...] = ()
    ) -> SeasonEntry:
        """Append one entry and move the season on. Raises Faults where its stage forbids the act.

        Saved with it are the season's stage, length, head and version, and the fields named in `also`, which the
        caller has set on `self.season`.
        """
        self.check(act)
        season = self.season
        entry = next_entry(season, act=act.value, body=body, by=self.by, at=self.at, reason=reason)
        row = SeasonEntry.objects.create(season=season, **entry)
        season.stage = LEADS_TO.get(act, season.stage)
        season.ledger_length = row.sequence
        season.ledger_head = row.hash
        season.version += 1
        season.save(update_fields=["stage", "ledger_length", "ledger_head", "version", *also])
        return row


def open_season(season_id: int, *, by: str, at: datetime) -> SeasonBook:
    """Lock the season and open its ledger; must be called inside a transaction."""
    check_transaction()
    rows = Season.objects.select_for_update(of=("self",), no_key=True)
    season = rows.select_related("league__club").get(pk=season_id)
    return SeasonBook(season, by=by, at=at)
