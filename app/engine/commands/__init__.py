"""Every edit there is: frozen values with a label, applied inside one recorded transaction."""

from app.engine.commands.base import Command, Effect
from app.engine.commands.characters import ChangeCharacter, CreateCharacter
from app.engine.commands.fragment_parts import MergeFragments, SplitFragment
from app.engine.commands.fragments import (
    DeleteFragments,
    EditFragment,
    KeepDay,
    MoveFragments,
    WriteFragment,
)
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
from app.engine.commands.months import (
    ActivateMonths,
    DeleteMonth,
    LabelVersion,
    RestoreVersion,
    SetBudget,
    WriteMonth,
)
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
    "ActivateMonths",
    "AddLinks",
    "AddMemory",
    "ChangeCharacter",
    "ChangeMemory",
    "Command",
    "Consolidate",
    "CreateCharacter",
    "DateFromSources",
    "DecideProposals",
    "DeleteFragments",
    "DeleteMonth",
    "Dismiss",
    "Double",
    "EditFragment",
    "Effect",
    "ForgetMemories",
    "HideMessages",
    "KeepDay",
    "KeepDrafts",
    "LabelVersion",
    "LinkMemories",
    "MergeFragments",
    "MergeMemories",
    "MoveFragments",
    "MoveMemories",
    "PinMemories",
    "RemoveSearch",
    "RenameSearch",
    "RestoreMemories",
    "RestoreVersion",
    "SaveSearch",
    "SetBudget",
    "SetImportance",
    "SplitFragment",
    "TagMemories",
    "UnlinkMemories",
    "WriteFragment",
    "WriteMonth",
]
