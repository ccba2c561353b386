// Shows what happened one step after another: counters that move, dice that roll, steps lost; then the present again.
import { untrack } from 'svelte';
import { sideOf } from '../../lib/position';
import { shown } from '../../lib/theme.svelte';
import { pace } from '../../settings/settings.svelte';
import type { Sound } from '../../sound/sound';
import type { Side } from '../../wire/types';
import type { Batch, Moment } from '../game.svelte';
import type { Desk } from '../desk.svelte';
import { tellEvents } from '../see/tell';
import { Album } from './album';
import { durationOf, ownerOf } from './beats';
import { Chronicle } from './chronicle.svelte';
import { Clock } from './clock';
import { Gaze } from './gaze';
import { LONGEST_SHOW_MS, Missed } from './missed.svelte';
import { Replay } from './replay.svelte';
import { report, tellTable } from './report';
import { deedOf, goesBack, isWalk, lengthOf, looks, sceneOf, spotOf, together, type Scene } from './scenes';
import { OUTLINE_MS, Spectacle } from './spectacle.svelte';

/** A scene that comes when that time is nearly over still gets this much. */
const SHORTEST_REST_MS = 3_000;

export class Director {
  /** Something is being shown; decisions wait until it is over or skipped. */
  playing = $state(false);
  paused = $state(false);
  /** Actions shown and to be shown, and whose they are. */
  progress = $state.raw<{ done: number; of: number; side: Side | null } | null>(null);

  readonly chronicle: Chronicle;
  readonly album: Album;
  readonly replay: Replay;
  readonly clock: Clock;
  /** What is drawn of what is being shown. */
  readonly spectacle: Spectacle;
  readonly gaze: Gaze;
  readonly missed: Missed;
  #queue: Scene[] = [];
  /** How everything stood after the last batch. */
  #last: Moment | null = null;
  /** Grows with every skip, so that what was being shown knows it is over. */
  #run = 0;
  /** When what is being shown has to be over. */
  #deadline = 0;

  constructor(
    readonly desk: Desk,
    clock = new Clock(),
    album?: Album,
    sound?: (sound: Sound) => void,
  ) {
    this.clock = clock;
    this.spectacle = new Spectacle(clock, sound);
    this.gaze = new Gaze(desk);
    this.chronicle = new Chronicle(desk.game);
    this.album = album ?? new Album(desk.game.id);
    this.replay = new Replay(this);
    this.missed = new Missed(this);
    desk.game.onbatch = (batch) => void this.take(batch);
  }

  get #reduced() {
    return shown().motion === 'reduced';
  }

  /** The game has been told as a whole: remember it, and offer what was missed. */
  arrive() {
    const { game } = this.desk;
    const live = untrack(() => game.live);
    if (!live) return;
    const first = !this.#last;
    this.#last ??= live;
    if (!first) return;
    // The map opens at the front of the side to decide.
    if (game.decision) this.gaze.settle();
    this.missed.arrive(live.ply);
  }

  /** The present is being looked at. */
  look() {
    if (!this.playing) this.missed.look();
  }

  /** Show the actions from one moment to another, then the present. */
  async show(from: number, to: number) {
    const run = ++this.#run;
    this.playing = true;
    try {
      await this.chronicle.load();
      const moments = await this.album.between(from, to);
      if (run !== this.#run) return;
      const { plies } = this.chronicle;
      const scenes = moments
        .slice(1)
        .map((after, i) => sceneOf(plies[from + i]?.side ?? null, plies[from + i]?.events ?? [], moments[i], after));
      this.desk.game.stage = moments[0];
      this.#queue = scenes;
      await this.#play(run);
    } catch {
      if (run === this.#run) this.skip();
    }
  }

  /** What just came from the server. */
  async take(batch: Batch) {
    const { game } = this.desk;
    const before = this.#last;
    const after: Moment = untrack(() => game.live) ?? {
      ply: batch.before,
      position: batch.position,
      score: batch.score,
      marks: batch.marks,
    };
    this.#last = after;
    this.chronicle.take(batch.entries);
    tellTable(this.desk, batch);
    this.album.put(after);
    const deeds = batch.entries.flatMap((entry) => {
      const deed = deedOf(entry);
      return deed ? [{ ...deed, entry }] : [];
    });
    if (batch.entries.some(goesBack)) {
      this.album.forget(after.ply);
      this.missed.forget(after.ply);
      this.skip();
      return this.look();
    }
    if (!deeds.length) return;
    const mine = deeds.every((d) => !d.side || game.you.includes(d.side));
    if (!mine && !game.hotseat) {
      const { turn, phase } = before?.position ?? after.position;
      this.missed.remember(after.ply - deeds.length, after.ply, `${turn} ${sideOf(phase ?? 'soviet_set_up')}`);
    }
    report(this.desk, batch.entries, this.chronicle.known, before?.position.phase, game.you);
    if (this.replay.active) return;
    const hidden = typeof document !== 'undefined' && document.visibilityState === 'hidden';
    if (hidden || pace() === 0 || this.#reduced) {
      this.skip();
      const events = deeds.flatMap((d) => d.entry.events);
      if (!hidden) this.spectacle.atOnce(sceneOf(null, events, after, after));
      return this.look();
    }
    // Nothing may be drawn of what comes before it is shown.
    const start = this.#queue.at(-1)?.after ?? before;
    if (!start || start.ply !== batch.before) return this.#fetchAndShow(deeds, after);
    if (deeds.length > 1) return this.#fetchAndShow(deeds, after);
    const scene = sceneOf(deeds[0].side, deeds[0].entry.events, start, after);
    if (!this.playing && mine && (isWalk(scene) || !scene.beats.length)) return this.#glide(scene);
    this.#enqueue([scene]);
  }

  async #fetchAndShow(deeds: { side: Side | null; entry: Batch['entries'][number] }[], after: Moment) {
    const { game } = this.desk;
    const run = this.#run;
    const first = after.ply - deeds.length;
    const wasPlaying = this.playing;
    this.playing = true;
    if (!wasPlaying) game.stage = this.#queue[0]?.before ?? this.album.at(first) ?? game.stage;
    try {
      const moments = await this.album.between(first, after.ply);
      if (run !== this.#run) return;
      const scenes = deeds.map((d, i) => sceneOf(d.side, d.entry.events, moments[i], moments[i + 1]));
      if (!wasPlaying) this.playing = false;
      this.#enqueue(scenes);
    } catch {
      if (run === this.#run) this.skip();
    }
  }

  #enqueue(scenes: Scene[]) {
    this.#queue.push(...scenes);
    const { progress } = this;
    if (progress) this.progress = { ...progress, of: progress.of + scenes.reduce((n, s) => n + s.actions, 0) };
    if (this.playing) {
      this.#deadline = Math.max(this.#deadline, this.clock.now() + SHORTEST_REST_MS);
      // Shown already is what stands first.
      this.desk.game.stage ??= this.#queue[0].before;
      return;
    }
    const run = ++this.#run;
    this.playing = true;
    this.desk.game.stage = this.#queue[0].before;
    void this.#play(run);
  }

  async #play(run: number) {
    this.#deadline = this.clock.now() + LONGEST_SHOW_MS * Math.max(1, pace());
    const total = this.#queue.reduce((n, s) => n + s.actions, 0);
    this.progress = { done: 0, of: total, side: this.#queue[0]?.side ?? null };
    while (this.#queue.length && run === this.#run) {
      const theirs = this.#foreign(this.#queue[0].side);
      const { scene, rest } = together(this.#queue, theirs ? undefined : 1);
      this.#queue = rest;
      const rate = this.#rate(scene);
      this.progress = { ...this.progress, side: scene.side };
      await this.#perform(scene, rate, run, theirs);
      if (run !== this.#run) return;
      this.progress = { ...this.progress, done: this.progress.done + scene.actions };
      if (!this.#queue.length) await this.#breath(run);
    }
    if (run === this.#run) this.#finish();
  }

  /** Wait a moment before the present, so that the next batch of a program joins without a flicker. */
  async #breath(run: number) {
    const { game } = this.desk;
    const side = game.now?.decision?.side;
    if (side && this.#foreign(side)) await this.clock.wait(120);
    if (run !== this.#run) return;
  }

  #foreign = (side: Side | null) => side !== null && !this.desk.game.you.includes(side);

  /** How many times faster than normal, so that the whole ends in time. */
  #rate(next: Scene): number {
    const left = Math.max(200, this.#deadline - this.clock.now());
    const todo = lengthOf(next) + this.#queue.reduce((ms, s) => ms + lengthOf(s) / (isWalk(s) ? 3 : 1), 0);
    return Math.max(1, (todo * (pace() || 1)) / left);
  }

  /** Show one scene; for the replay too. */
  async perform(scene: Scene, speed: number): Promise<void> {
    const run = ++this.#run;
    this.playing = true;
    await this.#perform(scene, speed, run, true);
    if (run === this.#run) {
      this.spectacle.clear();
      this.playing = false;
    }
  }

  async #perform(scene: Scene, rate: number, run: number, follow: boolean) {
    const { game } = this.desk;
    const factor = pace() || 0.3;
    const ms = (n: number) => (n * factor) / rate;
    const stages = looks(scene);
    this.spectacle.caption = tellEvents(scene.events, this.chronicle.known)[0]?.text ?? '';
    const spot = follow ? spotOf(scene.beats) : null;
    if (spot) this.gaze.leadTo(spot);
    if (this.#reduced) {
      game.stage = scene.after;
      const owner = scene.beats.map(ownerOf).find((side) => side !== null);
      if (this.progress && owner) this.progress = { ...this.progress, side: owner };
      this.spectacle.outline(scene);
      if (scene.beats.length) await this.clock.wait(OUTLINE_MS / rate);
      return;
    }
    for (const [i, beat] of scene.beats.entries()) {
      if (run !== this.#run) return;
      game.stage = stages[i];
      if (this.progress) this.progress = { ...this.progress, side: ownerOf(beat) ?? scene.side };
      this.spectacle.enter(beat, scene, stages[i], stages[i + 1], ms(durationOf(beat)));
      await this.clock.wait(ms(durationOf(beat)));
    }
    if (run !== this.#run) return;
    game.stage = scene.after;
    this.spectacle.clear();
  }

  /** A walk of one's own glides over the present, and nothing waits for it. */
  async #glide(scene: Scene) {
    const beat = scene.beats.find((b) => b.kind === 'walk');
    if (!beat || (await this.spectacle.glide(beat, scene, durationOf(beat) * pace()))) this.look();
  }

  #finish() {
    this.spectacle.clear();
    this.progress = null;
    this.paused = false;
    this.playing = false;
    if (this.replay.active) return;
    this.desk.game.stage = null;
    this.gaze.back();
    this.look();
  }

  /** Stop what is being shown, and leave the map as it is. */
  halt() {
    this.#run++;
    this.#queue = [];
    this.clock.cut();
    this.spectacle.clear();
    this.progress = null;
    this.paused = false;
    this.playing = false;
  }

  pause(on = !this.paused) {
    this.paused = on;
    if (on) this.clock.pause();
    else this.clock.go();
  }

  /** The present at once. */
  skip() {
    this.#run++;
    this.#queue = [];
    this.clock.cut();
    this.#finish();
  }
}
