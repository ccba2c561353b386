// What is drawn over the map while something is shown: counters on their way, arrows, a die, outlines, and the sentence that
// goes with it.
import type { Hex } from '../../lib/hex';
import { viewOf } from '../../lib/position';
import { play, type Sound } from '../../sound/sound';
import { storyOf, type CombatStory } from '../combat/story';
import type { Moment } from '../game.svelte';
import { tellDie } from '../see/tell';
import type { Beat } from './beats';
import type { Clock } from './clock';
import { hexesOf, motionOf, type Motion } from './motion';
import { placesOf, type Scene } from './scenes';

/** How long the outline stays that replaces motion where motion is reduced. */
export const OUTLINE_MS = 1_200;
/** How long the card of a die stays that nobody waits for. */
const CARD_MS = 2_500;

/** A unit loses a step, or is eliminated. */
const hits = (beat: Beat) => beat.kind === 'loss' || beat.kind === 'gone';
const boardOf = ({ position, marks }: Moment) => viewOf(position, marks ?? undefined);

export class Spectacle {
  /** Hexes whose stack is drawn by the motion layer for the moment. */
  away = $state.raw<readonly Hex[]>([]);
  motion = $state.raw<Motion | null>(null);
  /** Gold outlines that stand in for motion. */
  outlined = $state.raw<readonly Hex[]>([]);
  /** The attack that is being shown: arrows and outline. */
  battle = $state.raw<{ targets: Hex[]; from: Hex[] } | null>(null);
  /** The die that is being thrown; outside combat with what it settles. */
  roll = $state.raw<{ story: CombatStory | null; die: number; hex: Hex | null; text: string } | null>(null);
  /** What is happening, in a sentence. */
  caption = $state('');
  #motions = 0;

  constructor(
    private readonly clock: Clock,
    private readonly sound: (sound: Sound) => void = play,
  ) {}

  /** A beat of a scene begins. */
  enter(beat: Beat, scene: Scene, from: Moment, to: Moment, ms: number) {
    const before = boardOf(from);
    this.#move(motionOf(beat, before, boardOf(to), 'before', ++this.#motions, ms));
    if (beat.kind === 'battle') this.battle = { targets: beat.targets, from: hexesOf(beat.units, before) };
    if (beat.kind === 'walk') this.sound('move');
    else if (beat.kind === 'roll') this.sound('die');
    else if (hits(beat)) this.sound('hit');
    this.roll = beat.kind === 'roll' ? this.#rolled(beat, scene) : null;
  }

  /** Counters glide over the present; true when they have come, false if something else is shown by then. */
  async glide(beat: Beat, scene: Scene, ms: number): Promise<boolean> {
    const motion = motionOf(beat, boardOf(scene.before), boardOf(scene.after), 'after', ++this.#motions, ms);
    this.#move(motion);
    this.sound('move');
    await this.clock.wait(ms);
    if (this.motion !== motion) return false;
    this.clear();
    return true;
  }

  /** No motion: what changed is outlined over the present, a die is shown, and nobody has to wait. */
  atOnce(scene: Scene) {
    this.outline(scene);
    if (scene.beats.some(hits)) this.sound('hit');
    const thrown = scene.beats.findLast((b) => b.kind === 'roll');
    if (!thrown) return;
    this.sound('die');
    const roll = this.#rolled(thrown, scene);
    this.roll = roll;
    void this.clock.wait(CARD_MS).then(() => {
      if (this.roll === roll) this.roll = null;
    });
  }

  outline(scene: Scene) {
    const changed = placesOf(scene.beats);
    if (!changed.length) return;
    // What came a moment ago is still outlined.
    const hexes = [...this.outlined.filter((hex) => !changed.includes(hex)), ...changed];
    this.outlined = hexes;
    void this.clock.wait(OUTLINE_MS).then(() => {
      if (this.outlined === hexes) this.outlined = [];
    });
  }

  clear() {
    this.motion = null;
    this.away = [];
    this.battle = null;
    this.roll = null;
    this.caption = '';
  }

  #move(motion: Motion) {
    this.motion = motion;
    this.away = motion.away;
  }

  #rolled(beat: Extract<Beat, { kind: 'roll' }>, scene: Scene) {
    const story = storyOf(beat.events, scene.before.position.turn ?? 1);
    return { story, die: beat.die, hex: story?.targets[0] ?? null, text: tellDie(beat, scene.events) };
  }
}
