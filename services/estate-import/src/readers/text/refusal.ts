/** The reason why a file cannot be read. Lines count from 1. */
export interface Refusal {
  readonly ok: false;
  readonly line: number;
  readonly problem: string;
}

const LONGEST = 80;

export function refuseAt(line: number, problem: string): Refusal {
  return { ok: false, line, problem };
}

/**
 * Returns `text`, which comes from a file, in double quotes for use in a message. A text of more than 80 characters is
 * shortened.
 */
export function shown(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text);
}
