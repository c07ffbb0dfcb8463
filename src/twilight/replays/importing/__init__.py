"""A log played through the engine, answered out of its lines."""
