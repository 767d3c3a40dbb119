"""A hand that is scored before anybody waits for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.derivation import Derivation
from scoring.faults import Faults
from tournaments.evening.plan import Setup


class ScoredAhead:
    """A hand that is scored before the evening's lock is taken, so that no other table waits for it.

    What depends on the hands before it is scored when those are known, which is under the lock.

    Arguments:
        setup: what the evening was last known to be played by.
        hand: as on the game's page of the rules; None where the deal is void.
    """

    def __init__(self, setup: Setup, hand: Mapping[str, Any] | None) -> None:
        self._setup = setup
        self._hand = hand
        self._slip: Derivation | Faults | None = None
        if hand is not None and not setup.remembers:
            try:
                self._slip = setup.score(hand)
            except Faults as refused:
                self._slip = refused

    def under(self, setup: Setup, before: Sequence[Mapping[str, Any]]) -> Derivation | None:
        """The slip under what the locked evening is played by; None where the deal is void.

        `before` are the hands before it at its table. It is scored again only where the plan has changed since it
        was last known. Raises Faults.
        """
        if setup.plan != self._setup.plan:
            return ScoredAhead(setup, self._hand).under(setup, before)
        if setup.remembers and self._hand is not None:
            return setup.score(self._hand, before)
        if isinstance(self._slip, Faults):
            raise self._slip
        return self._slip
