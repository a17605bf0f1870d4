"""Notifications between requests and between servers."""
