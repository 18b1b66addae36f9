"""PySide6 6.12.0 drops references to None and True on Python 3.11 until it aborts; any release that does fails here."""

import os
import platform
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import apsw
import PySide6
from PySide6.QtCore import QObject, Signal, qVersion
from PySide6.QtWidgets import QApplication, QLabel

CALLS = 2_000
EMITS = 300  # `True` has few references: a faulty release is dead after about 570
SLACK = 50


class Bell(QObject):
    rung = Signal(bool)


def falls(value: object, work: object, times: int) -> int:
    before = sys.getrefcount(value)
    for _ in range(times):
        work()
    return before - sys.getrefcount(value)


def main() -> int:
    print(f"Python {platform.python_version()} on {platform.platform()}")
    print(f"PySide6 {PySide6.__version__}, Qt {qVersion()}, SQLite {apsw.sqlitelibversion()}")
    application = QApplication([])
    label, bell = QLabel(), Bell()
    bell.rung.connect(label.setEnabled)
    lost_none = falls(None, lambda: label.setText("x"), CALLS)
    lost_true = falls(True, lambda: bell.rung.emit(True), EMITS)
    application.quit()
    print(
        f"References lost: {lost_none} to None over {CALLS} setText, {lost_true} to True over {EMITS} emits"
    )
    return 0 if lost_none < SLACK and lost_true < SLACK else 1


if __name__ == "__main__":
    sys.exit(main())
