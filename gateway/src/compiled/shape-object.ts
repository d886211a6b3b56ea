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

/**
 * Marks a value that is null in the response because data was missing or invalid. The path of that data is already
 * recorded.
 */
export const hole = Symbol("hole");
/**
 * Marks a missing value at a position that must not be null. The object or list that contains the position then counts
 * as missing too.
 */
export const wideningHole = Symbol("widening hole");

/**
 * Converts a fetched value to a value of the response. Returns `hole` or `wideningHole` if the value is missing or
 * invalid.
 *
 * `input` is the object that contains the fetched value. If an earlier selection has the same response name, `before`
 * is the result of that selection. Otherwise `before` is undefined.
 */
export type Complete = (value: unknown, before: unknown, run: ShapeRun, input: Data) => unknown;

/** Sets one member of a response object: the member named `name`. */
export interface Step {
  readonly name: string;
  /** Whether JavaScript objects or lists inherit a member of this name from their prototype. */
  readonly inherited: boolean;
  /** Whether an earlier step may have set the value already. */
  readonly again: boolean;
  readonly condition: Condition | undefined;
  /**
   * Reports whether the response can contain the fetched value unchanged. Undefined if every value of the field has to
   * be processed, for example because the values are objects or lists.
   */
  readonly isFinal: ((value: unknown) => boolean) | undefined;
  /**
   * Whether the field has subfields. If so, a later step with the same response name may add more subfields to the
   * value.
   */
  readonly nested: boolean;
  readonly complete: Complete;
}

/**
 * Copies the selected fields of `input` into `output`. Set `fresh` if `output` is still empty. Returns false if a value
 * that must not be null is missing.
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
