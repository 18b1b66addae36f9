"""Endpoints of any maker that speak OpenAI's protocol: found, probed, called with patience, and told about."""
