// The form of `faces.json`: the letters of the names on the map as outlines, 1000 units to the em, those of Alegreya, with the
// figures of EB Garamond; their licences are beside the fonts. Written by `scripts/letters.py`, fetched with the map.
export interface Face {
  /** For each character its advance and its outline, drawn relative to the start of its baseline. */
  letters: Record<string, [number, string]>;
  /** How much the first letter of a pair is moved. */
  kerning: Record<string, number>;
}
export type FaceName = 'smallcaps' | 'town' | 'bold' | 'italic';
export type Faces = Record<FaceName, Face>;
