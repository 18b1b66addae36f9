"""Taking another program's file in: read in a child process, sorted into rows, accounted for."""

from app.engine.ingest.account import Account, KindCount, Sample
from app.engine.ingest.ingest import ingest

__all__ = ["Account", "KindCount", "Sample", "ingest"]
