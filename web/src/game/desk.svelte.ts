// The player's local view state: selection, panel, overlays. The server does not know it.
import { untrack } from 'svelte';
import type MapView from '../map/Map.svelte';
import type { Hex } from '../lib/hex';
import { zoomClass, type View } from '../map/camera';
import { caseOf, type Fault } from '../net/fault';
import { tellFault } from '../i18n/faults';
import { heard } from '../settings/keys.svelte';
import { GracePeriod } from './grace';
import { faultOf } from '../net/api';
import type { Game } from './game.svelte';
import { overlayOf, type Overlay } from './see/overlays/registry';
import { Messages } from './told.svelte';

/** More at once cannot be told apart. */
const OVERLAYS_AT_ONCE = 2;

export const TABS = ['stack', 'forces', 'arrivals', 'points', 'cup', 'log', 'chat'] as const;
export type Tab = (typeof TABS)[number];

/** A transient message to the player. */
export interface Notice {
  kind: 'refusal' | 'news';
  fault?: Fault;
  text?: string;
  /** The hex that was picked. */
  hex?: Hex;
  /** The case it is about, if no fault contains it. */
  rule?: string;
}

export class Desk {
  hover = $state<Hex | null>(null);
  cursor = $state<Hex | null>(null);
  /** The hex the panel tells about. */
  inspected = $state<Hex | null>(null);
  /** The hex that was picked last: what is told then is about it. */
  picked = $state<Hex | null>(null);
  /** The hex that "show me" has shown, until something is picked. */
  pointed = $state<Hex | null>(null);
  /** The stack that is fanned out. */
  fan = $state<Hex | null>(null);
  /** The last one that was fanned out by a key. */
  fanByKey = $state<Hex | null>(null);
  /** One that is fanned out only while the pointer rests on it. */
  rested = $state<Hex | null>(null);
  overlays = $state.raw<readonly Overlay[]>([]);
  tab = $state<Tab>('stack');
  /** The drawer on narrow screens; on wide ones the panel is always there. */
  panelOpen = $state(false);
  /** The chat is in sight: what is said there need not be told elsewhere. */
  chatting = $state(false);
  hideCounters = $state(false);
  #notice = $state.raw<Notice | null>(null);
  /** Messages about the table, including all earlier ones. */
  readonly messages = new Messages();
  /** A view over the game: keyboard help, menu, rules at a case. */
  sheet = $state.raw<'help' | 'menu' | 'command' | 'export' | 'luck' | 'briefing' | { rule: string } | null>(null);
  /** The map on the screen, to move it and to speak through it. */
  map = $state.raw<MapView | null>(null);

  /** How high the lines at the foot of the map are: what lies over the map stands above them. */
  foot = $state(0);
  /** The part of the map that is seen. */
  view = $state.raw<View | null>(null);
  /** How near it is seen. */
  readonly zoom = $derived(zoomClass(this.view?.zoom ?? 1));

  /** Delays a change for a moment until its answer comes, so that both are painted in one frame. */
  readonly grace = new GracePeriod();

  constructor(readonly game: Game) {}

  /** The current message about the player's own action. */
  get notice(): Notice | null {
    return this.#notice;
  }
  set notice(notice: Notice | null) {
    this.#notice = notice;
    if (!notice) return;
    const { kind, fault, text, hex, rule = caseOf(fault) } = notice;
    const told = text ?? (fault ? tellFault(fault, this.game.board) : '');
    untrack(() =>
      this.messages.keep({
        kind,
        text: hex ? `${hex}: ${told}` : told,
        ...(rule && { case: rule }),
      }),
    );
  }

  /** Something else is done: a refusal was the answer to what was done before. */
  dropRefusal() {
    if (this.notice?.kind === 'refusal') this.notice = null;
  }

  /** Keys that only change what is looked at; true if it was one. */
  key(event: KeyboardEvent, cursor: Hex | null): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = heard(event);
    const overlay = overlayOf(key);
    if (overlay) this.toggle(overlay);
    else if (key === 'h') this.hideCounters = !this.hideCounters;
    else if (key === 'f') {
      this.fan = this.fanByKey = this.fan ? null : (this.rested ?? cursor ?? this.hover ?? this.inspected);
      this.rested = null;
    } else if (key === 'q') this.sheet = this.sheet === 'menu' ? null : 'menu';
    else if (key === '?') this.sheet = this.sheet === 'help' ? null : 'help';
    else if (key === ':' || key === '/') this.sheet = 'command';
    else return false;
    return true;
  }

  toggle(overlay: Overlay) {
    this.overlays = this.overlays.includes(overlay)
      ? this.overlays.filter((o) => o !== overlay)
      : [...this.overlays, overlay].slice(-OVERLAYS_AT_ONCE);
  }

  inspect(hex: Hex | null) {
    this.inspected = hex;
    if (hex) this.tab = 'stack';
  }

  /** Bring a tab of the panel into sight. */
  open(tab: Tab) {
    this.tab = tab;
    this.panelOpen = true;
  }

  /** Show a place: of a log line, of a unit in a list. */
  goTo(hex: Hex) {
    this.inspected = hex;
    this.map?.show(hex);
  }

  /** "Show me": into view, ringed, and the panel tells of it; nothing is taken or put down. */
  show(hex: Hex) {
    this.pointed = hex;
    this.goTo(hex);
  }

  say(text: string) {
    this.map?.announce(text);
  }

  /** Tell why something cannot be done, and in which hex where one was picked. */
  refuse(fault: Fault, hex?: Hex) {
    this.notice = { kind: 'refusal', fault, hex };
    this.say(tellFault(fault, this.game.board));
  }

  /** Do something and tell the player if it was refused. */
  async attempt(task: Promise<unknown>): Promise<boolean> {
    try {
      await task;
      this.dropRefusal();
      return true;
    } catch (error) {
      this.refuse(faultOf(error));
      return false;
    }
  }
}
