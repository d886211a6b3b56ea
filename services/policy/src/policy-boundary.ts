import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";

/** A place in a policy file; line and column count from 1, and are 0 where the whole file or folder is meant. */
export interface Place {
  /** As a person names it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A boundary as a policy file says it, without the source that owns it. */
export interface PolicyBoundary {
  readonly text: BoundaryText;
  readonly place: Place;
}

/** One thing wrong in a policy file. */
export interface PolicyError {
  readonly place: Place;
  /** Of the boundary it is in; null where that is not known. */
  readonly id: string | null;
  /** "sources[0].cidr"; empty where it is about the whole. */
  readonly path: string;
  /** What would work, in a sentence. */
  readonly message: string;
}

/** "file:3:5" or, for what only has to be found, "file:3"; "file" where the whole is meant. */
export function placeText({ file, line, column }: Place, exactly = false): string {
  if (line === 0) return file;
  return exactly ? `${file}:${line}:${column}` : `${file}:${line}`;
}
