"""What a result was computed with."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import owlboost

_PACKAGES = ("numpy", "numba", "scikit-learn", "scipy")


def environment() -> dict[str, Any]:
    """Return versions, platform and number of cores.

    Examples
    --------
    >>> sorted(environment())
    ['cores', 'platform', 'versions']
    """
    versions = {"owlboost": owlboost.__version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return {
        "versions": versions,
        "platform": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }
