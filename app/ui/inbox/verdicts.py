"""What can be decided about a proposal: buttons with their keys, the first being the primary one."""

from dataclasses import dataclass

from app.storage.proposals import Proposal
from app.ui.i18n import tr
from app.ui.inbox.naming import by_model


@dataclass(frozen=True, slots=True)
class Verdict:
    """`way`: accept, edit, merge, refuse, later, reopen, undo; `key` is what the list's keyboard says."""

    way: str
    label: str
    key: str
    kind: str = "plain"

    @property
    def cap(self) -> str:
        return "↵" if self.key == "enter" else self.key.upper()


def verdicts(proposal: Proposal, *, can_undo: bool) -> tuple[Verdict, ...]:
    """Give the verdicts open for a proposal as it stands."""
    if proposal.state == "accepted":
        return (Verdict("undo", tr("Take the verdict back"), "u"),) if can_undo else ()
    if proposal.state in {"refused", "outdated"}:
        return (Verdict("reopen", tr("Reopen"), "r"),)
    refuse = Verdict("refuse", tr("Refuse"), "x", "danger")
    later = Verdict("later", tr("Later"), "l", "bare")
    if proposal.state == "later":
        later = Verdict("reopen", tr("Wait again"), "r", "bare")
    model = by_model(proposal)
    of_box = proposal.patch.get("table") == "box"
    made = {
        "add": (
            Verdict("accept", tr("Accept"), "enter", "primary"),
            Verdict("edit", tr("Edit and accept"), "e"),
            Verdict("merge", tr("Accept, merge into …"), "m"),
            refuse,
        ),
        "duplicate": (
            Verdict("accept", tr("Give it the sources"), "enter", "primary"),
            Verdict("merge", tr("Give them to another …"), "m"),
            refuse,
        ),
        "change": (
            Verdict("accept", tr("Take it") if model else tr("Take theirs"), "enter", "primary"),
            *((Verdict("edit", tr("Edit and take"), "e"),) if "content" in proposal.patch else ()),
            Verdict("refuse", tr("Keep it as it is") if model else tr("Keep ours"), "x"),
        ),
        **{
            op: (
                Verdict("accept", tr("Take it"), "enter", "primary"),
                Verdict("edit", tr("Edit and take"), "e"),
                Verdict("refuse", tr("Keep it as it is"), "x"),
            )
            for op in ("month", "fragment")
        },
        "link": (Verdict("accept", tr("Link them"), "enter", "primary"), refuse),
        "gone": (
            Verdict(
                "accept",
                tr("Take the box apart here too") if of_box else tr("Forget it here too"),
                "enter",
                "primary",
            ),
            Verdict("refuse", tr("Keep it"), "x"),
        ),
        "rejected": (Verdict("refuse", tr("Put it away"), "x"),),
    }.get(proposal.op, (refuse,))
    return (*made, later)
