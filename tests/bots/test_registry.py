"""Bots by name: options, and errors that say what is wrong."""

import pytest

from twilight.bots.players.recruit import Recruit
from twilight.bots.registry import ABOUT, BOTS, UnknownBot, about_bot, make_bot, parse_spec


def test_a_name_alone_is_enough() -> None:
    for name in BOTS:
        assert parse_spec(name) == (name, {}, None)
        assert isinstance(make_bot(name), BOTS[name])  # type: ignore[arg-type]


def test_options_and_a_seed_follow_the_colon() -> None:
    spec = parse_spec("recruit:temperature=2.5,seed=x")
    assert spec == ("recruit", {"temperature": 2.5}, "x")
    bot = make_bot("recruit:temperature=2.5")
    assert isinstance(bot, Recruit)
    assert bot.temperature == 2.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deep_blue", "unknown bot 'deep_blue'; known are random, recruit"),
        ("recruit:heat=1", "bot recruit has no option 'heat'; it has temperature, seed"),
        ("officer:seconds=1", "bot officer has no option 'seconds'; it has seed"),
        ("recruit:temperature", "written option=value, not 'temperature'"),
        ("recruit:temperature=hot", "is a number from 0.01 to 100, not 'hot'"),
        ("recruit:temperature=0", "is a number from 0.01 to 100, not '0'"),
        ("recruit:", "written option=value, not ''"),
    ],
)
def test_errors_name_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(UnknownBot, match="bot") as error:
        make_bot(text)
    assert message in str(error.value)


def test_every_bot_tells_in_a_sentence_what_it_is() -> None:
    assert [*ABOUT] == [*BOTS]
    for name in BOTS:
        assert about_bot(name).endswith(".")
