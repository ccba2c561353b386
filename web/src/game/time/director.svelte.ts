// Shows what happened one step after another: counters that move, dice that roll, steps lost; then the present again.
import { untrack } from 'svelte';
import type { Hex } from '../../lib/hex';
import { viewOf } from '../../lib/position';
import { shown } from '../../lib/theme.svelte';
import { pace } from '../../settings/settings.svelte';
import { play as sound } from '../../sound/sound';
import type { GameEvent, Phase, Side } from '../../wire/types';
import { t } from '../../i18n/i18n.svelte';
import { storyOf, type CombatStory } from '../combat/story';
import type { Batch, Moment } from '../game.svelte';
import type { Desk } from '../desk.svelte';
import { tellEvents } from '../see/tell';
import { Album } from './album';
import { durationOf, type Beat } from './beats';
import { Chronicle } from './chronicle.svelte';
import { Clock } from './clock';
import { Gaze } from './gaze';
import { LONGEST_SHOW_MS, Missed } from './missed.svelte';
import { hexesOf, motionOf, type Motion } from './motion';
import { Replay } from './replay.svelte';
import {
  deedOf,
  goesBack,
  isWalk,
  lengthOf,
  looks,
  passedOver,
  placesOf,
  sceneOf,
  together,
  type Scene,
} from './scenes';

/** What comes when that time is nearly over still gets so much. */
const SHORTEST_REST_MS = 3_000;
/** So long the outline stands that under reduced motion takes the place of motion. */
const OUTLINE_MS = 1_200;
/** So long the card of a die stands that nobody waits for. */
const CARD_MS = 2_500;

/** Somebody loses a step, or is gone. */
const hits = (beat: Beat) => beat.kind === 'loss' || beat.kind === 'gone';

export class Director {
  /** Something is being shown; decisions wait until it is over or skipped. */
  playing = $state(false);
  paused = $state(false);
  /** Hexes whose stack is drawn by the motion layer for the moment. */
  away = $state.raw<readonly Hex[]>([]);
  motion = $state.raw<Motion | null>(null);
  /** Gold outlines that stand in for motion. */
  outlined = $state.raw<readonly Hex[]>([]);
  /** The attack that is being shown: arrows and outline. */
  battle = $state.raw<{ targets: Hex[]; from: Hex[] } | null>(null);
  /** The die that is being thrown; it stays for the panel of the combat. */
  roll = $state.raw<{ story: CombatStory | null; die: number; hex: Hex | null } | null>(null);
  lastRoll = $state.raw<CombatStory | null>(null);
  /** Actions shown and to be shown, and whose they are. */
  progress = $state.raw<{ done: number; of: number; side: Side | null } | null>(null);
  /** What is happening, in a sentence. */
  caption = $state('');

  readonly chronicle: Chronicle;
  readonly album: Album;
  readonly replay: Replay;
  readonly clock: Clock;
  readonly gaze: Gaze;
  readonly missed: Missed;
  #queue: Scene[] = [];
  /** How everything stood after the last batch. */
  #last: Moment | null = null;
  /** Grows with every skip, so that what was being shown knows it is over. */
  #run = 0;
  /** When what is being shown has to be over. */
  #deadline = 0;
  #motions = 0;

  constructor(
    readonly desk: Desk,
    clock = new Clock(),
    album?: Album,
  ) {
    this.clock = clock;
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
    // The map opens at the front of whoever has to decide.
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
    this.album.put(after);
    const deeds = batch.entries.flatMap((entry) => {
      const deed = deedOf(entry);
      return deed ? [{ ...deed, entry }] : [];
    });
    if (batch.entries.some(goesBack)) {
      this.album.forget(after.ply);
      this.skip();
      return this.look();
    }
    if (!deeds.length) return;
    const mine = deeds.every((d) => !d.side || game.you.includes(d.side));
    for (const { entry } of deeds) this.#tell(entry.events, mine);
    for (const phase of passedOver(batch.entries, before?.position.phase, game.you)) this.#tellPassed(phase);
    if (this.replay.active) return;
    const hidden = typeof document !== 'undefined' && document.visibilityState === 'hidden';
    if (hidden || pace() === 0 || this.#reduced) {
      this.skip();
      if (!hidden)
        this.#atOnce(
          deeds.flatMap((d) => d.entry.events),
          after,
        );
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
      this.#clear();
      this.playing = false;
    }
  }

  async #perform(scene: Scene, rate: number, run: number, follow: boolean) {
    const { game } = this.desk;
    const factor = pace() || 0.3;
    const ms = (n: number) => (n * factor) / rate;
    const stages = looks(scene);
    this.caption = tellEvents(scene.events, this.chronicle.known)[0]?.text ?? '';
    if (follow) this.#bringIn(scene);
    if (this.#reduced) {
      game.stage = scene.after;
      this.#outline(placesOf(scene.beats));
      if (scene.beats.length) await this.clock.wait(OUTLINE_MS / rate);
      return;
    }
    for (const [i, beat] of scene.beats.entries()) {
      if (run !== this.#run) return;
      game.stage = stages[i];
      this.#enter(beat, scene, stages[i], stages[i + 1], ms(durationOf(beat)));
      await this.clock.wait(ms(durationOf(beat)));
    }
    if (run !== this.#run) return;
    game.stage = scene.after;
    this.#clear();
  }

  #enter(beat: Beat, scene: Scene, from: Moment, to: Moment, ms: number) {
    const before = viewOf(from.position, from.marks ?? undefined);
    const after = viewOf(to.position, to.marks ?? undefined);
    const motion = motionOf(beat, before, after, 'before', ++this.#motions, ms);
    this.motion = motion;
    this.away = motion.away;
    if (beat.kind === 'battle') {
      this.battle = { targets: beat.targets, from: hexesOf(beat.units, before) };
    }
    if (beat.kind === 'walk') sound('move');
    else if (beat.kind === 'roll') sound('die');
    else if (hits(beat)) sound('hit');
    this.roll = beat.kind === 'roll' ? this.#rolled(beat, scene) : null;
  }

  #rolled(beat: Extract<Beat, { kind: 'roll' }>, scene: Scene) {
    const story = storyOf(beat.events, scene.before.position.turn ?? 1);
    if (story) this.lastRoll = story;
    return { story, die: beat.die, hex: story?.targets[0] ?? null };
  }

  /** A walk of one's own glides over the present, and nothing waits for it. */
  #glide(scene: Scene) {
    if (!scene.beats.length) return this.look();
    const beat = scene.beats.find((b) => b.kind === 'walk');
    if (!beat) return this.look();
    const before = viewOf(scene.before.position, scene.before.marks ?? undefined);
    const after = viewOf(scene.after.position, scene.after.marks ?? undefined);
    const ms = durationOf(beat) * pace();
    const motion = motionOf(beat, before, after, 'after', ++this.#motions, ms);
    this.motion = motion;
    this.away = motion.away;
    sound('move');
    void this.clock.wait(ms).then(() => {
      if (this.motion !== motion) return;
      this.#clear();
      this.look();
    });
  }

  #bringIn(scene: Scene) {
    const places = placesOf(scene.beats);
    const battle = scene.beats.find((b) => b.kind === 'battle');
    const hex = battle?.targets[0] ?? places.at(-1);
    if (hex) this.gaze.leadTo(hex);
  }

  /** No motion: what changed is outlined over the present, a die is shown, and nobody has to wait. */
  #atOnce(events: readonly GameEvent[], now: Moment) {
    const scene = sceneOf(null, events, now, now);
    this.#outline(placesOf(scene.beats));
    if (scene.beats.some(hits)) sound('hit');
    const thrown = scene.beats.findLast((b) => b.kind === 'roll');
    if (!thrown) return;
    sound('die');
    const roll = this.#rolled(thrown, scene);
    this.roll = roll;
    void this.clock.wait(CARD_MS).then(() => {
      if (this.roll === roll) this.roll = null;
    });
  }

  #outline(changed: readonly Hex[]) {
    if (!changed.length) return;
    // What came a moment ago is still outlined.
    const hexes = [...this.outlined.filter((hex) => !changed.includes(hex)), ...changed];
    this.outlined = hexes;
    void this.clock.wait(OUTLINE_MS).then(() => {
      if (this.outlined === hexes) this.outlined = [];
    });
  }

  #tell(events: Batch['entries'][number]['events'], mine: boolean) {
    const lines = tellEvents(events, this.chronicle.known);
    // Of one's own moves only what chance and the enemy did with them.
    const told = mine ? lines.filter((l) => l.weighty) : lines;
    if (told.length) this.desk.say(told.map((l) => l.text).join(' '));
  }

  /** A phase that went by without a question would else be missed. */
  #tellPassed(phase: Phase) {
    const text = t('time.passed', { phase: t(`phase.${phase}`) });
    this.desk.notice = { kind: 'news', text };
    this.desk.say(text);
  }

  #clear() {
    this.motion = null;
    this.away = [];
    this.battle = null;
    this.roll = null;
    this.caption = '';
  }

  #finish() {
    this.#clear();
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
    this.#clear();
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
