// The map as a picture that stands alone: an SVG with everything in it, styles, fonts and relief, and a PNG made of it.
import { SHEET } from '../../lib/hex';

/** Which part of the map, in map units. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const wholeSheet = (): Frame => ({ x: SHEET[0], y: SHEET[1], width: SHEET[2], height: SHEET[3] });

/** The part of a frame that lies on the sheet. */
export function onSheet(frame: Frame): Frame {
  const all = wholeSheet();
  const x = Math.max(all.x, frame.x);
  const y = Math.max(all.y, frame.y);
  const right = Math.min(all.x + all.width, frame.x + frame.width);
  const bottom = Math.min(all.y + all.height, frame.y + frame.height);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : all;
}

/** The properties of a drawn element that make its look; everything else has its default in a picture. */
const LOOKS = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity', 'transform', 'display', 'visibility'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'text-anchor'],
] as const;
const DEFAULTS: Record<string, string> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'paint-order': 'normal',
  opacity: '1',
  transform: 'none',
  display: 'inline',
  visibility: 'visible',
  'font-style': 'normal',
  'letter-spacing': 'normal',
  'text-anchor': 'start',
};
const TEXT = /^(text|tspan|textPath)$/;

/**
 * The look of an element where it differs from the default, as attributes: they need no style sheet, and a page's security
 * policy does not forbid them.
 */
export function lookOf(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>, tag: string): [string, string][] {
  return LOOKS.filter((name) => TEXT.test(tag) || !/^(font|letter|text)/.test(name))
    .map((name): [string, string] => [name, style.getPropertyValue(name)])
    .filter(([name, value]) => value && value !== DEFAULTS[name] && !(name === 'display' && value === 'block'))
    .map(([name, value]): [string, string] => [name, value.replaceAll('"', "'")]);
}

const UNWANTED = /^(class|style|role|tabindex|aria-|data-|on)/;

/** A copy of a drawn tree without what is not seen, each element carrying its own look. */
export function standing(source: Element, into: Document, look: (e: Element) => CSSStyleDeclaration): Element | null {
  const style = look(source);
  if (style.getPropertyValue('display') === 'none' || style.getPropertyValue('visibility') === 'hidden') return null;
  const copy = into.createElementNS(source.namespaceURI, source.tagName);
  for (const { name, value } of source.attributes) if (!UNWANTED.test(name)) copy.setAttribute(name, value);
  for (const [name, value] of lookOf(style, source.localName)) copy.setAttribute(name, value);
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(into.createTextNode(child.textContent ?? ''));
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const kept = standing(child as Element, into, look);
      if (kept) copy.append(kept);
    }
  }
  return copy;
}

/** The ids that a text refers to by `url(#…)` or `href="#…"`. */
export const referredIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/url\((?:['"]|&quot;)?#([\w-]+)|href="#([\w-]+)"/g)].map((m) => m[1] ?? m[2]));

/** As an address that carries the thing itself: the only kind a page may show that is not its own. */
function asData(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(blob.type));
    reader.readAsDataURL(blob);
  });
}
const fetched = async (url: string) => asData(await (await fetch(url)).blob());

/** Font faces of the page that are used in a text, with the fonts themselves inside. */
async function fontsFor(families: ReadonlySet<string>): Promise<string> {
  const faces: string[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const family = rule.style.getPropertyValue('font-family').replaceAll(/['"]/g, '');
      if (!families.has(family)) continue;
      const url = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (!url) continue;
      const data = await fetched(new URL(url, sheet.href ?? location.href).href);
      const more = ['font-weight', 'font-style', 'unicode-range']
        .map((name) => [name, rule.style.getPropertyValue(name)] as const)
        .filter(([, value]) => value)
        .map(([name, value]) => `${name}:${value}`);
      faces.push(`@font-face{${[`font-family:'${family}'`, `src:url(${data}) format('woff2')`, ...more].join(';')}}`);
    }
  }
  return faces.join('');
}

/** The map as it is drawn in a viewport, as the text of an SVG file. */
export async function mapAsSvg(viewport: Element, frame: Frame, scale = 1): Promise<string> {
  const svgs = viewport.querySelectorAll<SVGSVGElement>(
    '.terrain-layer svg, svg.layer.under, svg.layer.names, svg.layer.play',
  );
  const doc = document.implementation.createDocument('http://www.w3.org/2000/svg', 'svg');
  const root = doc.documentElement;
  const { x, y, width, height } = frame;
  root.setAttribute('viewBox', [x, y, width, height].map((n) => n.toFixed(1)).join(' '));
  root.setAttribute('width', (width * scale).toFixed(0));
  root.setAttribute('height', (height * scale).toFixed(0));
  const look = (e: Element) => getComputedStyle(e);
  for (const svg of svgs) {
    for (const child of svg.children) {
      const kept = child.localName === 'defs' ? dressed(child, doc, look) : standing(child, doc, look);
      if (kept) root.append(kept);
    }
  }
  addMissing(root, doc, look);
  await embedImages(root);
  const families = new Set(
    [...root.querySelectorAll('text')].flatMap((e) =>
      (e.getAttribute('font-family') ?? '').split(',').map((f) => f.replaceAll(/['"]/g, '').trim()),
    ),
  );
  const fonts = await fontsFor(families);
  const text = new XMLSerializer().serializeToString(doc);
  return fonts ? text.replace('>', `><style>${fonts}</style>`) : text;
}

/** Patterns and gradients keep their ids, and everything in them its look, seen or not. */
function dressed(source: Element, into: Document, look: (e: Element) => CSSStyleDeclaration): Element {
  const copy = into.createElementNS(source.namespaceURI, source.tagName);
  for (const { name, value } of source.attributes) if (!UNWANTED.test(name)) copy.setAttribute(name, value);
  const style = look(source);
  // A definition is not displayed where it stands, and still painted with.
  for (const [name, value] of lookOf(style, source.localName)) if (name !== 'display') copy.setAttribute(name, value);
  if (source.localName === 'stop') copy.setAttribute('stop-color', style.getPropertyValue('stop-color'));
  for (const child of source.children) copy.append(dressed(child, into, look));
  return copy;
}

/** What is referred to and stands elsewhere in the page, such as hatchings. */
function addMissing(root: Element, into: Document, look: (e: Element) => CSSStyleDeclaration) {
  const defs = into.createElementNS(root.namespaceURI, 'defs');
  root.prepend(defs);
  const added = new Set<string>();
  // What is added may itself refer to more.
  for (let before = -1; before !== added.size;) {
    before = added.size;
    for (const id of referredIn(new XMLSerializer().serializeToString(root))) {
      const source = document.getElementById(id);
      if (!source || added.has(id) || root.querySelector(`[id="${id}"]`)) continue;
      added.add(id);
      defs.append(dressed(source, into, look));
    }
  }
}

async function embedImages(root: Element) {
  for (const image of root.querySelectorAll('image')) {
    const href = image.getAttribute('href') ?? '';
    if (href && !href.startsWith('data:')) image.setAttribute('href', await fetched(new URL(href, location.href).href));
  }
}

/** The picture of an SVG, in pixels. */
export async function svgAsPng(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = await asData(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('canvas'))), 'image/png'),
  );
}

export function save(content: Blob | string, name: string, type: string) {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
