"""Chat and embedding providers, built-in stand-ins among them. No database, no files of other programs."""
