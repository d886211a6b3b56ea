import type { StringPiece } from "../language/tokens.ts";

/** Whether a text has the pieces in their order: as a whole, or with `within` anywhere in it. Linear for each piece. */
export function matchText(text: string, pieces: readonly StringPiece[], within: boolean): boolean {
  const wild = { wildcard: true } as const;
  const all: readonly StringPiece[] = within ? [wild, ...pieces, wild] : pieces;
  const literals = all.flatMap((piece, place) => (typeof piece === "string" ? [{ piece, place }] : []));
  const [first, last] = [literals[0], literals.at(-1)];
  if (!first || !last) return all.length > 0 || text === "";
  let from = 0;
  for (const { piece, place } of literals) {
    const isFixed = place === 0 || typeof all[place - 1] === "string";
    const at = isFixed ? (text.startsWith(piece, from) ? from : -1) : text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  if (last.place !== all.length - 1) return true;
  // The last piece has to end the text; a wildcard before it may take what lies between.
  const isWild = typeof all[last.place - 1] === "object";
  return (
    from === text.length ||
    (isWild && text.endsWith(last.piece) && text.length - last.piece.length >= from - last.piece.length)
  );
}
