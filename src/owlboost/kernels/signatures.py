"""Types of what kernels take and return, as Numba spells them.

They are texts, so that Numba need not be imported before a kernel is called.
"""

ids = "Array(int32, 1, 'C', readonly=True)"
offsets = "Array(int64, 1, 'C', readonly=True)"
hashes = "Array(uint64, 1, 'C', readonly=True)"
floats = "Array(float64, 1, 'C', readonly=True)"
grid = "Array(float64, 2, 'C', readonly=True)"
starts = "Array(int64, 2, 'C', readonly=True)"
codes = "Array(uint8, 2, 'C', readonly=True)"
bytes_out = "Array(uint8, 1, 'C')"
hashes_out = "Array(uint64, 1, 'C')"
ids_out = "Array(int32, 1, 'C')"
offsets_out = "Array(int64, 1, 'C')"
floats_out = "Array(float64, 1, 'C')"
grid_out = "Array(float64, 2, 'C')"
truths_out = "Array(boolean, 1, 'C')"
integer = "int64"
number = "float64"
bits = "uint64"
truth = "boolean"
nothing = "void"


def several(*types: str) -> str:
    """Spell the type of several results.

    Examples
    --------
    >>> several(integer, number)
    'Tuple((int64, float64))'
    """
    return f"Tuple(({', '.join(types)}))"
