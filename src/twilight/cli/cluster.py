"""Plays matches and trains on a Ray cluster."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, TypeVar

from twilight.cli.arguments import BadInput

LOCAL: Final = "local"
# Ray itself would go on trying for minutes.
_SECONDS_TO_ANSWER: Final = 8
# Ray speaks gRPC, so HTTP/2: a greeting with empty settings, which is answered with settings.
_SETTINGS: Final = b"\x04"
_GREETING: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + _SETTINGS + bytes(5)

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def run_on_ray(
    work: Callable[[Task], Answer], tasks: Sequence[Task], address: str
) -> Iterator[Answer]:
    """Work on the cluster at an address, and give each answer when it is there."""
    with _cluster(address) as ray:
        pending = _sent(ray, work, tasks)
        while pending:
            ready, pending = ray.wait(pending)
            yield from ray.get(ready)


def run_in_order_on_ray(
    work: Callable[[Task], Answer], tasks: Sequence[Task], address: str
) -> Iterator[Answer]:
    """Work on the cluster at an address, and give the answers in the order of the tasks."""
    with _cluster(address) as ray:
        for one in _sent(ray, work, tasks):
            yield ray.get(one)


def _sent(ray: Any, work: Callable[[Task], Answer], tasks: Sequence[Task]) -> list[Any]:
    remote = ray.remote(num_cpus=1)(work)
    return [remote.remote(task) for task in tasks]


@contextmanager
def _cluster(address: str) -> Iterator[Any]:
    """Connect to the cluster at an address; `local` starts one on this machine."""
    ray = _import_ray()
    local = address == LOCAL
    if not local:
        _refuse_silence(address)
    try:
        ray.init(address=None if local else address, include_dashboard=False, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadInput(f"no Ray cluster at {address!r}: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _refuse_silence(address: str) -> None:
    """Refuse an address at which no cluster answers, while Ray has not begun to wait for it."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        # Words like `auto`: Ray knows at once whether there is one.
        return
    try:
        with socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER) as connection:
            connection.settimeout(_SECONDS_TO_ANSWER)
            connection.sendall(_GREETING)
            answer = connection.recv(9)
    except (OSError, OverflowError) as error:
        raise BadInput(f"no Ray cluster answers at {address}: {error}") from error
    if answer[3:4] != _SETTINGS:
        raise BadInput(f"no Ray cluster answers at {address}, although something listens there")


def _import_ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise BadInput("ray is not installed: pip install 'twilight-struggle[cluster]'") from None
