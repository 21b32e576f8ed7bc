"""python -m agents.react: make the examples for models anew, after the workflows have changed."""

from __future__ import annotations

import sys
from pathlib import Path

from agents.react._demonstrations import FILE, demonstrations
from agents.react._prompts import FOLDER, file_name


def main() -> int:
    """Write the prompt, and say so.

    Returns:
        The exit status.
    """
    path = Path(__file__).parent / FOLDER / file_name(FILE)
    text = demonstrations()
    path.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{path.name}: {len(text):,} characters\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
