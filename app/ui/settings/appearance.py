"""Appearance: theme, language, size of text, motion. Kept on this machine, never in a palace."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import i18n, machine, theme
from app.ui.i18n import tr
from app.ui.settings.tabs import Tab
from app.ui.studio import Studio
from app.ui.widgets import Rule, Segmented, Text, Toggle

SCALES = (0.9, 1.0, 1.15, 1.3, 1.5)


class AppearanceTab(Tab):
    """Theme, language, size of text, motion."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._machine = machine.Machine.load()
        self.theme = Segmented([(key, key) for key in theme.CHOICES])
        self.language = Segmented([(key, key) for key in ("system", *i18n.LANGUAGES)])
        self.scale = Segmented([(str(scale), f"{round(scale * 100)} %") for scale in SCALES])
        self.motion = Toggle()
        self._labels = [Text("", "read", weight=600) for _ in range(4)]
        self._hints = [Text("", "caption", "text_muted", wrap=True) for _ in range(4)]
        self._build()
        self._show_state()
        self.theme.chosen.connect(self._on_theme_chosen)
        self.language.chosen.connect(self._on_language_chosen)
        self.scale.chosen.connect(self._on_scale_chosen)
        self.motion.toggled.connect(self._on_motion_toggled)
        self.retranslate()

    def _build(self) -> None:
        body = QVBoxLayout(self)
        body.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(6))
        body.setSpacing(0)
        for index, control in enumerate((self.theme, self.language, self.scale, self.motion)):
            if index:
                body.addWidget(Rule())
            body.addWidget(self._row(index, control))
        body.addStretch(1)

    def _row(self, index: int, control: QWidget) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, theme.u(4), 0, theme.u(4))
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.px(2))
        grid.setColumnMinimumWidth(0, theme.px(200))
        grid.addWidget(self._labels[index], 0, 0)
        grid.addWidget(self._hints[index], 1, 0, Qt.AlignmentFlag.AlignTop)
        holder = QHBoxLayout()
        holder.addWidget(control)
        holder.addStretch(1)
        grid.addLayout(holder, 0, 1, 2, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        return box

    def _show_state(self) -> None:
        self.theme.set_current(self._machine.theme)
        self.language.set_current(self._machine.language)
        nearest = min(SCALES, key=lambda scale: abs(scale - self._machine.font_scale))
        self.scale.set_current(str(nearest))
        self.motion.setChecked(self._machine.reduced_motion)

    def retranslate(self) -> None:
        words = (
            (tr("Theme"), tr("A house by day or by night")),
            (tr("Language"), tr("Of the window; memories keep theirs")),
            (tr("Size of text"), tr("Everything else grows with it")),
            (tr("Less motion"), tr("Lamps change at once")),
        )
        for index, (label, hint) in enumerate(words):
            self._labels[index].setText(label)
            self._hints[index].setText(hint)
        self.theme.set_options(
            [("system", tr("As the system")), ("light", tr("Light")), ("dark", tr("Dark"))]
        )
        self.language.set_options([("system", tr("As the system")), ("en", "English"), ("zh", "中文")])
        for control, name in zip((self.theme, self.language, self.scale, self.motion), words, strict=True):
            control.setAccessibleName(name[0])

    def look_again(self) -> None:
        self._machine = machine.Machine.load()
        self._show_state()

    def _keep(self, **values: object) -> None:
        self._machine = machine.Machine.load()
        for name, value in values.items():
            setattr(self._machine, name, value)
        self._machine.save()

    def _on_theme_chosen(self, key: str) -> None:
        self._keep(theme=key)
        theme.choose(key)

    def _on_language_chosen(self, key: str) -> None:
        self._keep(language=key)
        i18n.choose(key)

    def _on_scale_chosen(self, key: str) -> None:
        self._keep(font_scale=float(key))
        theme.set_scale(float(key))

    def _on_motion_toggled(self, reduced: bool) -> None:
        self._keep(reduced_motion=reduced)
        theme.set_reduced_motion(reduced)
