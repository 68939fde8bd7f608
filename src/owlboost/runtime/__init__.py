"""The base layer: files, limits, threads, arrays, engines, registries."""
