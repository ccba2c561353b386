// Level of detail by zoom: `data-z` on the parts of the sheet, which the styles read. A change of class on the
// whole sheet would make the browser restyle every counter in one frame; part by part it is imperceptible.
import type { ZoomClass } from './camera';

/** How many stacks change in one round. */
const STACKS_A_ROUND = 24;
/**
 * The pause between rounds, in which the changes are painted; otherwise the next round would wait for that in the
 * middle of a frame.
 */
const REST_MS = 60;
/** The ground takes longest. */
const GROUND_MS = 140;

export class Detail {
  #zoom: ZoomClass = 'near';
  #timer = 0;
  #watch: MutationObserver;
  #watched = new WeakSet<Element>();

  constructor(private readonly sheet: Element) {
    // Elements that are added later get the current class before they are painted.
    this.#watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof Element) this.#dress(node);
      }
    });
  }

  get zoom(): ZoomClass {
    return this.#zoom;
  }

  /** The first class, everywhere at once. */
  begin(zoom: ZoomClass) {
    this.#zoom = zoom;
    for (const parts of this.#rounds()) for (const part of parts) this.#write(part);
  }

  /** For printing, draw everything, however small; then restore. */
  print(on: boolean) {
    clearTimeout(this.#timer);
    const zoom = this.#zoom;
    if (on) this.#zoom = 'near';
    for (const parts of this.#rounds()) for (const part of parts) this.#write(part);
    this.#zoom = zoom;
  }

  /** Another class, part by part. */
  change(zoom: ZoomClass) {
    this.#zoom = zoom;
    clearTimeout(this.#timer);
    const rounds = this.#rounds();
    const next = () => {
      const parts = rounds.shift() ?? [];
      for (const part of parts) this.#write(part);
      const rest = parts[0]?.matches('.terrain-layer') ? GROUND_MS : REST_MS;
      this.#timer = rounds.length ? window.setTimeout(next, rest) : 0;
    };
    next();
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#watch.disconnect();
  }

  /** The ground, then names and overlays, then the counters, two dozen stacks at a time. */
  #rounds(): Element[][] {
    const ground = [...this.sheet.querySelectorAll('.terrain-layer')].map((layer) => [layer]);
    const surfaces = [...this.sheet.querySelectorAll('.layer.under, .layer.names, .layer.play')];
    for (const surface of surfaces) this.#observe(surface);
    const counters = surfaces.flatMap((s) => [...s.querySelectorAll(':scope > .counters')]);
    for (const group of counters) this.#observe(group);
    const stacks = counters.flatMap((group) => [...group.children]);
    const others = surfaces.map((s) => [...s.children].filter((child) => !counters.includes(child)));
    const rounds = [...ground, ...others];
    for (let i = 0; i < stacks.length; i += STACKS_A_ROUND) rounds.push(stacks.slice(i, i + STACKS_A_ROUND));
    return rounds;
  }

  #observe(element: Element) {
    if (this.#watched.has(element)) return;
    this.#watched.add(element);
    this.#watch.observe(element, { childList: true });
  }

  /** A part that was just drawn; a group of counters is dressed stack by stack. */
  #dress(element: Element) {
    if (!element.classList.contains('counters')) return this.#write(element);
    this.#observe(element);
    for (const child of element.children) this.#write(child);
  }

  #write(element: Element) {
    if (element.getAttribute('data-z') !== this.#zoom) element.setAttribute('data-z', this.#zoom);
  }
}
