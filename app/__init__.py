"""Belvedere: inspect, refine and test the memories of an AI companion."""

__version__ = "0.1.0"
