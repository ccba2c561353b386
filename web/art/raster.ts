// Two kinds of small baked pictures: the relief, a hill-shade and a tint computed from our own river data, so that
// valleys lie along rivers; and a tile of paper grain. Indexed PNG with alpha.
import zlib from 'node:zlib';
import { BOARD_HEIGHT, BOARD_WIDTH, MARGIN, ends, hexside } from '../src/lib/hex';
import type { MapData } from './data';
import { fbm, noise, rng } from './noise';

type Colour = [number, number, number, number];

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
function crc(bytes: Uint8Array): number {
  let c = ~0;
  for (const b of bytes) c = CRC[(c ^ b) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}
function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}
function png(width: number, height: number, pixels: Uint8Array, palette: readonly Colour[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const raw = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) raw.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flatMap((p) => p.slice(0, 3)))),
    chunk('tRNS', Uint8Array.from(palette.map((p) => p[3]))),
    chunk('IDAT', zlib.deflateSync(raw, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** A palette of 2n + 1 steps from full `low` over nothing to full `high`. */
function diverging(n: number, low: number[], high: number[], lowAlpha: number, highAlpha: number, curve = 1): Colour[] {
  return Array.from({ length: 2 * n + 1 }, (_, i) => {
    const t = (i - n) / n;
    const alpha = (t < 0 ? lowAlpha : highAlpha) * 255 * Math.abs(t) ** curve;
    return [...(t < 0 ? low : high), Math.round(alpha)] as Colour;
  });
}

const PIXEL = 7;
const SHADES = 24;
const TINTS = 15;

export function reliefPictures(map: MapData): Record<string, Buffer> {
  const w = Math.round((BOARD_WIDTH + 2 * MARGIN) / PIXEL);
  const h = Math.round((BOARD_HEIGHT + 2 * MARGIN) / PIXEL);
  const height = elevation(map, w, h);
  const smooth = boxBlur(height, w, h, 1);

  const shade = new Uint8Array(w * h);
  const at = (x: number, y: number) => smooth[Math.min(h - 1, Math.max(0, y)) * w + Math.min(w - 1, Math.max(0, x))];
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const gx = (at(x + 1, y) - at(x - 1, y)) / 2;
      const gy = (at(x, y + 1) - at(x, y - 1)) / 2;
      // Light mostly from the north-west, some from north and west.
      const s = Math.tanh(((0.55 * (gx + gy)) / 1.41 + 0.25 * gy + 0.2 * gx) / 4.6);
      shade[y * w + x] = 2 * SHADES - Math.round(SHADES - s * SHADES);
    }
  }

  const q = 3;
  const [tw, th] = [Math.ceil(w / q), Math.ceil(h / q)];
  const tint = new Uint8Array(tw * th);
  for (let y = 0; y < th; y++) {
    for (let x = 0; x < tw; x++) {
      const mean = meanAround(height, w, h, x * q, y * q, 4);
      tint[y * tw + x] = Math.round(Math.max(0, Math.min(1, (mean + 4) / 92)) * (2 * TINTS));
    }
  }
  return {
    'relief-light.png': png(w, h, shade, diverging(SHADES, [255, 254, 247], [104, 76, 36], 0.42, 0.135, 1.1)),
    'relief-dark.png': png(w, h, shade, diverging(SHADES, [214, 220, 204], [0, 0, 0], 0.06, 0.26, 1.1)),
    'tint-light.png': png(tw, th, tint, diverging(TINTS, [196, 208, 160], [240, 204, 148], 0.38, 0.27)),
    'tint-dark.png': png(tw, th, tint, diverging(TINTS, [24, 44, 40], [84, 70, 44], 0.26, 0.16)),
  };
}

/** Height from the distance to the nearest river, plus ridged noise that grows with it. */
function elevation(map: MapData, w: number, h: number): Float32Array {
  const away = new Float32Array(w * h).fill(1e6);
  for (const side of [...map.rivers, ...map.lake_hexsides]) {
    const [a, b] = hexside(...ends(side));
    for (let t = 0; t <= 1; t += 0.1) {
      const x = Math.round((a[0] + (b[0] - a[0]) * t + MARGIN) / PIXEL);
      const y = Math.round((a[1] + (b[1] - a[1]) * t + MARGIN) / PIXEL);
      if (x >= 0 && y >= 0 && x < w && y < h) away[y * w + x] = 0;
    }
  }
  const relax = (x: number, y: number, around: [number, number, number][]) => {
    let v = away[y * w + x];
    for (const [dx, dy, cost] of around) {
      const [i, j] = [x + dx, y + dy];
      if (i >= 0 && j >= 0 && i < w && j < h) v = Math.min(v, away[j * w + i] + cost);
    }
    away[y * w + x] = v;
  };
  const before: [number, number, number][] = [
    [-1, 0, 1],
    [0, -1, 1],
    [-1, -1, 1.41],
    [1, -1, 1.41],
  ];
  const after = before.map(([x, y, c]): [number, number, number] => [-x, -y, c]);
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) relax(x, y, before);
  for (let y = h - 1; y >= 0; y--) for (let x = w - 1; x >= 0; x--) relax(x, y, after);

  const height = new Float32Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const up = 1 - Math.exp((-away[y * w + x] * PIXEL) / 150);
      const warp = 5 * fbm(x / 22, y / 22, 51, 2);
      const ridge = 1 - Math.abs(fbm((x + warp) / 17, (y - warp) / 17, 7, 4)) * 2.1;
      height[y * w + x] = 46 * up + (6 + 40 * up) * ridge + 14 * noise(x / 70, y / 70, 31);
    }
  }
  return height;
}

function meanAround(f: Float32Array, w: number, h: number, x: number, y: number, r: number): number {
  let [sum, n] = [0, 0];
  for (let j = Math.max(0, y - r); j <= Math.min(h - 1, y + r); j++) {
    for (let i = Math.max(0, x - r); i <= Math.min(w - 1, x + r); i++) {
      sum += f[j * w + i];
      n++;
    }
  }
  return sum / n;
}
const boxBlur = (f: Float32Array, w: number, h: number, r: number) =>
  f.map((_, k) => meanAround(f, w, h, k % w, Math.floor(k / w), r));

/** A seamless tile of paper: fine noise and short fibres. */
export function grainPicture(): Buffer {
  const n = 160;
  const next = rng(11);
  const fresh = Float32Array.from({ length: n * n }, () => next() - 0.5);
  const soften = (f: Float32Array, a: number) =>
    f.map((v, k) => {
      const [x, y] = [k % n, Math.floor(k / n)];
      let sum = 0;
      for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) sum += f[((y + j + n) % n) * n + ((x + i + n) % n)];
      return (sum / 9) * a + v * (1 - a);
    });
  const paper = soften(soften(fresh, 0.75), 0.6);
  for (let k = 0; k < 150; k++) {
    let [x, y, angle] = [next() * n, next() * n, next() * 6.283];
    const [length, strength] = [5 + next() * 12, (next() - 0.5) * 0.8];
    for (let t = 0; t < length; t++) {
      paper[((Math.floor(y) + n) % n) * n + ((Math.floor(x) + n) % n)] += strength * 0.35;
      x = (x + Math.cos(angle) + n) % n;
      y = (y + Math.sin(angle) + n) % n;
      angle += (next() - 0.5) * 0.3;
    }
  }
  const steps = 7;
  const pixels = Uint8Array.from(paper, (v) => Math.round(steps + Math.max(-1, Math.min(1, v * 3.2)) * steps));
  return png(n, n, pixels, diverging(steps, [70, 50, 20], [255, 252, 240], 26 / 255, 40 / 255));
}
