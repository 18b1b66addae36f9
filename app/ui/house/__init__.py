"""The house: a drawing whose light says how much the memories in a room still matter."""
