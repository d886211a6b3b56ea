/** The reason why a query can't be executed, in the form that clients receive. */
export interface QueryError {
  /** One or two sentences that say what was found and what works. */
  readonly message: string;
  /** The position, counted in characters from 1. */
  readonly position: number;
  readonly found: string;
  /** What is allowed at the position. It is empty if that can't be listed. */
  readonly expected: readonly string[];
  /** The known name that is nearest to the name that was found. */
  readonly nearest?: string;
}

/** An error with its offset in the text. `positionedError` converts the offset to a position in characters. */
export interface LocatedError extends Omit<QueryError, "position"> {
  /** The offset of the error in the text, in UTF-16 units. */
  readonly at: number;
}

/**
 * Returns the error with a position in characters, counted from 1, in place of its offset in UTF-16 units. A surrogate
 * pair counts as one character.
 */
export function positionedError(text: string, { at, ...error }: LocatedError): QueryError {
  return { ...error, position: [...text.slice(0, at)].length + 1 };
}

/** Shortens a piece of a query for a message. */
export function quoted(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `"${characters.slice(0, 40).join("")}..."` : `"${text}"`;
}
