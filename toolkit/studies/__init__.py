"""Questions about rules and players, answered by simulation: summaries, comparisons, sweeps, arenas, plans."""
