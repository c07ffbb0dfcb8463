"""Runs work in worker processes; an interrupt ends them at once and leaves what is done."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def run_in_processes(
    work: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int
) -> Iterator[Answer]:
    """Give each answer when it is there; with one job the calling process works itself."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    workers = min(jobs, max(1, len(tasks)))
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    finished = False
    try:
        with _without_interrupts():
            futures = [executor.submit(work, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()
        finished = True
    finally:
        if not finished:
            # Waiting for them could take as long as the longest game.
            for process in active_children():
                process.terminate()
        executor.shutdown(cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let the processes that are started meanwhile ignore Ctrl-C for good: their master ends them.

    A terminal sends the interrupt to all of them, and each would print a traceback.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
