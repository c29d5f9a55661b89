// SPDX-License-Identifier: MIT
// Sounds without files. Nothing is heard before the first click, because browsers ask for one.

// Each sound is a list of [wave, from Hz, to Hz, start s, length s, volume]; 'noise' takes a band's middle.
const SOUNDS = {
  wood: [
    ['noise', 1200, 1200, 0, 0.03, 0.5],
    ['sine', 220, 160, 0, 0.06, 0.5],
  ],
  ceramic: [
    ['triangle', 1900, 1700, 0, 0.04, 0.3],
    ['noise', 3000, 3000, 0, 0.015, 0.2],
  ],
  stone: [['noise', 2500, 2500, 0, 0.035, 0.5]],
  take: [
    ['sine', 165, 120, 0, 0.07, 0.5],
    ['noise', 900, 900, 0.04, 0.04, 0.6],
  ],
  card: [['noise', 900, 2400, 0, 0.09, 0.25]],
  flip: [['noise', 2400, 900, 0, 0.09, 0.25]],
  turn: [
    ['sine', 523, 523, 0, 0.08, 0.2],
    ['sine', 659, 659, 0.09, 0.08, 0.2],
  ],
  score: [0, 1, 2, 3].map((i) => ['triangle', 660 * 2 ** (i / 12), 660 * 2 ** (i / 12), i * 0.09, 0.09, 0.2]),
  stop: [['sawtooth', 300, 180, 0, 0.22, 0.16]],
  low: [['sine', 880, 880, 0, 0.03, 0.3]],
  win: [523, 659, 784, 1047].map((f, i) => ['sine', f, f, i * 0.14, 0.14, 0.25]),
  loss: [440, 349].map((f, i) => ['sine', f, f, i * 0.14, 0.14, 0.25]),
  draw: [523, 523].map((f, i) => ['sine', f, f, i * 0.16, 0.14, 0.25]),
  refused: [['sine', 140, 130, 0, 0.08, 0.4]],
};

let audio = null;
let touched = false;
addEventListener(
  'pointerdown',
  () => {
    touched = true;
  },
  { once: true, capture: true },
);
addEventListener(
  'keydown',
  () => {
    touched = true;
  },
  { once: true, capture: true },
);

/** From 0 to 1; 0.4 unless changed. */
export const volume = () => Number(localStorage.getItem('volume') ?? 0.4);
export const setVolume = (value) => localStorage.setItem('volume', String(value));

function noise(length) {
  const source = audio.createBufferSource();
  source.buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = source.buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return source;
}

function note([wave, from, to, start, length, loud]) {
  const at = audio.currentTime + start;
  const gain = audio.createGain();
  const source = wave === 'noise' ? noise(length) : audio.createOscillator();
  const shaped = wave === 'noise' ? audio.createBiquadFilter() : source;
  if (wave === 'noise') {
    shaped.type = 'bandpass';
    source.connect(shaped);
  } else {
    source.type = wave;
  }
  shaped.frequency.setValueAtTime(from, at);
  shaped.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(Math.max(0.0001, loud * volume()), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  shaped.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** Plays a sound by its name; silent where that is not possible. */
export function sound(name) {
  if (!touched || !volume() || !SOUNDS[name] || typeof AudioContext === 'undefined') return;
  audio = audio || new AudioContext();
  for (const part of SOUNDS[name]) note(part);
}

/** How a match has ended for the seats of whoever sits here. @param {any[]} result @param {number[]} you */
export function endSound(result, you) {
  const mine = result.filter((r, i) => you.includes(i));
  const winners = result.filter((r) => r.rank === 1).length;
  if (mine.length) sound(winners > 1 ? 'draw' : mine.some((r) => r.rank === 1) ? 'win' : 'loss');
}
