"""What Qt needs from a Linux system, and a font with Chinese: fetched on Debian as root, else named."""

import ctypes
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

Say = Callable[[str], None]
# Library → its package with apt, dnf and pacman.
DRAWING = MappingProxyType(
    {
        "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
        "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
        "libX11.so.6": ("libx11-6", "libX11", "libx11"),
        "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
        "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
        "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
        "libfreetype.so.6": ("libfreetype6", "freetype", "freetype2"),
        "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    }
)
SCREEN = MappingProxyType(
    {
        "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
        "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
        "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
        "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
        "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
        "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
        "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb", "libxcb"),
        "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
        "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor", "wayland"),
    }
)
FONT = ("fonts-wqy-microhei", "google-noto-sans-cjk-fonts", "noto-fonts-cjk")
LOOK = "fonts-inter"  # the first of the themes' fonts on Linux; fetched along, never missed
# A machine without a network is told so in seconds, and another apt at work is waited for.
APT = (
    "apt-get",
    "-o",
    "Acquire::http::Timeout=15",
    "-o",
    "Acquire::Retries=1",
    "-o",
    "DPkg::Lock::Timeout=120",
)
MANAGERS = (("apt-get", "apt install"), ("dnf", "dnf install"), ("pacman", "pacman -S"))
_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
_CHINESE_FONT = re.compile(
    r"wqy|cjk|droidsansfallback|sourcehan|uming|ukai|simsun|simhei|msyh|hanazono", re.I
)


def has_display(variables: Mapping[str, str] = os.environ) -> bool:
    """Whether a window could be seen."""
    if variables.get("QT_QPA_PLATFORM", "").split(":")[0] in ("offscreen", "minimal"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def provide(say: Say) -> None:
    """Bring what is missing where we may, else say the one command to type; never a reason to stop."""
    if not sys.platform.startswith("linux"):
        return
    missing = missing_packages()
    if not missing:
        return
    if _may_install():
        packages = [apt for apt, _, _ in missing]
        say("Fetching for Qt: " + " ".join([*packages, LOOK]))
        fetched = _apt_install([*packages, LOOK]) or _apt_install(packages)
        if fetched and not (missing := missing_packages()):
            return
    say("This system lacks what Qt draws with. To install it:\n    " + command_for(missing))


def missing_packages() -> list[tuple[str, str, str]]:
    wanted = dict(DRAWING) | (dict(SCREEN) if has_display() else {})
    missing = [packages for library, packages in wanted.items() if not _loads(library)]
    return missing if has_chinese_font() else [*missing, FONT]


def command_for(missing: list[tuple[str, str, str]]) -> str:
    """The command that installs these packages with this system's package manager."""
    for place, (program, command) in enumerate(MANAGERS):
        if shutil.which(program):
            names = dict.fromkeys(packages[place] for packages in missing)
            return f"sudo {command} {' '.join(names)}"
    return "your package manager's packages for: " + ", ".join(apt for apt, _, _ in missing)


def provide_venv(say: Say) -> None:
    """Debian splits `venv` from Python: bring it, or say how."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        package = f"python3.{sys.version_info.minor}-venv"
        if not (_may_install() and _apt_install([package])):
            say(f"Python's venv is missing. To install it:\n    sudo apt install {package}")


def has_chinese_font() -> bool:
    if shutil.which("fc-list"):
        found = subprocess.run(
            ["fc-list", ":lang=zh"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
        )
        return bool(found.stdout.strip())
    folders = [Path(folder).expanduser() for folder in _FONT_FOLDERS]
    return any(_CHINESE_FONT.search(path.name) for folder in folders for path in folder.rglob("*.*"))


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _may_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _apt_install(packages: list[str]) -> bool:
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-q"], ["install", "-y", "-q", "--no-install-recommends", *packages]):
        done = subprocess.run(
            [*APT, *arguments],
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(done.stdout[-1000:] + done.stderr[-1000:], file=sys.stderr)
            return False
    return True
