"""SullyOS: its backups (zip v2, zip v1, bare JSON), palace exports, character cards and text dumps."""
