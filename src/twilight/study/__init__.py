"""Study: who is winning, where it turned, what was better."""
