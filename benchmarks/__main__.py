"""Run the benchmarks, all or some: ``python -m benchmarks [wine_quality] [synthetic] …``."""

import sys

from benchmarks import deep, learning, ontologies, saturation, syntaxes, synthetic, wine_quality

ALL = {
    "wine_quality": wine_quality,
    "synthetic": synthetic,
    "ontologies": ontologies,
    "syntaxes": syntaxes,
    "saturation": saturation,
    "deep": deep,
    "learning": learning,
}

for name in sys.argv[1:] or ALL:
    for line in ALL[name].run():
        print(line, flush=True)
