"""Matches and what they tell: results, ratings, agreement with people."""
