"""Async use-cases over storage, models and formats. No Qt."""
