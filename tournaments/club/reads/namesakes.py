"""Whom a name that somebody typed means among the people of a club. One rule for lists, sign-ups and the door."""

from __future__ import annotations

from collections import defaultdict

from tournaments.club.models import Player
from tournaments.ranking.people.likeness import plain
from tournaments.site.cleaning import folded


class Namesakes:
    """The people of a club by their names; one query.

    Arguments:
        club: its primary key.
    """

    def __init__(self, club: int) -> None:
        self._exact = defaultdict[str, list[Player]](list)
        self._folded = defaultdict[str, list[Player]](list)
        self._words = defaultdict[str, list[Player]](list)
        for player in Player.objects.filter(club=club).order_by("pk"):
            self._exact[player.name].append(player)
            if player.is_active:
                self._folded[folded(player.name)].append(player)
                self._words[_words(player.name)].append(player)

    def called(self, name: str) -> list[Player]:
        """Whoever has exactly this name, or else who has it but for case and accents.

        Arguments:
            name: cleaned, so that its spaces are single.

        Returns the active of them; of those of exactly this name all, where each of them has retired.
        """
        exact = self._exact.get(name, [])
        return [player for player in exact if player.is_active] or exact or self._folded.get(folded(name), [])

    def alike(self, name: str) -> list[Player]:
        """The active people who have this name but for case, accents, punctuation and the order of the words."""
        found = [*self._folded.get(folded(name), ()), *self._words.get(_words(name), ())]
        return sorted(set(found), key=lambda player: (player.name, player.pk))


def _words(name: str) -> str:
    return " ".join(sorted(plain(name).split())) or name
