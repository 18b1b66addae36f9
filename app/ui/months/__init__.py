"""Months: how they stand, their days, and the text of each."""
