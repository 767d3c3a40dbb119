"""One game of each kind, for what depends on how many sit at its tables, on couples and on a target alone."""

from games.catalogue import GAMES

UNLIKE = tuple(
    {
        (frozenset(game.seats), game.partnership, game.target(game.defaults) is None): slug
        for slug, game in reversed(GAMES.items())
    }.values()
)
