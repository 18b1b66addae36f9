"""Settings: for now the general ones. Each takes effect at once and is kept on this machine."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import i18n, machine, theme
from app.ui.i18n import tr
from app.ui.panel import Panel, say_nothing
from app.ui.studio import Studio
from app.ui.widgets import Elided, PanelHead, Rule, Segmented, Text, Toggle

SCALES = (0.9, 1.0, 1.15, 1.3, 1.5)


class SettingsPage(Panel):
    """Theme, language, size of text, motion, and where things are kept."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "window")
        self._machine = machine.Machine.load()
        self.head = PanelHead()
        self.theme = Segmented([(key, key) for key in theme.CHOICES])
        self.language = Segmented([(key, key) for key in ("system", *i18n.LANGUAGES)])
        self.scale = Segmented([(str(scale), f"{round(scale * 100)} %") for scale in SCALES])
        self.motion = Toggle()
        self._labels = [Text("", "read", weight=600) for _ in range(5)]
        self._hints = [Text("", "caption", "text_muted", wrap=True) for _ in range(5)]
        self._folder = Elided(str(machine.config_folder()), "body")
        self._data = Elided(str(machine.data_folder()), "body")
        self._portable = Text("", "small", "text_muted", wrap=True)
        self._side = QWidget(self)  # no memory belongs beside it
        say_nothing(self._side)
        self._build()
        self._show_state()
        self.theme.chosen.connect(self._on_theme_chosen)
        self.language.chosen.connect(self._on_language_chosen)
        self.scale.chosen.connect(self._on_scale_chosen)
        self.motion.toggled.connect(self._on_motion_toggled)
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        body = QVBoxLayout()
        body.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(6))
        body.setSpacing(0)
        kept = QVBoxLayout()
        kept.setSpacing(theme.u(1))
        for part in (self._folder, self._data, self._portable):
            kept.addWidget(part)
        controls: tuple[QWidget | QVBoxLayout, ...] = (
            self.theme,
            self.language,
            self.scale,
            self.motion,
            kept,
        )
        for index, control in enumerate(controls):
            body.addWidget(Rule())
            body.addWidget(self._row(index, control))
        body.addStretch(1)
        column.addLayout(body, 1)

    def _row(self, index: int, control: QWidget | QVBoxLayout) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, theme.u(4), 0, theme.u(4))
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.px(2))
        grid.setColumnMinimumWidth(0, theme.px(200))
        grid.addWidget(self._labels[index], 0, 0)
        grid.addWidget(self._hints[index], 1, 0, Qt.AlignmentFlag.AlignTop)
        holder = QHBoxLayout()
        if isinstance(control, QWidget):
            holder.addWidget(control)
            holder.addStretch(1)
        else:
            holder.addLayout(control, 1)
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

    def inspector_page(self) -> QWidget:
        return self._side

    def retranslate(self) -> None:
        self.head.title.setText(tr("Settings"))
        self.head.subtitle.setText(tr("Kept on this machine, never in a palace."))
        words = (
            (tr("Theme"), tr("A house by day or by night")),
            (tr("Language"), tr("Of the window; memories keep theirs")),
            (tr("Size of text"), tr("Everything else grows with it")),
            (tr("Less motion"), tr("Lamps change at once")),
            (tr("Where things are"), tr("Settings, then data")),
        )
        for index, (label, hint) in enumerate(words):
            self._labels[index].setText(label)
            self._hints[index].setText(hint)
        self.theme.set_options(
            [("system", tr("As the system")), ("light", tr("Light")), ("dark", tr("Dark"))]
        )
        self.language.set_options([("system", tr("As the system")), ("en", "English"), ("zh", "中文")])
        for control, name in zip((self.theme, self.language, self.scale, self.motion), words, strict=False):
            control.setAccessibleName(name[0])
        portable = tr(
            "Portable: the file {marker} beside the program keeps all of it here.", marker=machine.MARKER
        )
        fixed = tr(
            "A file named {marker} beside the program would keep all of it there.", marker=machine.MARKER
        )
        self._portable.setText(portable if machine.portable() else fixed)

    def show_with(self, **_arguments: object) -> None:
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
