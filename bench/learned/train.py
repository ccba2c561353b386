"""Trains the learned evaluation: features of positions to the margin at the end of the game.

    python3 bench/learned/train.py FOLDER NET.bin

FOLDER holds what `cargo run --release --package pgg-ai --example positions` wrote, in files *.bin. NET.bin belongs at
crates/ai/src/learned/net.bin. It needs numpy, and uses torch and a GPU where they are. Every tenth game is held out, and
another tenth chooses how long to train: games, not positions, since the positions of a game share its end.
"""

import glob
import struct
import sys
import time

import numpy as np

try:
    import torch

    DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
except ImportError:
    torch = None

HEAD = 8
# Where the evaluation and the margin stand among the features, from their end: see features.rs.
TERMS_AT, MARGIN_AT = 22, 10
# The margin in units in which it varies by about one, around its mean.
MEAN, UNIT = 60.0, 20.0
SCALE = 16.0  # Features are in sixteenths.
FIRST_BITS, HIDDEN_BITS, OUT_BITS = 11, 8, 16  # As in net.rs.
BATCH = 4096
NETS, HIDDEN = 4, 32  # Small nets whose mean is kept: four of them are less noisy than one of four times the size.


def load(folder):
    parts = []
    for name in sorted(glob.glob(folder + "/*.bin")):
        raw = open(name, "rb").read()
        size = HEAD + 2 * int.from_bytes(raw[:4], "little")
        # A game that was not written to its end is left out.
        parts.append(np.frombuffer(raw[4 : 4 + (len(raw) - 4) // size * size], np.uint8).reshape(-1, size))
    rows = np.concatenate(parts)
    game = rows[:, :4].copy().view(np.uint32)[:, 0]
    margin = rows[:, 4:6].copy().view(np.int16)[:, 0].astype(np.float32)
    return game, margin, rows[:, 6].copy(), rows[:, 7].copy(), rows[:, 8:].copy().view(np.int16)


def explained(found, margin, turn):
    """Share of the variance explained, by turns."""
    out = {}
    for low, high in [(1, 3), (4, 6), (7, 9), (10, 12)]:
        at = (turn >= low) & (turn <= high)
        out[f"{low}-{high}"] = round(float(1 - np.mean((found[at] - margin[at]) ** 2) / np.var(margin[at])), 3)
    return out


def calibrated(columns, margin, turn, phase, train, test):
    """Least squares for each turn and phase: what a number is worth that is not in final points."""
    found = np.full(len(margin), MEAN, np.float32)
    for t in range(1, 13):
        for p in np.unique(phase):
            at = (turn == t) & (phase == p)
            a, b = np.flatnonzero(at & train), np.flatnonzero(at & test)
            if len(a) < 30 or len(b) == 0:
                continue
            x = np.stack([np.ones(len(margin), np.float32)] + columns, 1)
            found[b] = x[b] @ np.linalg.lstsq(x[a], margin[a], rcond=None)[0]
    return found


class Net:
    """One hidden layer and a direct sum, trained by Adam with weight decay."""

    def __init__(self, inputs, hidden, seed):
        rng = np.random.default_rng(seed)
        self.rng = rng
        shapes = [(inputs, hidden), (hidden,), (hidden,), (inputs,), ()]
        spread = [0.05, 0, 0.1, 0, 0]
        self.p = [put((rng.normal(size=s) * k).astype(np.float32)) for s, k in zip(shapes, spread)]
        self.m = [x * 0 for x in self.p]
        self.v = [x * 0 for x in self.p]
        self.step = 0

    def out(self, x):
        a, b, c, d, e = self.p
        h = x @ a + b
        return ((h > 0) * h) @ c + x @ d + e

    def learn(self, x, y, rate, decay, drop):
        a, b, c, d, e = self.p
        x_in = x * keep(self.rng, x, drop / 2)
        h = x_in @ a + b
        on = (h > 0) * keep(self.rng, h, drop)
        g = (((on * h) @ c + x_in @ d + e) - y) / len(y)
        gh = (g[:, None] * c[None]) * on
        grads = [x_in.T @ gh, gh.sum(0), (on * h).T @ g, x_in.T @ g, g.sum()]
        self.step += 1
        for n, grad in enumerate(grads):
            self.m[n] = 0.9 * self.m[n] + 0.1 * grad
            self.v[n] = 0.999 * self.v[n] + 0.001 * grad * grad
            m = self.m[n] / (1 - 0.9**self.step)
            v = self.v[n] / (1 - 0.999**self.step)
            # What is left out of the direct sum and the first layer at last is what tells nothing.
            less = decay if n in (0, 3) else 0
            self.p[n] = self.p[n] * (1 - rate * less) - rate * m / (v**0.5 + 1e-8)


def put(x):
    return torch.from_numpy(np.ascontiguousarray(x)).to(DEVICE) if torch else x


def get(x):
    return x.cpu().numpy() if torch else np.asarray(x)


def keep(rng, like, drop):
    """What is kept of numbers some of which drop out."""
    if torch:
        return (torch.rand(like.shape, device=DEVICE) >= drop).float() / (1 - drop)
    return (rng.random(like.shape, dtype=np.float32) >= drop) / np.float32(1 - drop)


def floats(x):
    return x.float() / SCALE if torch else x.astype(np.float32) / np.float32(SCALE)


def predict(net, x, at):
    parts = [get(net.out(floats(x[put(at[j : j + 65536])]))) for j in range(0, len(at), 65536)]
    return np.concatenate(parts) * UNIT + MEAN


def train(x, y, rows, valid, margin, seed, passes, rate, decay, drop):
    """The net as it was after the pass that explained most of the games of `valid`."""
    net = Net(x.shape[1], HIDDEN, seed)
    if torch:
        torch.manual_seed(seed)
    steps = passes * len(rows) // BATCH
    best, kept = 1e9, net.p
    for step in range(steps):
        at = put(net.rng.choice(rows, BATCH))
        slow = min(1, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * step / steps))
        net.learn(floats(x[at]), y[at], rate * slow, decay, drop)
        if (step + 1) % max(1, steps // 10) == 0 or step + 1 == steps:
            error = float(np.mean((predict(net, x, valid) - margin[valid]) ** 2))
            if error < best:
                best, kept = error, [p for p in net.p]
    net.p = kept
    return net, best


def quantized(nets):
    a = np.concatenate([get(n.p[0]) for n in nets], 1)
    b = np.concatenate([get(n.p[1]) for n in nets])
    c = np.concatenate([get(n.p[2]) for n in nets]) * UNIT / len(nets)
    d = sum(get(n.p[3]) for n in nets) * UNIT / len(nets)
    e = float(np.sum([get(n.p[4]) for n in nets])) * UNIT / len(nets) + MEAN
    whole = lambda w, bits, kind, most: np.clip(np.round(np.asarray(w, np.float64) * 2**bits), -most, most).astype(kind)
    return (
        whole(a, FIRST_BITS, np.int16, 32767),
        whole(b, FIRST_BITS + 4, np.int32, 2**31 - 1),
        whole(c, OUT_BITS - HIDDEN_BITS, np.int16, 32767),
        whole(d, OUT_BITS - 4, np.int32, 2**31 - 1),
        whole(e, OUT_BITS, np.int32, 2**31 - 1),
    )


def in_integers(net, x):
    a, b, c, d, e = (w.astype(np.int64) for w in net)
    h = np.maximum(x.astype(np.int64) @ a + b, 0) >> (FIRST_BITS + 4 - HIDDEN_BITS)
    return ((h @ c + x.astype(np.int64) @ d + e) / 2**OUT_BITS).astype(np.float32)


def main():
    folder, path = sys.argv[1:3]
    quick = len(sys.argv) > 3
    began = time.time()
    game, margin, turn, phase, x = load(folder)
    print(f"{len(x)} positions of {len(np.unique(game))} games, {x.shape[1]} features,", "torch" if torch else "numpy", flush=True)
    print(f"final margin {margin.mean():.1f}, sd {margin.std():.1f}; read in {time.time() - began:.0f} s", flush=True)
    test, valid, rows = game % 10 == 0, game % 10 == 1, game % 10 > 1
    t, v, r = (np.flatnonzero(k) for k in (test, valid, rows))
    value, now = x.shape[1] - TERMS_AT, x.shape[1] - MARGIN_AT
    by_hand = calibrated([x[:, value].astype(np.float32), x[:, now].astype(np.float32)], margin, turn, phase, rows, test)
    by_margin = calibrated([x[:, now].astype(np.float32)], margin, turn, phase, rows, test)
    print("margin alone        ", explained(by_margin[t], margin[t], turn[t]))
    print("evaluation, calibrated", explained(by_hand[t], margin[t], turn[t]), flush=True)
    xs, y = put(x), put((margin - MEAN) / UNIT)
    trials = [(passes, decay, drop) for passes in (4, 12) for decay in (0.1, 1.0) for drop in (0.2, 0.5)]
    tried = []
    for passes, decay, drop in trials[: 1 if quick else None]:
        net, error = train(xs, y, r, v, margin, 1, passes, 1e-3, decay, drop)
        tried.append((error, passes, decay, drop))
        print(f"passes {passes}, decay {decay}, dropout {drop}: error {error**0.5:.2f} on the choosing games", f"{time.time() - began:.0f} s", flush=True)
    _, passes, decay, drop = min(tried)
    nets = [train(xs, y, r, v, margin, 10 + n, passes, 1e-3, decay, drop)[0] for n in range(NETS)]
    one = predict(nets[0], xs, t)
    print("one net             ", explained(one, margin[t], turn[t]))
    kept = quantized(nets)
    found = in_integers(kept, x[t])
    print("mean of nets, integers", explained(found, margin[t], turn[t]))
    print("mean with evaluation", explained((found + by_hand[t]) / 2, margin[t], turn[t]))
    with open(path, "wb") as out:
        out.write(b"PGG net 1" + struct.pack("<hh", x.shape[1], kept[0].shape[1]))
        for w in kept:
            out.write(np.ascontiguousarray(w).astype("<" + w.dtype.str[1:]).tobytes())
    print(f"{time.time() - began:.0f} s")


main()
