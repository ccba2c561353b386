// The whole game again: any moment of it, forwards and backwards, by action, phase and turn.
import type { Hex } from '../../lib/hex';
import { beatsOf } from './beats';
import type { Director } from './director.svelte';
import type { Ply } from './plies';
import { sceneOf, spotOf, together, type Scene } from './scenes';

export const REPLAY_SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number];
export type Stride = 'action' | 'phase' | 'turn';

/** Where a phase begins, as a number of actions. */
export interface Tick {
  ply: number;
  turn: number;
  phase: Ply['phase'];
  /** It begins a turn too. */
  newTurn: boolean;
}

export function ticksOf(plies: readonly Ply[]): Tick[] {
  const ticks: Tick[] = [];
  plies.forEach((p, i) => {
    const before = plies[i - 1];
    if (before && before.turn === p.turn && before.phase === p.phase) return;
    ticks.push({ ply: i, turn: p.turn, phase: p.phase, newTurn: before?.turn !== p.turn });
  });
  return ticks;
}

/** Where a stride leads from a moment: to the next or last beginning, or to an end of the game. */
export function strideFrom(
  ply: number,
  direction: 1 | -1,
  stride: Stride,
  ticks: readonly Tick[],
  end: number,
): number {
  if (stride === 'action') return Math.max(0, Math.min(end, ply + direction));
  const stops = ticks.filter((tick) => stride === 'phase' || tick.newTurn).map((tick) => tick.ply);
  if (direction > 0) return stops.find((s) => s > ply) ?? end;
  return stops.filter((s) => s < ply).at(-1) ?? 0;
}

/** Where the last thing before a moment happened, of the same phase: a loss has no place of its own, its combat has. */
export function placeBefore(plies: readonly Ply[], ply: number): Hex | null {
  const last = plies[ply - 1];
  if (!last) return null;
  for (let i = ply - 1; plies[i]?.turn === last.turn && plies[i].phase === last.phase; i--) {
    const hex = spotOf(beatsOf(plies[i].events));
    if (hex) return hex;
  }
  return null;
}

export class Replay {
  active = $state(false);
  /** The moment that is shown, as a number of actions. */
  ply = $state(0);
  playing = $state(false);
  speed = $state<ReplaySpeed>(1);
  loading = $state(false);
  failed = $state(false);
  #wanted = 0;
  /** The moment that is being led up to. */
  #toward: number | null = null;

  readonly ticks: Tick[] = $derived.by(() => ticksOf(this.director.chronicle.plies));
  readonly end = $derived.by(() => this.director.desk.game.live?.ply ?? 0);
  /** The phase of the moment that is shown, and how far in it. */
  readonly place = $derived.by(() => {
    const i = this.ticks.findLastIndex((tick) => tick.ply <= this.ply);
    const tick = this.ticks[i];
    if (!tick) return null;
    const next = this.ticks[i + 1]?.ply ?? this.end;
    return { ...tick, step: this.ply - tick.ply, of: next - tick.ply };
  });

  constructor(private readonly director: Director) {}

  /** Look at the past, at a moment or at the beginning; at a place, if it is known. */
  async open(ply = 0, hex: Hex | null = null): Promise<void> {
    this.director.halt();
    if (!this.active) this.director.gaze.keep();
    this.active = true;
    this.loading = true;
    this.failed = false;
    try {
      await this.director.chronicle.load();
      await this.goTo(ply);
      this.#leadTo(hex ?? placeBefore(this.director.chronicle.plies, ply), ply);
    } catch {
      this.failed = true;
    } finally {
      this.loading = false;
    }
  }

  /** The present again. */
  close() {
    this.stop();
    this.active = false;
    this.#toward = null;
    this.#wanted++;
    this.loading = false;
    this.director.desk.game.stage = null;
    this.director.gaze.restore();
    this.director.look();
  }

  async goTo(ply: number): Promise<void> {
    const wanted = ++this.#wanted;
    const to = Math.max(0, Math.min(this.end, ply));
    this.ply = to;
    this.#toward = null;
    const moment = this.director.album.at(to) ?? (await this.#fetch(to, wanted));
    // Dragging on asks for another moment before this one has come.
    if (wanted === this.#wanted && this.active) this.director.desk.game.stage = moment;
  }

  /** A moment that is not here yet; until it is, the bar says so. */
  async #fetch(ply: number, wanted: number) {
    this.loading = true;
    try {
      return await this.director.album.one(ply, this.end);
    } finally {
      if (wanted === this.#wanted) this.loading = false;
    }
  }

  /** A moment chosen by hand; `hex` is where it is to be looked at. */
  async jump(ply: number, hex: Hex | null = null): Promise<void> {
    this.stop();
    try {
      await this.goTo(ply);
      this.#leadTo(hex, ply);
    } catch {
      this.failed = true;
    }
  }

  /** The moment that is shown has been settled on: have the place in sight where it came about. */
  look() {
    this.#leadTo(placeBefore(this.director.chronicle.plies, this.ply), this.ply);
  }

  /** Move the map to a place that is out of sight, unless another moment is wanted by now. */
  #leadTo(hex: Hex | null, ply: number) {
    if (hex && this.active && this.ply === ply) this.director.gaze.leadTo(hex);
  }

  step(direction: 1 | -1, stride: Stride) {
    // A player that does not wait for a step to be shown goes on from its end.
    this.ply = this.#toward ?? this.ply;
    const to = strideFrom(this.ply, direction, stride, this.ticks, this.end);
    if (stride === 'action' && direction > 0 && to > this.ply) {
      this.stop();
      void this.#forward(1).catch(() => void (this.failed = true));
    } else {
      // Back over an action: where it was. A phase or a turn begins everywhere.
      void this.jump(to, stride === 'action' ? placeBefore(this.director.chronicle.plies, to + 1) : null);
    }
  }

  toggle() {
    if (this.playing) this.stop();
    else void this.play();
  }

  async play(): Promise<void> {
    if (this.ply >= this.end) await this.goTo(0);
    this.playing = true;
    try {
      while (this.playing && this.active && this.ply < this.end)
        await this.#forward(this.speed >= 2 ? this.speed * 2 : 1);
    } catch {
      this.failed = true;
    }
    this.playing = false;
  }

  stop() {
    this.playing = false;
    this.director.halt();
  }

  /** Show the next action; at speed, walks of several together. */
  async #forward(most: number) {
    const { album, chronicle } = this.director;
    const wanted = ++this.#wanted;
    const from = this.ply;
    const to = Math.min(this.end, from + most);
    if (!album.at(to)) await this.#fetch(to, wanted);
    const moments = await album.between(from, to);
    if (wanted !== this.#wanted || !this.active) return;
    const scenes: Scene[] = moments
      .slice(1)
      .map((after, i) =>
        sceneOf(chronicle.plies[from + i]?.side ?? null, chronicle.plies[from + i]?.events ?? [], moments[i], after),
      );
    const { scene } = together(scenes, most);
    this.#toward = scene.after.ply;
    await this.director.perform(scene, this.speed);
    if (wanted !== this.#wanted || !this.active) return;
    this.#toward = null;
    this.ply = scene.after.ply;
    this.director.desk.game.stage = scene.after;
  }
}
