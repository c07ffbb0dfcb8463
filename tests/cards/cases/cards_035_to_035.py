"""Cases for the cards 035 to 035."""

from twilight.engine.testing import Case

CIVIL_WAR = {"chinese_civil_war": True}

CASES = [
    # 035 Formosan Resolution
    Case(
        "formosan_resolution",
        "Taiwan under US control counts as a battleground in Asia Scoring",
        given={"board": "taiwan 3/0", "ussr_hand": "asia_scoring"},
        play="us event",
        steps=["ussr: asia_scoring", "ussr: event"],
        then="vp 4, effect formosan_resolution, formosan_resolution removed",
    ),
    Case(
        "formosan_resolution",
        "then the USSR can't control Asia without it",
        given={
            "board": "taiwan 3/0, north_korea 0/3, south_korea 0/3, japan 0/4, india 0/3, "
            "pakistan 0/2, thailand 0/2, vietnam 0/1",
            "ussr_hand": "asia_scoring",
        },
        play="us event",
        steps=["ussr: asia_scoring", "ussr: event"],
        then="vp -10",
    ),
    Case(
        "formosan_resolution",
        "under USSR control Taiwan is an ordinary country",
        given={"board": "taiwan 0/3", "ussr_hand": "asia_scoring"},
        play="us event",
        steps=["ussr: asia_scoring", "ussr: event"],
        then="vp -3",
    ),
    Case(
        "formosan_resolution",
        "it ends when the US plays The China Card for operations",
        given={"board": "taiwan 3/0, uk 1/0", "ussr_hand": "asia_scoring", "china": "us up"},
        play="us event",
        steps=[
            *("ussr: asia_scoring", "ussr: event", "us: the_china_card", "us: influence"),
            *["us: uk"] * 4,
        ],
        then="no formosan_resolution, formosan_resolution removed, vp 4",
    ),
    Case(
        "formosan_resolution",
        "after that Taiwan is no battleground",
        given={"board": "taiwan 3/0, uk 1/0", "ussr_hand": "asia_scoring", "china": "us up"},
        play="ussr event_first",
        steps=[
            *("ussr: influence", "ussr: poland", "ussr: poland"),
            *("us: the_china_card", "us: influence", *["us: uk"] * 4),
            *("ussr: asia_scoring", "ussr: event"),
        ],
        then="no formosan_resolution, vp 3",
    ),
    Case(
        "formosan_resolution",
        "The China Card played by the USSR does not end it",
        given={"board": "taiwan 3/0, finland 0/1", "china": "ussr up"},
        play="us event",
        steps=["ussr: the_china_card", "ussr: influence", *["ussr: finland"] * 4],
        then="effect formosan_resolution, china us down",
    ),
    Case(
        "formosan_resolution",
        "a coup in Taiwan does not degrade DEFCON",
        given={"board": "taiwan 3/0", "ussr_hand": "fidel"},
        play="us event",
        steps=["ussr: fidel", "ussr: coup", "ussr: taiwan", "die: 1"],
        then="defcon 5",
    ),
    Case(
        "formosan_resolution",
        "the US can't use it while the Chinese civil war lasts",
        given={"china": "nobody up", "rules": CIVIL_WAR},
        play="us not event",
    ),
    Case(
        "formosan_resolution",
        "played by the USSR in the civil war it is discarded without effect",
        given={"china": "nobody up", "rules": CIVIL_WAR, "board": "finland 0/1"},
        play="ussr influence",
        steps=["ussr: finland", "ussr: finland"],
        then="no formosan_resolution, formosan_resolution discarded",
    ),
]
