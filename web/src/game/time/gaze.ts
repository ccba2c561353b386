// Remembers where the player was looking before the map was moved for him, and returns there.
import { centre, type Hex } from '../../lib/hex';
import type { View } from '../../map/camera';
import type { Desk } from '../desk.svelte';
import { frontOf } from '../frame/opening';
import { aboutQuestion } from '../questions';

export class Gaze {
  /** Where the player was looking when he was last led away. */
  #kept: View | null = null;
  /** The last place he was led to. */
  #ledTo: Hex | null = null;
  /** He has had nothing to decide yet, and so has not looked at anything of his own. */
  #new = true;

  constructor(private readonly desk: Desk) {}

  /** Show a place that the player has not asked for. */
  leadTo(hex: Hex) {
    this.keep();
    this.#ledTo = hex;
    this.desk.map?.show(hex);
  }

  /** Remember where he looks, unless he is led about already. */
  keep() {
    this.#kept ??= this.desk.view;
  }

  /** If he may decide again: back to where he was, the first time to his own front. */
  back() {
    const { decision, board, stage } = this.desk.game;
    if (!decision || !board || stage || aboutQuestion(decision.question)?.onTheSpot) return;
    if (!this.#new) return this.restore();
    this.settle();
    [this.#kept, this.#ledTo] = [null, null];
    this.desk.map?.centreOn(frontOf(board, decision.side));
  }

  /** Back to where he was, whichever side is to decide. */
  restore() {
    const [kept, ledTo] = [this.#kept, this.#ledTo];
    [this.#kept, this.#ledTo] = [null, null];
    if (!kept || this.#moved(kept, ledTo)) return;
    this.desk.map?.glideTo(kept.x + kept.width / 2, kept.y + kept.height / 2, kept.zoom);
  }

  /** The map opened where he has something to decide. */
  settle() {
    this.#new = false;
  }

  /** Has he moved the map himself meanwhile? Then he stays there. */
  #moved(kept: View, ledTo: Hex | null): boolean {
    const { view } = this.desk;
    if (!view) return false;
    if (Math.abs(view.zoom / kept.zoom - 1) > 0.01) return true;
    // On the way there the place may not be in sight yet.
    if (!ledTo || this.desk.map?.isGliding()) return false;
    const [x, y] = centre(ledTo);
    return x < view.x || y < view.y || x > view.x + view.width || y > view.y + view.height;
  }
}
