"""How laws are tried here: whatever else the machine is doing, no example is refused for being slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
