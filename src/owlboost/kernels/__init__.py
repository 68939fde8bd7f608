"""Arrays in, arrays out: NumPy and Numba, no domain object."""
