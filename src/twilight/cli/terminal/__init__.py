"""The game at the terminal: pictures, prompts, words, and the session that asks."""
