"""Judgement: encoding, features, net and win chance."""
