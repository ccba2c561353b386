// Short synthesized sounds, without files. They play only if the player has switched sound on, and browsers allow
// them only after an interaction.
import { settings, type Volume } from '../settings/settings.svelte';

export type Sound = 'move' | 'die' | 'hit' | 'turn' | 'refused';

const LOUDNESS: Record<Volume, number> = { off: 0, gentle: 0.25, full: 0.7 };

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Play a sound, if sound is on. */
export function play(sound: Sound) {
  const loudness = LOUDNESS[settings().sound];
  if (!loudness || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const out = context.createGain();
  out.gain.value = loudness;
  out.connect(context.destination);
  SOUNDS[sound](context, out, context.currentTime + 0.01);
}

type Make = (c: AudioContext, out: AudioNode, at: number) => void;

const SOUNDS: Record<Sound, Make> = {
  // A counter put down on cardboard.
  move: (c, out, at) => {
    rustle(c, out, at, 0.05, 900, 0.5);
    tone(c, out, at, 0.08, 150, 90, 0.5, 'sine');
  },
  // A die on wood: four knocks that come closer together.
  die: (c, out, at) => {
    for (const [i, delay] of [0, 0.13, 0.23, 0.3].entries()) {
      rustle(c, out, at + delay, 0.03, 2600 - 300 * i, 0.5 - 0.08 * i);
      tone(c, out, at + delay, 0.04, 420 - 40 * i, 300, 0.18, 'triangle');
    }
  },
  // A far gun.
  hit: (c, out, at) => {
    rustle(c, out, at, 0.5, 240, 0.9);
    tone(c, out, at, 0.4, 90, 38, 0.7, 'sine');
  },
  // Two soft notes.
  turn: (c, out, at) => {
    tone(c, out, at, 0.5, 523, 523, 0.35, 'sine');
    tone(c, out, at + 0.16, 0.7, 784, 784, 0.3, 'sine');
  },
  refused: (c, out, at) => tone(c, out, at, 0.16, 180, 140, 0.3, 'triangle'),
};

function fade(c: AudioContext, out: AudioNode, at: number, length: number, peak: number): GainNode {
  const gain = c.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + Math.min(0.012, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(out);
  return gain;
}

function tone(
  c: AudioContext,
  out: AudioNode,
  at: number,
  length: number,
  from: number,
  to: number,
  peak: number,
  type: OscillatorType,
) {
  const source = c.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fade(c, out, at, length, peak));
  source.start(at);
  source.stop(at + length + 0.02);
}

/** A piece of noise, low or high. */
function rustle(c: AudioContext, out: AudioNode, at: number, length: number, cutoff: number, peak: number) {
  if (!noise) {
    noise = c.createBuffer(1, c.sampleRate, c.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = c.createBufferSource();
  source.buffer = noise;
  const filter = c.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = cutoff;
  source.connect(filter).connect(fade(c, out, at, length, peak));
  source.start(at);
  source.stop(at + length + 0.02);
}
