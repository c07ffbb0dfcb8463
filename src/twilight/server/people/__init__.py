"""Who the players are: guests, accounts, tokens."""
