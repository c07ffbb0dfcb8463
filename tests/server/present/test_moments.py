"""The moments that the client's tests look at are what the server would tell today."""

from building.moments import FOLDER, messages


def test_the_moments_of_the_client_are_up_to_date() -> None:
    written = {file.name: file.read_bytes() for file in FOLDER.glob("*.json")}
    assert written == messages(), "run: PYTHONPATH=src python building/moments.py"
