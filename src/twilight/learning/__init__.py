"""Training of the judgement: `twilight train`, with torch (extra `train`); nothing imports it."""
