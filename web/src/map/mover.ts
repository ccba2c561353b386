// Moves the sheet by transform alone, so that no gesture costs layout or painting; `will-change` keeps the pixels that are
// there. 150 ms after the last zoom the sheet takes its true size, and its layers theirs one after another: the browser paints
// each of them once, sharp again, and no frame has to wait for all of them.
import { SHEET } from '../lib/hex';
import { zoomClass, type Camera, type ZoomClass } from './camera';

const SETTLE_MS = 150;
/** Between two layers, and before details change: what has another size now is painted meanwhile. */
const LAYER_MS = 120;
const DETAIL_MS = 200;

export interface MoverHost {
  sheet: HTMLElement;
  /** What is painted by itself on the sheet, in the order in which it shall be sharp. */
  layers(): Iterable<HTMLElement | SVGElement>;
  /** Called when it is to be moved. */
  onstart(): void;
  /** Called on every frame that moved. */
  onframe(camera: Camera): void;
  /** Called when the sheet has come to rest in another class of zoom, and once at the beginning. */
  onclass(zoom: ZoomClass, first: boolean): void;
  /** Called when the sheet has come to rest. */
  onsettle(camera: Camera): void;
}

export class Mover {
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  /** The zoom the sheet is painted for. */
  #painted = 0;
  #class: ZoomClass | null = null;
  #frame = 0;
  #classTimer = 0;
  /** The zoom each layer is painted for. */
  #layers = new WeakMap<Element, number>();
  #timer = 0;
  #glide = 0;

  constructor(private host: MoverHost) {}

  /** Move there with the next frame. */
  set(camera: Camera) {
    this.stop();
    this.#go(camera);
  }

  /** Move there at once and repaint. */
  jump(camera: Camera) {
    this.stop();
    this.camera = camera;
    this.#settle();
  }

  /** Glide there. */
  glide(to: Camera, ms: number) {
    this.stop();
    if (!ms) return this.#go(to, true);
    this.host.onstart();
    const from = this.camera;
    const began = performance.now();
    const step = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - began) / ms));
      const k = 1 - (1 - t) ** 3;
      // Zoom goes by equal factors, and the place on screen follows the zoom, so that the way looks straight.
      const zoom = from.zoom * (to.zoom / from.zoom) ** k;
      const share = to.zoom === from.zoom ? k : (zoom - from.zoom) / (to.zoom - from.zoom);
      this.#go({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, zoom }, true);
      this.#glide = t < 1 ? requestAnimationFrame(step) : 0;
    };
    this.#glide = requestAnimationFrame(step);
  }

  get gliding() {
    return this.#glide !== 0;
  }

  stop() {
    cancelAnimationFrame(this.#glide);
    this.#glide = 0;
  }

  destroy() {
    this.stop();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#classTimer);
    clearTimeout(this.#timer);
  }

  /** Pointer events come more often than frames, so they wait for the next frame; a glide moves at once. */
  #go(camera: Camera, atOnce = false) {
    this.camera = camera;
    this.host.onstart();
    clearTimeout(this.#classTimer);
    const place = () => {
      this.#frame = 0;
      this.#place();
      this.host.onframe(this.camera);
    };
    if (atOnce) {
      cancelAnimationFrame(this.#frame);
      place();
    } else this.#frame ||= requestAnimationFrame(place);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#settle(), SETTLE_MS);
  }

  #place() {
    const { x, y, zoom } = this.camera;
    const scale = zoom / this.#painted;
    this.host.sheet.style.transform = `translate3d(${x}px, ${y}px, 0)` + (scale === 1 ? '' : ` scale(${scale})`);
  }

  #settle() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#classTimer);
    clearTimeout(this.#timer);
    this.#frame = 0;
    // Whole pixels keep hairlines crisp.
    const grain = window.devicePixelRatio || 1;
    const { x, y, zoom } = this.camera;
    this.camera = { x: Math.round(x * grain) / grain, y: Math.round(y * grain) / grain, zoom };
    const first = !this.#class;
    if (zoom !== this.#painted) {
      this.#painted = zoom;
      this.host.sheet.style.width = `${SHEET[2] * zoom}px`;
      this.host.sheet.style.height = `${SHEET[3] * zoom}px`;
    }
    for (const layer of this.host.layers()) if (!first) this.#stretch(layer);
    this.#sharpen(first);
    this.#place();
    // On a slow machine this comes before the frame that would have reported it.
    this.host.onframe(this.camera);
    this.host.onsettle(this.camera);
  }

  /** Scale the existing pixels of a layer to the size of the sheet. */
  #stretch(layer: HTMLElement | SVGElement) {
    const scale = this.#painted / (this.#layers.get(layer) ?? this.#painted);
    layer.style.transform = scale === 1 ? '' : `scale(${scale})`;
  }

  /** Paint the next layer that is stretched; when none is left, see to the details. */
  #sharpen(all: boolean) {
    for (const layer of this.host.layers()) {
      if (this.#layers.get(layer) === this.#painted) continue;
      this.#layers.set(layer, this.#painted);
      layer.style.transform = '';
      layer.style.width = `${SHEET[2] * this.#painted}px`;
      layer.style.height = `${SHEET[3] * this.#painted}px`;
      if (all || !layer.childElementCount) continue;
      this.#classTimer = window.setTimeout(() => this.#sharpen(false), LAYER_MS);
      return;
    }
    if (all) this.#reclass();
    else this.#classTimer = window.setTimeout(() => this.#reclass(), DETAIL_MS);
  }

  #reclass() {
    const next = zoomClass(this.camera.zoom);
    if (next === this.#class) return;
    const first = !this.#class;
    this.#class = next;
    this.host.onclass(next, first);
  }
}
