"""The palace file: the only place with SQL and the driver. Synchronous functions that take a connection."""
