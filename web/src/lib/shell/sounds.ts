/** Three short sounds, made on the spot; off unless the player wants them. */

import { settings } from "./settings.svelte.ts";

export type Sound = "turn" | "dice" | "defcon";

const TONES: Record<Sound, readonly [frequency: number, start: number, length: number][]> = {
  turn: [
    [660, 0, 0.12],
    [880, 0.11, 0.18],
  ],
  dice: [
    [190, 0, 0.05],
    [240, 0.07, 0.05],
    [170, 0.15, 0.07],
  ],
  defcon: [
    [440, 0, 0.3],
    [330, 0.32, 0.45],
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  const audio = context;
  for (const [frequency, start, length] of TONES[sound]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = sound === "dice" ? "square" : "sine";
    tone.frequency.value = frequency;
    const at = audio.currentTime + start;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}
