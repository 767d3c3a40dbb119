"""Evening scripts: a whole evening in one file, played."""
