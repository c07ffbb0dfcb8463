"""Cases for the events of the Early War."""

from twilight.engine.testing import Case

CASES = [
    # 019 Truman Doctrine
    Case(
        "truman_doctrine",
        "a country that nobody controls loses all USSR influence",
        given={"board": "france 2/2, poland 0/3, italy 4/1"},
        play="us event",
        steps=["us: france | only france | not poland italy"],
        then="france 2/0, truman_doctrine removed",
    ),
    Case(
        "truman_doctrine",
        "the USSR may take control of the only target with its operation first",
        given={"board": "romania 0/2"},
        play="ussr influence",
        steps=["ussr: romania"],
        then="romania 0/3, truman_doctrine removed, asks us round_card",
    ),
]
