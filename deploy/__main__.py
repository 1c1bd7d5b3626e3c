"""``python -m deploy up|manage …``: what the scripts of the same names run."""

from __future__ import annotations

import signal
import sys


def main(what: str, arguments: list[str]) -> int:
    # While the imports below take their half second nothing is made yet, and Ctrl-C needs no traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if what == "up":
        from deploy import instance

        return instance.main(arguments)
    from deploy import command

    return command.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
