// Scenes: what one action, or several that are shown together, did to the map, and how the map looks between their beats. The
// looks between are only what the eye needs until the next true position; they are made by moving units about.
import type { Hex } from '../../lib/hex';
import { counterOf, type Diagram } from '../../lib/position';
import type { DiagramUnit, EntryView, GameEvent, Phase, Side, UnitId } from '../../wire/types';
import type { Moment } from '../game.svelte';
import { beatsOf, durationOf, onlyWalks, type Beat } from './beats';

export interface Scene {
  /** Whose action; null if it is not told. */
  side: Side | null;
  events: GameEvent[];
  beats: Beat[];
  before: Moment;
  after: Moment;
  /** How many actions it is made of. */
  actions: number;
}

/** An entry that changed the map: an action, or one taken again. */
export function deedOf(entry: EntryView): { side: Side | null } | null {
  const { what } = entry;
  if (what === 'redid') return { side: null };
  return typeof what === 'object' && 'acted' in what ? { side: what.acted.side } : null;
}
/** Does an entry go back? */
export const goesBack = (entry: EntryView) => typeof entry.what === 'object' && 'undid' in entry.what;

/** Phases that were ended for a player because nothing could be done in them; `phase` is that before the first entry. */
export function passedOver(entries: readonly EntryView[], phase: Phase | undefined, you: readonly Side[]): Phase[] {
  const passed: Phase[] = [];
  let at = phase;
  for (const { what, now } of entries) {
    const done = typeof what === 'object' && 'acted' in what && what.acted.auto && what.acted.action === 'done';
    if (done && at && you.includes(what.acted.side)) passed.push(at);
    at = now.phase;
  }
  return passed;
}

export const sceneOf = (side: Side | null, events: readonly GameEvent[], before: Moment, after: Moment): Scene => ({
  side,
  events: [...events],
  beats: beatsOf(events).filter((b) => b.kind !== 'phase'),
  before,
  after,
  actions: after.ply - before.ply,
});

export const lengthOf = (scene: Scene) => scene.beats.reduce((ms, beat) => ms + durationOf(beat), 0);
export const isWalk = (scene: Scene) => onlyWalks(scene.beats);

/** The most actions that are shown walking at the same time. */
const WALK_TOGETHER = 6;

/** The first scene of a list, together with those after it that can be shown at the same time, and the rest. */
export function together(scenes: readonly Scene[], most = WALK_TOGETHER): { scene: Scene; rest: Scene[] } {
  const [first] = scenes;
  let n = 1;
  const joins = (s: Scene) => s.side === first.side && (isWalk(s) || !s.beats.length);
  if (isWalk(first)) while (n < Math.min(most, scenes.length) && joins(scenes[n])) n++;
  if (n === 1) return { scene: first, rest: scenes.slice(1) };
  const group = scenes.slice(0, n);
  const events = group.flatMap((s) => s.events);
  return { scene: sceneOf(first.side, events, first.before, group[n - 1].after), rest: scenes.slice(n) };
}

interface Standing {
  hex: Hex;
  told: DiagramUnit;
}
const idOf = (told: DiagramUnit): UnitId => (typeof told === 'string' ? told : told.id);

function standings(position: Diagram): Map<UnitId, Standing> {
  const all = new Map<UnitId, Standing>();
  for (const [hex, units] of Object.entries(position.units)) {
    for (const told of units) all.set(idOf(told), { hex, told });
  }
  return all;
}

/** The moment before a scene, after each of its beats, and so to the moment after it. */
export function looks(scene: Scene): Moment[] {
  const { before, after, beats } = scene;
  const now = standings(before.position);
  const then = standings(after.position);
  const out: Moment[] = [before];
  beats.forEach((beat, i) => {
    if (i === beats.length - 1) {
      out.push(after);
      return;
    }
    switch (beat.kind) {
      case 'walk':
        for (const leg of beat.legs) {
          const hex = leg.path[leg.path.length - 1];
          const told = (now.get(leg.unit) ?? then.get(leg.unit))?.told;
          now.delete(leg.unit);
          if (told) now.set(leg.unit, { hex, told });
        }
        break;
      case 'reveal':
      case 'loss':
        for (const unit of beat.units) {
          const here = now.get(unit);
          const told = then.get(unit)?.told;
          // One that is turned up and dies in the same action is not in the position after it.
          if (here && told) now.set(unit, { hex: here.hex, told });
          else if (here && beat.kind === 'reveal')
            now.set(unit, { hex: here.hex, told: revealed(scene, unit, here.told) });
        }
        break;
      case 'gone':
        for (const { unit } of beat.units) now.delete(unit);
        break;
      case 'place':
      case 'control':
      case 'battle':
      case 'roll':
      case 'phase':
        break;
    }
    out.push({ ...before, position: { ...before.position, units: byHex(now) }, marks: null });
  });
  if (!beats.length) out.push(after);
  return out;
}

/** A unit with the counter it turns out to have. */
function revealed(scene: Scene, unit: UnitId, told: DiagramUnit): DiagramUnit {
  for (const event of scene.events) {
    if (event.event === 'revealed' && event.unit === unit) return { id: unit, ...counterOf(event.counter) };
  }
  return told;
}

function byHex(all: ReadonlyMap<UnitId, Standing>): Diagram['units'] {
  const units: Diagram['units'] = {};
  for (const { hex, told } of all.values()) (units[hex] ??= []).push(told);
  return units;
}

/** Every hex a scene touches: for the camera, and for the outline that stands in for motion. */
export function placesOf(beats: readonly Beat[]): Hex[] {
  const hexes = new Set<Hex>();
  for (const beat of beats) {
    if (beat.kind === 'walk') for (const leg of beat.legs) hexes.add(leg.path[leg.path.length - 1]);
    else if (beat.kind === 'battle') for (const hex of beat.targets) hexes.add(hex);
    else if (beat.kind === 'gone') for (const { hex } of beat.units) hexes.add(hex);
    else if (beat.kind === 'place') for (const hex of beat.hexes) hexes.add(hex);
    else if (beat.kind === 'control') for (const { hex } of beat.hexes) hexes.add(hex);
  }
  return [...hexes];
}

/** The hex where it happens, for the eye: the one attacked, else where the last of it took place. */
export const spotOf = (beats: readonly Beat[]): Hex | null =>
  beats.find((b) => b.kind === 'battle')?.targets[0] ?? placesOf(beats).at(-1) ?? null;

/** How many units moved in these events. */
export const movedIn = (events: readonly GameEvent[]): number =>
  new Set(events.flatMap((e) => ('unit' in e && 'to' in e ? [e.unit] : []))).size;
