import { countChanges } from "@network-access/service-runtime/count-changes";

const MOST_CHANGES = 3;
const LONGEST = 64;

/**
 * Returns the known name that is most similar to `name`, ignoring case. Similarity is measured by the number of
 * characters that must be changed. Returns undefined if every known name needs more than three changes, or more changes
 * than half of the length of `name`. Also returns undefined if `name` has more than 64 characters.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  let nearest: string | undefined;
  let fewest = Math.min(MOST_CHANGES, Math.floor(name.length / 2)) + 1;
  for (const one of known) {
    const changes = countChanges(name.toLowerCase(), one.toLowerCase(), MOST_CHANGES);
    if (changes < fewest) [nearest, fewest] = [one, changes];
  }
  return nearest;
}
