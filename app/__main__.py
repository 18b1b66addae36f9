"""`belvedere`: with a verb the command line, without one the window."""

import sys


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if arguments[:1] == ["--parse-child"]:  # a frozen build starts its parsing child through itself
        from app.formats import child

        return child.main(arguments[1:])
    from app.cli import main as command_line

    if command_line.is_verb(arguments):
        return command_line.run(arguments)
    from app.ui.app import run_window

    return run_window(arguments)


if __name__ == "__main__":
    sys.exit(main())
