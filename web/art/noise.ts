// Chance for the drawing: seeded, so that the same data always gives the same map.

/** Numbers from 0 to 1 in a fixed order (mulberry32). */
export function rng(seed: string | number): () => number {
  let s =
    typeof seed === 'number' ? seed : [...seed].reduce((a, c) => Math.imul(a ^ c.charCodeAt(0), 16777619), 2166136261);
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Value noise from -1 to 1. */
export function noise(x: number, y: number, seed = 1): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - ix, y - iy];
  const [u, v] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
  const a = lattice(ix, iy, seed);
  const b = lattice(ix + 1, iy, seed);
  const c = lattice(ix, iy + 1, seed);
  const d = lattice(ix + 1, iy + 1, seed);
  return 2 * (a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v) - 1;
}

/** Several octaves of noise. */
export function fbm(x: number, y: number, seed = 1, octaves = 4): number {
  let [total, weight] = [0, 0.5];
  for (let i = 0; i < octaves; i++) {
    total += weight * noise(x, y, seed + i);
    x *= 2.03;
    y *= 2.03;
    weight *= 0.5;
  }
  return total;
}
