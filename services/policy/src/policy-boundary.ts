import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";

/** A place in a policy file. Line and column count from 1. For a whole file or folder they are 0. */
export interface Place {
  /** As shown to the user. */
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
  /** Id of its boundary; null where that is unknown. */
  readonly id: string | null;
  /** "sources[0].cidr"; empty for the whole boundary or file. */
  readonly path: string;
  /** What is wrong and what to change. */
  readonly message: string;
}

/** "file:3:5" if `exactly`, otherwise "file:3"; "file" for a whole file. */
export function placeText({ file, line, column }: Place, exactly = false): string {
  if (line === 0) return file;
  return exactly ? `${file}:${line}:${column}` : `${file}:${line}`;
}
