/** Short sounds, made on the spot: a card, a marker, dice, DEFCON, and that it is one's turn. */

import { settings } from "./settings.svelte.ts";

export type Sound = "turn" | "dice" | "defcon" | "card" | "marker";

/** A struck tone: how high, when, how long, how loud; its overtones fade sooner than itself. */
interface Tone {
  pitch: number;
  at: number;
  lasts: number;
  level: number;
}

/** A burst of noise through a filter, as of paper or of a die on wood. */
interface Knock {
  pitch: number;
  width: number;
  at: number;
  lasts: number;
  level: number;
}

const TONES: Record<Sound, readonly Tone[]> = {
  turn: [
    { pitch: 523.25, at: 0, lasts: 0.5, level: 0.3 },
    { pitch: 783.99, at: 0.1, lasts: 0.8, level: 0.27 },
  ],
  dice: [],
  defcon: [
    { pitch: 196, at: 0, lasts: 1.1, level: 0.34 },
    { pitch: 185, at: 0.34, lasts: 1.4, level: 0.3 },
  ],
  card: [],
  marker: [{ pitch: 392, at: 0, lasts: 0.16, level: 0.2 }],
};

const KNOCKS: Record<Sound, readonly Knock[]> = {
  turn: [],
  dice: [0, 0.09, 0.16, 0.22, 0.31].map((at, index) => ({
    pitch: 1700 - index * 190,
    width: 2,
    at,
    lasts: 0.13,
    level: 1.3 - index * 0.18,
  })),
  defcon: [{ pitch: 320, width: 1, at: 0, lasts: 0.3, level: 0.4 }],
  card: [{ pitch: 2400, width: 0.8, at: 0, lasts: 0.24, level: 0.5 }],
  marker: [{ pitch: 900, width: 2, at: 0, lasts: 0.09, level: 0.7 }],
};

const VOLUMES = { off: 0, quiet: 0.13, medium: 0.27, loud: 0.55 } as const;
const OVERTONES = [
  [1, 1],
  [2, 0.35],
  [3.01, 0.12],
] as const;
const LEAST = 0.0001;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Before a browser has seen a press it lets nobody make a sound. */
function audio(): AudioContext | null {
  if (!navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

export function play(sound: Sound): void {
  const volume = VOLUMES[settings.volume];
  const output = volume > 0 ? audio() : null;
  if (!output) return;
  const master = output.createGain();
  master.gain.value = volume;
  master.connect(output.destination);
  for (const tone of TONES[sound]) strike(output, master, tone);
  for (const knock of KNOCKS[sound]) burst(output, master, knock);
}

/** Rises at once and fades away. */
function fading(output: AudioContext, at: number, level: number, lasts: number): GainNode {
  const gain = output.createGain();
  gain.gain.setValueAtTime(LEAST, at);
  gain.gain.exponentialRampToValueAtTime(level, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(LEAST, at + lasts);
  return gain;
}

function strike(output: AudioContext, to: AudioNode, tone: Tone): void {
  const at = output.currentTime + tone.at;
  for (const [multiple, part] of OVERTONES) {
    const wave = output.createOscillator();
    wave.frequency.value = tone.pitch * multiple;
    const lasts = tone.lasts / multiple;
    wave.connect(fading(output, at, tone.level * part, lasts)).connect(to);
    wave.start(at);
    wave.stop(at + lasts + 0.05);
  }
}

function burst(output: AudioContext, to: AudioNode, knock: Knock): void {
  const at = output.currentTime + knock.at;
  const source = output.createBufferSource();
  source.buffer = noise ??= whiteNoise(output);
  const filter = output.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = knock.pitch;
  filter.Q.value = knock.width;
  source
    .connect(filter)
    .connect(fading(output, at, knock.level, knock.lasts))
    .connect(to);
  source.start(at, Math.random() * 0.5);
  source.stop(at + knock.lasts + 0.05);
}

function whiteNoise(output: AudioContext): AudioBuffer {
  const buffer = output.createBuffer(1, output.sampleRate, output.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
