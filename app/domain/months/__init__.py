"""Months: passages, truth, recall tags; pure."""
