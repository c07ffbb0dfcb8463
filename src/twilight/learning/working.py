"""Tasks done here, in worker processes, or elsewhere, with the same results everywhere."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
# Does tasks on other machines, and gives the results in their order.
Elsewhere = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]


class Workers(NamedTuple):
    """Who does the tasks: so many processes, or other machines."""

    jobs: int = 1
    elsewhere: Elsewhere | None = None

    def map(self, work: "Callable[[Task], Result]", tasks: "Sequence[Task]") -> "Iterator[Result]":
        """Do all tasks and give the results in their order, each as soon as it is its turn."""
        if self.elsewhere is not None:
            yield from self.elsewhere(work, tasks)
        elif self.jobs == 1 or len(tasks) < 2:
            yield from map(work, tasks)
        else:
            context = get_context("spawn")
            with ProcessPoolExecutor(min(self.jobs, len(tasks)), mp_context=context) as executor:
                yield from executor.map(work, tasks)
