"""Fails when an installed package is under a licence that Belvedere cannot be given away with."""

import json
import re
import subprocess
import sys

# Dual: we take Qt under the LGPL, as separate, replaceable libraries.
DUAL_LGPL = frozenset({"pyside6-essentials", "shiboken6"})
_BARRED = re.compile(
    r"(?<!lesser )general public|(?<![a-z])a?gpl|affero|non-?commercial|\bnc\b|cc-by-nc|sspl|busl|proprietary",
    re.I,
)
_LESSER = re.compile(r"lesser general public|(?<![a-z])lgpl", re.I)


def objection(name: str, licence: str) -> str | None:
    """Why this package may not be used, or None."""
    if name.lower().replace("_", "-") in DUAL_LGPL:
        return None if _LESSER.search(licence) else f"{name}: its LGPL is no longer named: {licence}"
    if licence.strip().upper() in ("", "UNKNOWN"):
        return f"{name}: names no licence"
    return f"{name}: {licence}" if _BARRED.search(licence) else None


def main() -> int:
    command = [sys.executable, "-m", "piplicenses", "--format=json", "--from=all"]
    packages = json.loads(
        subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8").stdout
    )
    objections = []
    for package in packages:
        named = " / ".join(
            value for key, value in package.items() if key.startswith("License") and value != "UNKNOWN"
        )
        if package["Name"] != "belvedere" and (why := objection(package["Name"], named)):
            objections.append(why)
    print("\n".join(objections) or f"{len(packages)} packages; Qt under its LGPL, nothing barred.")
    return 1 if objections else 0


if __name__ == "__main__":
    sys.exit(main())
