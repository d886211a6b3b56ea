import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";

/**
 * A place in a policy file. Lines and columns are counted from 1. A place with line 0 and column 0 is a whole file or
 * folder.
 */
export interface Place {
  /** The file's name as shown to the user. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A boundary of a policy file, without its source. */
export interface PolicyBoundary {
  readonly text: BoundaryText;
  readonly place: Place;
}

/** One error in a policy file. */
export interface PolicyError {
  readonly place: Place;
  /** The id of the boundary, or null if the id is unknown. */
  readonly id: string | null;
  /** The path of the wrong field, such as "sources[0].cidr". Empty for the whole boundary or file. */
  readonly path: string;
  /** What is wrong and what to change. */
  readonly message: string;
}

/** Returns "file:3:5" if `exactly` is true, otherwise "file:3". For a whole file, returns "file". */
export function placeText({ file, line, column }: Place, exactly = false): string {
  if (line === 0) return file;
  return exactly ? `${file}:${line}:${column}` : `${file}:${line}`;
}
