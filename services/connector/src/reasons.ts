/** Counts messages by kind. */
export interface Reasons {
  readonly count: number;
  /** Counts a message. `example` is where it occurred. */
  add(message: string, example: string): void;
  /** Returns the reasons, the most frequent one first. */
  all(): readonly Reason[];
}

export interface Reason {
  readonly message: string;
  readonly count: number;
  /** Where the first messages of this kind occurred. */
  readonly examples: readonly string[];
}

/**
 * The maximum number of kinds of messages that are counted separately. Messages of any further kind are counted
 * together, so that memory stays bounded.
 */
const MOST_KINDS = 500;
const MOST_EXAMPLES = 3;

/**
 * Counts messages by kind. Messages that differ only in quoted texts or numbers are of the same kind. The first message
 * of each kind is shown.
 */
export function countReasons(): Reasons {
  const kinds = new Map<string, { message: string; count: number; examples: string[] }>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(message, example) {
      count += 1;
      const exact = message.replace(/"(?:[^"\\]|\\.)*"|[0-9a-f.:/]*\d[0-9a-f.:/]*/g, "*");
      const kind = kinds.has(exact) || kinds.size < MOST_KINDS ? exact : "";
      const known = kinds.get(kind);
      if (known === undefined)
        kinds.set(kind, { message: kind === "" ? "other reasons" : message, count: 1, examples: [example] });
      else {
        known.count += 1;
        if (known.examples.length < MOST_EXAMPLES && !known.examples.includes(example)) known.examples.push(example);
      }
    },
    all: () => [...kinds.values()].sort((a, b) => b.count - a.count),
  };
}
