"""Requests and live connections: who may come in, and what they may ask."""
