"""The headless face: one module a verb, the same engine as the window."""
