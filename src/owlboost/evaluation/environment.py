"""What a result was computed with."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

_PACKAGES = ("owlboost", "numpy", "numba", "scikit-learn", "scipy")


def installed_version(package: str = "owlboost") -> str:
    """Return the version of a package, or "unknown" if it runs without being installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def environment() -> dict[str, Any]:
    """Return versions, platform and number of cores.

    Examples
    --------
    >>> sorted(environment())
    ['cores', 'platform', 'versions']
    """
    versions = {package: installed_version(package) for package in _PACKAGES}
    versions["python"] = platform.python_version()
    return {
        "versions": versions,
        "platform": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }
