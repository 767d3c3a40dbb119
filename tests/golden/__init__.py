"""Golden files: random walks of all acts of an evening, and whole seasons, as the services once left them.

`kept/` holds of each walk the ledger as it was stored, what it folds to, every row, and each archive that was
published; of each season the same. They were made by the program of their day and are what later ones are held to:
**a file in there is never rewritten, only new ones are added beside it.** A difference is a fault of the program
that reads, until somebody shows that the kept file was wrong; then the walk stays out of a new file, with the reason.

`acts.py` is the table of what a walk can do, `evenings.py` which evening it is about, `walk.py` one walk,
`walks.py` the program that makes them, `seasons.py` the seasons; `rows.py` and `season_rows.py` tell rows as data,
`loading.py` puts them back without what follows from the ledger.
"""
