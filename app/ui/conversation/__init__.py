"""The conversation: the verbatim log, with the memories that rest on it."""

from app.domain.errors import mark
from app.ui.panel import PanelSpec

PANEL = PanelSpec(
    key="conversation",
    icon="chat",
    title=mark("Chat"),
    order=40,
    place="app.ui.conversation.panel:ConversationPanel",
)
