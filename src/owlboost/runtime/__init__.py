"""What everything else stands on: files, limits, threads, arrays, engines, registries."""
