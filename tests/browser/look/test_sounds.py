"""What is heard: each sound is taken down on a tape, by itself, and measured."""

from base64 import b64decode
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.play.test_endings import play_event, play_on

RATE = 44_100
# Longer than any sound.
SLOT = 2.5
SLOTS = 40
# A tape in place of the loudspeaker. What connects to it is a new sound and has a slot of its own,
# so that it does not matter how fast the machine is; noise is the same each time.
TAPE = f"""
  let seed = 1;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  window.sounds = [];
  window.AudioContext = function () {{
    const tape = new OfflineAudioContext(1, {RATE * SLOT} * {SLOTS}, {RATE});
    Object.defineProperty(tape, 'state', {{ value: 'running' }});
    Object.defineProperty(tape, 'currentTime',
      {{ get: () => (window.sounds.length - 1) * {SLOT} }});
    window.tape = tape;
    return tape;
  }};
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...more) {{
    if (to === window.tape.destination) window.sounds.push([0, 0]);
    return connect.call(this, to, ...more);
  }};
  for (const [index, kind] of [OscillatorNode, AudioBufferSourceNode].entries()) {{
    const start = kind.prototype.start;
    kind.prototype.start = function (...times) {{
      window.sounds.at(-1)[index] += 1;
      return start.apply(this, times);
    }};
  }}
"""
# So many samples of the tape, as bytes in letters: a list of numbers would take minutes.
PLAY_BACK = """async (length) => {
  const samples = (await window.tape.startRendering()).getChannelData(0).slice(0, length);
  const reader = new FileReader();
  const read = new Promise((done) => { reader.onload = done; });
  reader.readAsDataURL(new Blob([samples.buffer]));
  await read;
  return reader.result.slice(reader.result.indexOf(',') + 1);
}"""
# Each sound by its voices: waves, and bursts of noise.
SOUNDS = {(6, 0): "turn", (0, 5): "dice", (6, 1): "defcon", (0, 1): "card", (3, 1): "marker"}

Samples = NDArray[np.float64]


def play_back(page: Page) -> list[tuple[str, Samples]]:
    """Everything that was heard, in order."""
    heard: list[Any] = page.evaluate("window.sounds")
    assert 0 < len(heard) <= SLOTS
    tape = page.evaluate(PLAY_BACK, len(heard) * int(RATE * SLOT))
    slots = np.frombuffer(b64decode(tape), "<f4").astype(float).reshape(len(heard), -1)
    return [(SOUNDS[waves, bursts], slots[at]) for at, (waves, bursts) in enumerate(heard)]


def loudness(samples: Samples) -> float:
    """The mean level of the loudest twentieth of a second, in decibels below full scale."""
    window = RATE // 20
    power = np.convolve(samples**2, np.ones(window) / window, "valid").max()
    return float(10 * np.log10(power + 1e-12))


def check_form(samples: Samples) -> None:
    """A sound begins and ends in silence, so that nothing clicks."""
    assert abs(samples[0]) < 0.001
    assert np.abs(samples[-RATE // 4 :]).max() < 0.0001


def test_three_volumes_are_clear_steps_apart(invite: Invite) -> None:
    visitor = invite()
    visitor.context.add_init_script(TAPE)
    visitor.go()
    page = visitor.page
    page.get_by_role("button", name="Settings").click()
    volumes = page.get_by_role("group", name="Sounds")
    for name in ("Off", "Quiet", "Medium", "Loud"):
        volumes.get_by_text(name, exact=True).click()
    heard = play_back(page)
    assert [name for name, _ in heard] == ["turn"] * 3
    levels = [loudness(samples) for _, samples in heard]
    for quieter, louder in pairwise(levels):
        assert 5 < louder - quieter < 10
    assert levels[0] > -35
    for _, samples in heard:
        check_form(samples)


def test_every_sound_is_heard_when_quiet_and_none_is_clipped_when_loud(invite: Invite) -> None:
    visitor = invite()
    visitor.context.add_init_script(TAPE)
    page = play_on(
        visitor,
        {
            "side": "us",
            "defcon": 3,
            "influence": {"us": {"uk": 5, "zaire": 1}, "ussr": {"angola": 3}},
            "cards": {
                "duck_and_cover": "us_hand",
                "containment": "us_hand",
                "five_year_plan": "us_hand",
                "romanian_abdication": "ussr_hand",
                "nasser": "ussr_hand",
                "fidel": "ussr_hand",
            },
        },
        follow="off",
        volume="loud",
    )
    title = page.locator(".prompt.yours .title")
    expect(title).to_contain_text("Action round 1")
    play_event(page, "duck_and_cover")
    expect(title).to_contain_text("Action round 2: play a card")
    page.locator(".hand-card.open[data-card=containment]").click()
    page.locator("[data-use=influence]").click()
    for left in (3, 2, 1):
        expect(title).to_contain_text(f"{left} of 3 points left")
        page.locator("[data-box=zaire]").click()
    page.locator("button.commit").click()
    expect(title).to_contain_text("Action round 3: play a card")
    page.locator(".hand-card.open[data-card=five_year_plan]").click()
    page.locator("[data-use=realignment]").click()
    page.locator("[data-box=angola][data-legal]").click()
    page.locator("button.commit").click()
    expect(title).to_contain_text("2 rolls left")
    everything = play_back(page)
    # DEFCON has dropped once; that it is still low is no news.
    assert [name for name, _ in everything].count("defcon") == 1
    heard = dict(everything)
    assert set(heard) == set(SOUNDS.values())
    for name, samples in heard.items():
        check_form(samples)
        # Quiet is 13 dB below loud, and a room is some 45 below full scale.
        assert loudness(samples) > -31, name
    # All of them may begin at once.
    assert np.abs(np.sum(list(heard.values()), axis=0)).max() < 1
