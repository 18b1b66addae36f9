"""Every edit there is: frozen values with a label, applied inside one recorded transaction."""

from app.engine.commands.base import Command, Effect
from app.engine.commands.characters import ChangeCharacter, CreateCharacter
from app.engine.commands.memories import (
    AddMemory,
    ChangeMemory,
    DateFromSources,
    ForgetMemories,
    MoveMemories,
    PinMemories,
    RestoreMemories,
    SetImportance,
    TagMemories,
)
from app.engine.commands.merging import MergeMemories
from app.engine.commands.messages import HideMessages
from app.engine.commands.proposals import DecideProposals
from app.engine.commands.reading import AddLinks, Consolidate, Double, KeepDrafts
from app.engine.commands.small import (
    Dismiss,
    LinkMemories,
    RemoveSearch,
    RenameSearch,
    SaveSearch,
    UnlinkMemories,
)

__all__ = [
    "AddLinks",
    "AddMemory",
    "ChangeCharacter",
    "ChangeMemory",
    "Command",
    "Consolidate",
    "CreateCharacter",
    "DateFromSources",
    "DecideProposals",
    "Dismiss",
    "Double",
    "Effect",
    "ForgetMemories",
    "HideMessages",
    "KeepDrafts",
    "LinkMemories",
    "MergeMemories",
    "MoveMemories",
    "PinMemories",
    "RemoveSearch",
    "RenameSearch",
    "RestoreMemories",
    "SaveSearch",
    "SetImportance",
    "TagMemories",
    "UnlinkMemories",
]
