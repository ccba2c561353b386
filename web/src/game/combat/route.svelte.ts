// Where the enemy retreats: his opponent sends each stack hex by hex [9.72].
import { centre, neighbours, type Hex } from '../../lib/hex';
import { gap } from '../../lib/shapes';
import type { Unit } from '../../lib/position';
import type { PointerInfo } from '../../map/gestures';
import { t } from '../../i18n/i18n.svelte';
import type { UnitId } from '../../wire/types';
import type { Command, Layers, Prompt } from '../mode';
import { faultOf } from '../../net/api';
import { isIllegal, type Fault } from '../../net/fault';
import { CombatMode, digitOf } from './base.svelte';
import { unitsName } from './names';
import CombatPanel from './CombatPanel.svelte';
import RouteBeside from './RouteBeside.svelte';
import RouteOver from './RouteOver.svelte';
import RouteUnder from './RouteUnder.svelte';
import { setOf, unique } from '../../lib/sets';

export interface Bar {
  hex: Hex;
  /** The reason in two words. */
  why: string;
  fault: Fault;
}

export class RouteMode extends CombatMode {
  /** Hexes still to go. */
  readonly n: number;
  stack = $state<Hex | null>(null);
  to = $state<Hex | null>(null);
  bars = $state.raw<readonly Bar[]>([]);
  #asked = '';

  readonly layers: Layers<never> = {
    under: RouteUnder,
    over: RouteOver,
    beside: RouteBeside,
    panel: CombatPanel,
  } as Layers<never>;

  constructor(desk: ConstructorParameters<typeof CombatMode>[0], decision: { side: 'german' | 'soviet'; n: number }) {
    super(desk, decision.side);
    this.n = decision.n;
  }

  /** Stacks that still have to go. */
  get stacks(): Hex[] {
    return unique(this.legal('route').map((r) => r.stack));
  }
  get at(): Hex | null {
    return this.stack && this.stacks.includes(this.stack) ? this.stack : (this.stacks[0] ?? null);
  }
  /** Where the stack may be sent; its own hex if it has nowhere to go and is lost. */
  get options(): Hex[] {
    return this.legal('route')
      .filter((r) => r.stack === this.at)
      .map((r) => r.to);
  }
  get doomed(): boolean {
    return this.options.length === 1 && this.options[0] === this.at;
  }
  get target(): Hex | null {
    const options = this.options;
    if (this.to && options.includes(this.to)) return this.to;
    const { attacker, origins = [], targets = [] } = this.view?.combat ?? {};
    return propose(options, attacker === this.side ? origins : targets);
  }
  /** The units that go: those of the combat in the hex. */
  get going(): Unit[] {
    const combat = this.view?.combat;
    if (!combat || !this.at) return [];
    const retreating = combat.attacker === this.side ? combat.defenders : combat.attackers;
    return (this.view?.stacks.get(this.at)?.units ?? []).filter((u) => retreating.includes(u.id));
  }
  get name(): string {
    return this.view
      ? unitsName(
          this.view,
          this.going.map((u) => u.id),
        )
      : '';
  }
  get picked(): ReadonlySet<UnitId> {
    return setOf([]);
  }
  get focus(): readonly Hex[] {
    // The hexes around it carry reasons; other stacks wait for their turn.
    return unique([...(this.at ? [this.at, ...neighbours(this.at)] : []), ...this.stacks]);
  }

  get prompt(): Prompt {
    const key = this.doomed ? 'combat.prompt.doomed' : 'combat.prompt.route';
    const { at } = this;
    return {
      lead: t('combat.prompt.route.lead', { hex: at ?? '' }),
      text: t(key, { name: this.name }),
      at: at ? [at] : [],
    };
  }
  get answer(): string {
    if (this.waiting) return t('combat.prompt.wait');
    if (this.doomed) return t('combat.answer.doomed', { name: this.name });
    return t('combat.answer.route', { hex: this.target ?? '' });
  }
  get commands(): Command[] {
    const commands = [this.offer(this.answer, () => this.confirm())];
    if (this.stacks.length > 1) {
      commands.push({ id: 'next_stack', label: t('combat.next.stack'), key: 'n', run: () => this.nextStack() });
    }
    return commands;
  }

  nextStack() {
    const { stacks } = this;
    this.stack = stacks[(stacks.indexOf(this.at ?? '') + 1) % stacks.length];
    this.to = null;
  }

  pick(info: PointerInfo) {
    const { hex, go } = info;
    if (this.options.includes(hex)) {
      // What is proposed has not been aimed at: the first click does that, the second goes.
      const again = this.to === hex;
      this.to = hex;
      if (go || again) void this.confirm();
      return;
    }
    if (this.stacks.includes(hex)) {
      this.stack = hex;
      this.to = null;
      return;
    }
    const bar = this.bars.find((b) => b.hex === hex);
    if (bar) this.desk.refuse(bar.fault);
    else this.look(info);
  }
  override cancel(): boolean {
    if (!this.to) return super.cancel();
    this.to = null;
    return true;
  }
  key(event: KeyboardEvent): boolean {
    const hex = this.options[digitOf(event) - 1];
    if (!hex) return false;
    this.to = hex;
    return true;
  }

  async confirm(): Promise<boolean> {
    const { at, target } = this;
    return at && target ? this.act({ route: { stack: at, to: target } }) : false;
  }

  async type(line: string): Promise<string | null> {
    const match = /^\s*(?:route|send)\s+(\d{4})(?:\s+(?:to\s+)?(\d{4}))?\s*$/i.exec(line);
    if (!match) return null;
    const [stack, to] = match[2] ? [match[1], match[2]] : [this.at ?? '', match[1]];
    return (await this.act({ route: { stack, to } })) ? t('combat.typed.ok') : '';
  }

  /** Ask why the other hexes around the stack are barred; once for each stack. */
  async askBars(): Promise<void> {
    const { at, options } = this;
    const key = `${at} ${options.join(' ')}`;
    if (!at || !options.length || key === this.#asked) return;
    this.#asked = key;
    const others = neighbours(at).filter((hex) => !options.includes(hex));
    const bars = await Promise.all(others.map(async (hex) => ({ hex, fault: await this.#refusal(at, hex) })));
    if (key !== this.#asked) return;
    this.bars = bars.flatMap(({ hex, fault }) => (fault ? [{ hex, fault, why: inShort(fault) }] : []));
  }

  async #refusal(stack: Hex, to: Hex): Promise<Fault | null> {
    try {
      return (await this.game.ask('check', { check: { action: { route: { stack, to } } } })).refused ?? null;
    } catch (error) {
      return faultOf(error);
    }
  }
}

/** Two words for the map, by the referee's reason; the sentence and the case come when the hex is picked. */
function inShort(fault: Fault): string {
  switch (isIllegal(fault) && fault.reason) {
    case 'retreat_vacant_first':
      return t('combat.bar.vacant');
    case 'retreat_loses_more':
      return t('combat.bar.room');
    case 'retreat_enemy':
      return t('combat.bar.units');
    case 'lake':
      return t('combat.bar.lake');
    case 'retreat_zone':
      return t('combat.your-zone');
    default:
      return t('combat.bar.way');
  }
}

/** The way that leads farthest from the winners, as the crow flies; the first of equals. */
export function propose(options: readonly Hex[], victors: readonly Hex[]): Hex | null {
  const away = (hex: Hex) => victors.reduce((sum, v) => sum + gap(centre(v), centre(hex)), 0);
  return options.reduce<Hex | null>((best, hex) => (best === null || away(hex) > away(best) + 0.1 ? hex : best), null);
}
