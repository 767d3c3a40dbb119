"""`manage.py loaddata` is refused."""

from tournaments.management import RefusedCommand as Command

__all__ = ["Command"]
