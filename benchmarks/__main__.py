"""Run benchmarks: all of them, or those named on the command line."""

import sys

from benchmarks import (
    cluster,
    deep,
    large,
    learning,
    long_tables,
    ontologies,
    out_of_core,
    saturation,
    start,
    studio,
    syntaxes,
    synthetic,
    tables,
    wine_quality,
)

ALL = {
    "wine_quality": wine_quality,
    "synthetic": synthetic,
    "ontologies": ontologies,
    "syntaxes": syntaxes,
    "saturation": saturation,
    "deep": deep,
    "start": start,
    "cluster": cluster,
    "learning": learning,
    "tables": tables,
}

LONG = {
    "large": large,
    "long_tables": long_tables,
    "out_of_core": out_of_core,
    "studio": studio,
}
"""Those that run only where they are named."""

if __name__ == "__main__":  # workers of a cluster import this, too
    for name in sys.argv[1:] or ALL:
        for line in (ALL | LONG)[name].run():
            print(line, flush=True)
