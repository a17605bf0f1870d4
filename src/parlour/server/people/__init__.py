"""Accounts, guests, preferences and profiles."""
