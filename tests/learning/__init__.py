"""Training: stages, fitting, self-play."""
