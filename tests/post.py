"""A cluster in this process: whatever goes to a worker or comes back is pickled."""

import pickle
import random
from collections.abc import Callable
from typing import Any


class Task:
    """A function and its arguments as bytes; other tasks among them are made first."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function = pickle.dumps(function)
        self.arguments = [one if isinstance(one, Task) else pickle.dumps(one) for one in arguments]


class Post:
    """Does what a client of Dask does; workers are lost at random, with all that they hold.

    Parameters
    ----------
    n_workers
        How many there seem to be.
    loss
        How often a worker is lost.
    """

    def __init__(self, n_workers: int = 2, loss: float = 0.0) -> None:
        self.n_workers = n_workers
        self.n_messages = 0
        self.largest = 0
        self._loss = loss
        self._random = random.Random(0)
        self._held: dict[Task, Any] = {}

    def nthreads(self) -> dict[str, int]:
        """Return the workers and their threads."""
        return {f"worker {number}": 1 for number in range(self.n_workers)}

    def submit(self, function: Callable[..., Any], *arguments: Any, pure: bool) -> Task:
        """Make a task."""
        assert not pure  # so that arguments are not hashed
        return Task(function, arguments)

    def run(self, function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        """Let all workers do something at once."""
        return {name: self._made(Task(function, arguments)) for name in self.nthreads()}

    def gather(self, tasks: Any) -> Any:
        """Do tasks and return what comes out of them, in lists as they are."""
        self.n_messages += 1
        return self._gathered(tasks)

    def _gathered(self, tasks: Any) -> Any:
        if isinstance(tasks, list):
            return [self._gathered(one) for one in tasks]
        if self._random.random() < self._loss:
            self._held.clear()
        sent = pickle.dumps(self._made(tasks))
        self.largest = max(self.largest, len(sent))
        return pickle.loads(sent)

    def _made(self, task: Task) -> Any:
        if task not in self._held:
            arguments = [
                self._made(one) if isinstance(one, Task) else pickle.loads(one)
                for one in task.arguments
            ]
            self._held[task] = pickle.loads(task.function)(*arguments)
        return self._held[task]
