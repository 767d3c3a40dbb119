"""`manage.py loaddata` is refused as `dumpdata` is."""

from tournaments.management.commands.dumpdata import Command

__all__ = ["Command"]
