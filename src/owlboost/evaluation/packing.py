"""An object in one file whose arrays several processes map instead of copying."""

import mmap
import pickle
import struct
from pathlib import Path
from typing import Any

_ALIGNED = 64
_HEADER = struct.Struct("<QQ")


def pack(value: object, path: Path) -> None:
    """Write an object; its arrays lie one after the other behind it.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> path = Path(tempfile.mkdtemp()) / "shared"
    >>> pack({"weights": np.arange(3)}, path)
    >>> found = unpack(path)["weights"]
    >>> found, found.flags.writeable
    (array([0, 1, 2]), False)
    """
    buffers: list[pickle.PickleBuffer] = []
    body = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    views = [buffer.raw() for buffer in buffers]
    sizes = struct.pack(f"<{len(views)}Q", *(view.nbytes for view in views))
    with path.open("wb") as file:
        file.write(_HEADER.pack(len(body), len(views)) + sizes + body)
        for view in views:
            file.write(b"\0" * (-file.tell() % _ALIGNED))
            file.write(view)


def unpack(path: Path) -> Any:
    """Read an object; its arrays are read-only views of the mapped file."""
    with path.open("rb") as file:
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    n_body, n_views = _HEADER.unpack_from(whole)
    sizes = struct.unpack_from(f"<{n_views}Q", whole, _HEADER.size)
    at = _HEADER.size + 8 * n_views
    body = whole[at : at + n_body]
    at += n_body
    views = []
    for size in sizes:
        at += -at % _ALIGNED
        views.append(whole[at : at + size])
        at += size
    return pickle.loads(body, buffers=views)
