/** One error in an input: where ("rules[1].sources[0].cidr") and what would work, in a sentence. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Collects errors while an input is read, so that the caller gets all of them at once. Keeps at most 200; one more counts the rest. */
export interface FieldErrors {
  add(path: string, message: string): void;
  readonly empty: boolean;
  all(): readonly FieldError[];
}

const KEPT = 200;

export function fieldErrors(): FieldErrors {
  const kept: FieldError[] = [];
  let found = 0;
  return {
    add(path, message) {
      found += 1;
      if (kept.length < KEPT) kept.push({ path, message });
    },
    get empty() {
      return found === 0;
    },
    all() {
      if (found <= KEPT) return kept;
      const last = kept.at(-1);
      return [...kept, { path: last?.path ?? "", message: `${found - KEPT} further errors are not listed` }];
    },
  };
}
