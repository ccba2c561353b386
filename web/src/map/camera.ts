// The camera: the position of the sheet's upper left corner in the viewport, in pixels, and the zoom.
import { SHEET, centre, type Hex, type Point } from '../lib/hex';

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}
export interface Size {
  width: number;
  height: number;
}
/** The part of the map that is seen, in map units. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
  zoom: number;
}
export type ZoomClass = 'near' | 'mid' | 'far';

export const MAX_ZOOM = 3;
const [LEFT, TOP, WIDTH, HEIGHT] = SHEET;

/** From 0.75 all print, from 0.45 symbol and numbers, below that the symbol alone. */
export const zoomClass = (zoom: number): ZoomClass => (zoom >= 0.75 ? 'near' : zoom >= 0.45 ? 'mid' : 'far');

export const fitZoom = ({ width, height }: Size) => Math.min(width / WIDTH, height / HEIGHT);
export const minZoom = (size: Size) => fitZoom(size) * 0.92;

export const toMap = (camera: Camera, x: number, y: number): Point => [
  (x - camera.x) / camera.zoom + LEFT,
  (y - camera.y) / camera.zoom + TOP,
];
export const toScreen = (camera: Camera, [x, y]: Point): Point => [
  (x - LEFT) * camera.zoom + camera.x,
  (y - TOP) * camera.zoom + camera.y,
];
export function viewOfCamera(camera: Camera, size: Size): View {
  const [x, y] = toMap(camera, 0, 0);
  return { x, y, width: size.width / camera.zoom, height: size.height / camera.zoom, zoom: camera.zoom };
}

/** How far the edge of the sheet may come into the viewport, as a share of it. */
const SLACK = 0.3;

/** The sheet covers most of the viewport; one that is smaller than the viewport is centred. */
export function within(camera: Camera, size: Size, slack = SLACK): Camera {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(size), camera.zoom));
  const hold = (at: number, room: number, sheet: number) =>
    sheet <= room ? (room - sheet) / 2 : Math.min(room * slack, Math.max(room * (1 - slack) - sheet, at));
  return {
    x: hold(camera.x, size.width, WIDTH * zoom),
    y: hold(camera.y, size.height, HEIGHT * zoom),
    zoom,
  };
}

export const fit = (size: Size): Camera => within({ x: 0, y: 0, zoom: fitZoom(size) }, size);

/** Zoom about a point of the viewport, which keeps its place on the map. */
export function zoomAt(camera: Camera, size: Size, x: number, y: number, factor: number): Camera {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(size), camera.zoom * factor));
  const k = zoom / camera.zoom;
  return within({ x: x - (x - camera.x) * k, y: y - (y - camera.y) * k, zoom }, size);
}

/** As much of the desk as is shown beside the edge of the map without need. */
const LITTLE = 0.04;
/** What lies over most of the viewport leaves the rest to any hex, those at the edge of the map too. */
export const NEEDED = 0.9;

/** The camera that has a point of the map in the middle, or as near to it as shows little of the desk. */
export const lookAt = (point: Point, zoom: number, size: Size, slack = LITTLE): Camera =>
  within(
    { x: size.width / 2 - (point[0] - LEFT) * zoom, y: size.height / 2 - (point[1] - TOP) * zoom, zoom },
    size,
    slack,
  );

/** The least move that brings a hex into view, with some room around it; the same camera if it is in view. */
export function bringIn(camera: Camera, size: Size, hex: Hex, room = 70): Camera {
  const [x, y] = toScreen(camera, centre(hex));
  const pull = (at: number, length: number) => (at < room ? room - at : at > length - room ? length - room - at : 0);
  const [dx, dy] = [pull(x, size.width), pull(y, size.height)];
  return dx || dy ? within({ ...camera, x: camera.x + dx, y: camera.y + dy }, size) : camera;
}
