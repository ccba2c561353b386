// Moves the sheet by transform alone, so that no gesture costs layout or painting; `will-change` keeps the pixels that are
// there. 150 ms after the last zoom the sheet takes its true size, and the browser paints once, sharp again.
import { SHEET } from '../lib/hex';
import { zoomClass, type Camera, type ZoomClass } from './camera';

const SETTLE_MS = 150;

export interface MoverHost {
  sheet: HTMLElement;
  /** Called on every frame that moved. */
  onframe(camera: Camera): void;
  /** Called when the sheet has come to rest in another class of zoom. */
  onclass(zoom: ZoomClass): void;
  /** Called when the sheet has come to rest. */
  onsettle(camera: Camera): void;
}

export class Mover {
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  /** The zoom the sheet is painted for. */
  #painted = 0;
  #class: ZoomClass | null = null;
  #frame = 0;
  #classFrame = 0;
  #timer = 0;
  #glide = 0;

  constructor(private host: MoverHost) {}

  /** Go there with the next frame. */
  set(camera: Camera) {
    this.stop();
    this.#go(camera);
  }

  /** Go there at once and paint for it. */
  jump(camera: Camera) {
    this.stop();
    this.camera = camera;
    this.#settle();
    this.host.onframe(camera);
  }

  /** Glide there. */
  glide(to: Camera, ms: number) {
    this.stop();
    if (!ms) return this.#go(to);
    const from = this.camera;
    const began = performance.now();
    const step = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - began) / ms));
      const k = 1 - (1 - t) ** 3;
      // Zoom goes by equal factors, and the place on screen follows the zoom, so that the way looks straight.
      const zoom = from.zoom * (to.zoom / from.zoom) ** k;
      const share = to.zoom === from.zoom ? k : (zoom - from.zoom) / (to.zoom - from.zoom);
      this.#go({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, zoom });
      this.#glide = t < 1 ? requestAnimationFrame(step) : 0;
    };
    this.#glide = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.#glide);
    this.#glide = 0;
  }

  destroy() {
    this.stop();
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#classFrame);
    clearTimeout(this.#timer);
  }

  #go(camera: Camera) {
    this.camera = camera;
    cancelAnimationFrame(this.#classFrame);
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#place();
      this.host.onframe(this.camera);
    });
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
    cancelAnimationFrame(this.#classFrame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    // Whole pixels keep hairlines crisp.
    const grain = window.devicePixelRatio || 1;
    const { x, y, zoom } = this.camera;
    this.camera = { x: Math.round(x * grain) / grain, y: Math.round(y * grain) / grain, zoom };
    if (zoom !== this.#painted) {
      this.#painted = zoom;
      this.host.sheet.style.width = `${SHEET[2] * zoom}px`;
      this.host.sheet.style.height = `${SHEET[3] * zoom}px`;
    }
    const next = zoomClass(zoom);
    // The first class is set at once; later ones a frame after the new size, because both at once make a long frame.
    if (!this.#class) this.host.onclass(next);
    else if (next !== this.#class) this.#classFrame = requestAnimationFrame(() => this.#reclass());
    this.#class ??= next;
    this.#place();
    this.host.onsettle(this.camera);
  }

  #reclass() {
    this.#classFrame = requestAnimationFrame(() => {
      this.#class = zoomClass(this.camera.zoom);
      this.host.onclass(this.#class);
    });
  }
}
