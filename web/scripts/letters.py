"""Writes the outlines of figures and letters: src/counters/glyphs.ts and src/map/faces.json.

Run it when a font or an English name on the map changes, then `npm run format`. Needs the Python packages fonttools,
brotli and uharfbuzz; nothing else in the project does, because what it writes is kept.
"""

import io
import json
import pathlib
import re

import uharfbuzz as hb
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SRC = pathlib.Path(__file__).parent.parent / "src"
ENGLISH = (SRC / "i18n/en/base.ts").read_text()
NO_LIGATURES = {"liga": False, "clig": False, "dlig": False, "calt": False}


def load(file, weight=None):
    font = TTFont(SRC / "fonts" / file)
    if weight:
        font = instancer.instantiateVariableFont(font, {"wght": weight})
    font.flavor = None
    data = io.BytesIO()
    font.save(data)
    return TTFont(io.BytesIO(data.getvalue())), data.getvalue()


def relative(path):
    """The path in relative commands, so that letters can be joined without arithmetic."""
    tokens = re.findall(r"[MLHVQCZ]|-?\d+", path)
    out, command = "", None
    i = x = y = start_x = start_y = 0

    def join(*values):
        text = ""
        for value in map(str, values):
            text += value if not text or value.startswith("-") else " " + value
        return text

    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        if command == "Z":
            out += "z"
            x, y = start_x, start_y
            continue
        n = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6}[command]
        a = list(map(int, tokens[i : i + n]))
        i += n
        if command == "H":
            out += "h" + join(a[0] - x)
            x = a[0]
        elif command == "V":
            out += "v" + join(a[0] - y)
            y = a[0]
        else:
            out += command.lower() + join(*[v - (x, y)[k % 2] for k, v in enumerate(a)])
            x, y = a[-2:]
        if command == "M":
            start_x, start_y, command = x, y, "L"
    return out


def letter(font, character):
    """Advance and outline of a character, 1000 units to the em, y downwards."""
    scale = 1000 / font["head"].unitsPerEm
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(character)]
    pen = SVGPathPen(glyphs, ntos=lambda v: str(round(v)))
    glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
    return round(glyphs[name].width * scale), relative(pen.getCommands())


def kerning(data, units, texts):
    font = hb.Font(hb.Face(data))

    def first_advance(text):
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(font, buffer, NO_LIGATURES)
        return buffer.glyph_positions[0].x_advance

    pairs = {a + b for text in texts for a, b in zip(text, text[1:]) if not (a + b)[0].isdigit() and not b.isdigit()}
    moved = {pair: round((first_advance(pair) - first_advance(pair[0])) * 1000 / units) for pair in sorted(pairs)}
    return {pair: by for pair, by in moved.items() if by}


def entries(letters, indent):
    return "".join(f"{indent}'{c}': [{width}, '{d}'],\n" for c, (width, d) in letters.items())


def names(prefix):
    return [n for n in re.findall(rf"'{re.escape(prefix)}[\w-]+': '([^']*)'", ENGLISH) if "{" not in n]


def write_figures():
    out = (
        "// Figures and the few letters of the counters as outlines, 1000 units to the em: those of Barlow Condensed, whose\n"
        "// licence is beside the font. As paths they need no layout when the map is zoomed, and an exported picture needs no\n"
        "// font. Written by `scripts/letters.py`.\n\n"
        "/** For each character its advance and its outline, drawn relative to the start of its baseline. */\n"
        "export const GLYPHS: Record<600 | 700, Record<string, [number, string]>> = {\n"
    )
    for weight, characters in ((600, "0123456789-–½km DFGLMPRcdehors"), (700, "0123456789-?½+×−")):
        font, _ = load(f"barlow-condensed-{weight}.woff2")
        out += f"  {weight}: {{\n" + entries({c: letter(font, c) for c in characters}, "    ") + "  },\n"
    (SRC / "counters/glyphs.ts").write_text(out + "};\n")


def write_faces():
    places, rivers, leaders = names("place."), names("river."), names("leader.")
    title, subtitle = (re.search(rf"'app.{k}': '([^']*)'", ENGLISH)[1] for k in ("title", "subtitle"))
    entry_marks = list("ABCDEFGHVWXZ123456") + ["V · 1", "W · 2", "Z · 5"]
    faces = {
        "smallcaps": ("alegreya-sc-700.woff2", None, 700, places + [title] + entry_marks),
        "town": ("alegreya-var.woff2", 600, 600, places),
        "bold": ("alegreya-var.woff2", 700, 700, leaders),
        "italic": ("alegreya-italic-var.woff2", 500, 500, rivers + [subtitle]),
    }
    out = {}
    for name, (file, weight, figure_weight, texts) in faces.items():
        font, data = load(file, weight)
        figures, _ = load("eb-garamond-digits.woff2", figure_weight)
        letters = {c: letter(figures if c.isdigit() else font, c) for c in sorted(set("".join(texts)))}
        out[name] = {"letters": letters, "kerning": dict(kerning(data, font["head"].unitsPerEm, texts))}
    (SRC / "map/faces.json").write_text(json.dumps(out, ensure_ascii=False, separators=(",", ":")) + "\n")


write_figures()
write_faces()
