"""The prompts: built-in wordings to read, the palace's own to write, version by version."""
