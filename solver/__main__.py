"""``python -m omkast`` is the command ``omkast``."""

from omkast.cli.process import run

if __name__ == "__main__":
    run()
