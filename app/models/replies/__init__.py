"""Replies of language models are data to be validated: read tolerantly, in linear time, never trusted."""
