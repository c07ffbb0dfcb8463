"""Computer players: each sees an Observation and nothing else."""
