"""Maps the folders solver/ and cli/ to the package omkast; the rest is in pyproject.toml."""

from setuptools import find_packages, setup

setup(
    packages=[
        "omkast.solver",
        *(f"omkast.solver.{name}" for name in find_packages("solver")),
        "omkast.cli",
        *(f"omkast.cli.{name}" for name in find_packages("cli")),
    ],
    package_dir={"omkast.solver": "solver", "omkast.cli": "cli"},
)
