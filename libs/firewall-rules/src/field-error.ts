/**
 * One error in an input. `path` says where it is ("rules[1].sources[0].cidr"). `message` says what is wrong and what
 * would work.
 */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/**
 * Collects errors while an input is read, so that the caller gets all of them in one response. Keeps at most 200
 * errors. If there are more, one further error says how many are left out.
 */
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
