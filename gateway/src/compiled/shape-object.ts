import type { Condition, Variables } from "./compile-conditions.ts";
import { type Data, own, put } from "./merge-data.ts";

/** One answer being shaped. */
export interface ShapeRun {
  readonly variables: Variables;
  /** Where we are: names and places in lists. */
  readonly path: (string | number)[];
  /** Where data was missing or of a wrong kind. */
  readonly holes: (readonly (string | number)[])[];
}

/** Null where something was missing, and the place of it has been noted. */
export const hole = Symbol("hole");
/** The same where null may not stand: what is around it becomes a hole. */
export const wideningHole = Symbol("widening hole");

/**
 * Makes the value to answer with from one that was fetched: a value, null, or one of the two holes. `before` is what an
 * earlier selection of the same name made of the same value, else undefined. `input` is the object the value is in.
 */
export type Complete = (value: unknown, before: unknown, run: ShapeRun, input: Data) => unknown;

/** One name of an answer. */
export interface Step {
  readonly name: string;
  /** Whether every object or list has the name without having been given it. */
  readonly inherited: boolean;
  /** Whether an earlier step may have made it already. */
  readonly again: boolean;
  readonly condition: Condition | undefined;
  /** Whether a value is right and stays as it is; left out where more has to be looked at. */
  readonly isFinal: ((value: unknown) => boolean) | undefined;
  /** Whether a second selection of the name may ask for more of the same. */
  readonly nested: boolean;
  readonly complete: Complete;
}

/** Takes what was asked for from one object into another. False when a part is missing that can't be null. */
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
