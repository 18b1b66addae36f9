"""The month archivist: overview, refining, truth, context."""
