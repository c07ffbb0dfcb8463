"""Tasks done here, in worker processes, or on a Ray cluster, with the same results everywhere."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class RayMissing(ValueError):
    """Ray was asked for and is not installed."""


class Workers(NamedTuple):
    """Who does the tasks: so many processes, or the cluster at an address (`local` starts one)."""

    jobs: int = 1
    ray: str | None = None

    def map(self, work: "Callable[[Task], Result]", tasks: "Sequence[Task]") -> "Iterator[Result]":
        """Do all tasks and give the results in their order, each as soon as it is its turn."""
        if self.ray is not None:
            yield from _on_ray(work, tasks, self.ray)
        elif self.jobs == 1 or len(tasks) < 2:
            yield from map(work, tasks)
        else:
            context = get_context("spawn")
            with ProcessPoolExecutor(min(self.jobs, len(tasks)), mp_context=context) as executor:
                yield from executor.map(work, tasks)


def _on_ray(
    work: "Callable[[Task], Result]", tasks: "Sequence[Task]", address: str
) -> "Iterator[Result]":
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise RayMissing("ray is not installed: pip install 'twilight-struggle[cluster]'") from None
    local = address == "local"
    ray.init(address=None if local else address, include_dashboard=False, log_to_driver=False)
    try:
        remote = ray.remote(num_cpus=1)(work)
        for pending in [remote.remote(task) for task in tasks]:
            yield ray.get(pending)
    finally:
        ray.shutdown()
