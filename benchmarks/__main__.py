"""Run all benchmarks: ``python -m benchmarks``."""

from benchmarks import synthetic, wine_quality

for benchmark in (wine_quality, synthetic):
    for line in benchmark.run():
        print(line, flush=True)
