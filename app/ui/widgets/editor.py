"""A field of reading text: plain, in the reading style, as high as its text."""

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget

from app.ui import theme


class Editor(QTextEdit):
    """`confirmed` by Ctrl+Enter, `abandoned` by Escape, `left` when the keyboard goes elsewhere."""

    confirmed = Signal()
    abandoned = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self.updateGeometry())

    def load(self, text: str) -> None:
        """Take a text; what was typed before cannot be undone into it."""
        self.setFont(QFont(theme.font("read")))
        self.setPlainText(text)
        lines = QTextBlockFormat()
        factor = round(100 * theme.line_factor("read") * theme.size_px("read") / self.fontMetrics().height())
        lines.setLineHeight(max(100, factor), QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        frame = self.document().rootFrame()
        air = frame.frameFormat()
        air.setTopMargin(theme.px(4))  # looser lines add their air below, none above the first
        frame.setFrameFormat(air)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(lines)
        self.document().clearUndoRedoStacks()
        self.moveCursor(QTextCursor.MoveOperation.End)

    def loadResource(self, _kind: int, _name: object) -> object:
        return None  # no image, local or remote, is ever fetched for a user's text

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802
        self.insertPlainText(source.text())

    def sizeHint(self) -> QSize:
        return QSize(theme.u(60), round(self.document().size().height()) + 2 * theme.px(6))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.u(20), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.confirmed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.abandoned.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.left.emit()
