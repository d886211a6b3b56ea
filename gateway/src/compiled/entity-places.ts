import { isData, own } from "./merge-data.ts";

/** A path in a response: names and indices. */
export type AnswerPath = readonly (string | number)[];

/**
 * Returns the paths of all objects in `data` that `path` matches, in the order of the data. In `path`, "@" stands for
 * all entries of a list. The returned paths contain indices instead.
 */
export function entityPlaces(data: unknown, path: readonly string[]): AnswerPath[] {
  const places: AnswerPath[] = [];
  function walk(value: unknown, at: number, place: AnswerPath): void {
    const step = path[at];
    if (value === null || value === undefined) return;
    if (step === undefined) {
      if (isData(value)) places.push(place);
    } else if (step !== "@") walk(isData(value) ? own(value, step) : undefined, at + 1, [...place, step]);
    else if (Array.isArray(value)) for (const [index, entry] of value.entries()) walk(entry, at + 1, [...place, index]);
  }
  walk(data, 0, []);
  return places;
}
