"""What a position is worth and what to answer in it, from what one side sees."""
