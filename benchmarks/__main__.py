"""Run the benchmarks, all or some: ``python -m benchmarks [wine_quality] [synthetic] …``."""

import sys

from benchmarks import (
    cluster,
    deep,
    ontologies,
    out_of_core,
    saturation,
    syntaxes,
    synthetic,
    wine_quality,
)

ALL = {
    "wine_quality": wine_quality,
    "synthetic": synthetic,
    "ontologies": ontologies,
    "syntaxes": syntaxes,
    "saturation": saturation,
    "deep": deep,
    "cluster": cluster,
    "out_of_core": out_of_core,
}

if __name__ == "__main__":  # workers of a cluster import this, too
    for name in sys.argv[1:] or ALL:
        for line in ALL[name].run():
            print(line, flush=True)
