"""The window. Only here Qt; only `aio` knows qasync."""
