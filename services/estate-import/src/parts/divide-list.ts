/**
 * Thrown if a single element of a device, such as a rule, does not fit into a part. The message identifies the element.
 */
export class PartTooLarge extends Error {}

/**
 * The maximum size of a list in one part, in bytes. A part has at most 8 MiB, so at least 1 MiB is left for the text
 * around the list.
 */
const MOST_BYTES = 7 * 1_024 * 1_024;

/**
 * Divides a list into pieces that have at most `most` elements and fit into a part. An empty list gives one empty
 * piece.
 */
export function divideList<Element>(list: readonly Element[], most: number, where: string): Element[][] {
  const pieces: Element[][] = [];
  let piece: Element[] = [];
  let bytes = 0;
  for (const [at, element] of list.entries()) {
    const size = Buffer.byteLength(JSON.stringify(element)) + 1;
    if (size > MOST_BYTES)
      throw new PartTooLarge(`${where}: element ${at + 1} has ${size} bytes; at most ${MOST_BYTES} work`);
    if (piece.length === most || bytes + size > MOST_BYTES) {
      pieces.push(piece);
      piece = [];
      bytes = 0;
    }
    piece.push(element);
    bytes += size;
  }
  pieces.push(piece);
  return pieces;
}
