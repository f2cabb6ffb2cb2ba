"""Maps the folders solver/ and cli/ to the package omkast; the rest is in pyproject.toml."""

from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py


def book_files() -> list[str]:
    """The files of the book, from the project's folder."""
    return sorted(str(path) for path in Path("tables/book").rglob("*") if path.is_file())


class BuildWithBook(build_py):
    """Puts the book, which is data and no package, where an installed omkast looks: omkast/tables."""

    def run(self) -> None:
        """Build the packages and copy the book beside them."""
        super().run()
        if not self.editable_mode:
            for file in book_files():
                target = Path(self.build_lib, "omkast", file)
                self.mkpath(str(target.parent))
                self.copy_file(file, str(target))

    def get_source_files(self) -> list[str]:
        """The book is part of a source distribution, too."""
        return [*super().get_source_files(), *book_files()]


setup(
    packages=[
        "omkast.solver",
        *(f"omkast.solver.{name}" for name in find_packages("solver")),
        "omkast.cli",
        *(f"omkast.cli.{name}" for name in find_packages("cli")),
    ],
    package_dir={"omkast.solver": "solver", "omkast.cli": "cli"},
    cmdclass={"build_py": BuildWithBook},
)
