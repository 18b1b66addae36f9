"""Readers and writers of other programs' files: bytes to domain values and back."""
