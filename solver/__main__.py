"""``python -m omkast`` is the command ``omkast``."""

from omkast.cli.main import main

if __name__ == "__main__":
    main(prog_name="omkast")
