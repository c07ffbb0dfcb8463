"""The server: lobby, rooms, accounts, clocks, persistence and the live connection of a game."""
