"""Run the benchmarks, all or some: ``python -m benchmarks [wine_quality] [synthetic] …``."""

import sys

from benchmarks import deep, large, ontologies, saturation, syntaxes, synthetic, wine_quality

ALL = {
    "wine_quality": wine_quality,
    "synthetic": synthetic,
    "ontologies": ontologies,
    "syntaxes": syntaxes,
    "saturation": saturation,
    "deep": deep,
}

LONG = {"large": large}
"""Those that run only where they are named."""

for name in sys.argv[1:] or ALL:
    for line in (ALL | LONG)[name].run():
        print(line, flush=True)
