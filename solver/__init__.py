"""Exact best play for dice games: the public names, each imported when it is first used.

They are listed, for type checkers too, in ``__init__.pyi`` beside this file; docs/python.md
shows every one of them at work.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
