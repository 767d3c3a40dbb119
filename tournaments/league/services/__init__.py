"""Every write of leagues: seasons, their evenings and fixtures, persons, ratings, and the work behind them."""
