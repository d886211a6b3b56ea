import type { Condition, Variables } from "./compile-conditions.ts";
import { type Data, own, put } from "./merge-data.ts";

/** The state of shaping one response. */
export interface ShapeRun {
  readonly variables: Variables;
  /** The current path: names and indices. */
  readonly path: (string | number)[];
  /** The paths where data was missing or of a wrong kind. */
  readonly holes: (readonly (string | number)[])[];
}

/** Stands for missing data, which is null in the response. The path of the null is recorded. */
export const hole = Symbol("hole");
/** Stands for missing data at a position that can't be null. The parent then counts as missing too. */
export const wideningHole = Symbol("widening hole");

/**
 * Turns a fetched value into a value of the response. The result is a value, null, or a mark for a missing value
 * (`hole` or `wideningHole`). `input` is the object that contains the fetched value. If an earlier selection with the
 * same response name has already produced a result, `before` is that result. Otherwise `before` is undefined.
 */
export type Complete = (value: unknown, before: unknown, run: ShapeRun, input: Data) => unknown;

/** The step that sets the member with one response name. */
export interface Step {
  readonly name: string;
  /** Whether JavaScript objects or lists inherit a member of this name from their prototype. */
  readonly inherited: boolean;
  /** Whether an earlier step may have set the value already. */
  readonly again: boolean;
  readonly condition: Condition | undefined;
  /**
   * Returns true if the response can contain the fetched value unchanged. Undefined if no value of the field can be
   * used unchanged.
   */
  readonly isFinal: ((value: unknown) => boolean) | undefined;
  /**
   * Whether the value has selected subfields. Another step with the same response name may then add further subfields.
   */
  readonly nested: boolean;
  readonly complete: Complete;
}

/**
 * Copies the selected fields of `input` into `output`. `fresh` is true if `output` was empty before. Returns false if a
 * value that must not be null is missing.
 */
export function shapeObject(steps: readonly Step[], input: Data, output: Data, fresh: boolean, run: ShapeRun): boolean {
  for (const step of steps) {
    if (step.condition !== undefined && !step.condition(run.variables)) continue;
    const { name } = step;
    const before = fresh && !step.again ? undefined : own(output, name);
    if (before === null || (before !== undefined && !step.nested)) continue;
    const value = (step.inherited ? own(input, name) : input[name]) ?? null;
    if (step.isFinal?.(value)) {
      if (step.inherited) put(output, name, value);
      else output[name] = value;
      continue;
    }
    run.path.push(name);
    const shaped = step.complete(value, before, run, input);
    run.path.pop();
    if (shaped === wideningHole) return false;
    put(output, name, shaped === hole ? null : shaped);
  }
  return true;
}
