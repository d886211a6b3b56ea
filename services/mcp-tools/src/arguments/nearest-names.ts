import { countChanges } from "@network-access/service-runtime/count-changes";

const MOST_CHANGES = 3;
/**
 * The maximum length of a name for which similar names are searched. For a longer name, the search would take too long.
 */
const LONGEST = 64;
const MOST_NAMES = 5;

/**
 * Returns at most `most` known names that are similar to `name`, the most similar first. Ignores upper and lower case.
 *
 * A known name is similar if at most three changes turn it into `name`. If `name` has fewer than six characters, the
 * limit is half its number of characters. A known name that contains `name` is also similar if `name` has at least
 * three characters.
 */
export function nearestNames(name: string, known: Iterable<string>, most: number = MOST_NAMES): string[] {
  const wanted = name.trim().toLowerCase();
  if (wanted === "" || wanted.length > LONGEST) return [];
  const allowed = Math.min(MOST_CHANGES, Math.floor(wanted.length / 2));
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const one of new Set(known)) {
    const distance = distanceOf(wanted, one.toLowerCase(), allowed);
    if (distance !== undefined) near.push({ name: one, distance });
  }
  near.sort((a, b) => a.distance - b.distance || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return near.slice(0, most).map((one) => one.name);
}

/**
 * Returns the distance between two names, or undefined if they are not similar. If at most `allowed` changes turn one
 * name into the other, the distance is the number of changes. Names that need more changes are similar if `other`
 * contains `wanted` and `wanted` has at least three characters. Their distance is greater than `MOST_CHANGES`.
 */
function distanceOf(wanted: string, other: string, allowed: number): number | undefined {
  const changes = countChanges(wanted, other, allowed);
  if (changes <= allowed) return changes;
  if (wanted.length < 3 || !other.includes(wanted)) return undefined;
  return other.startsWith(wanted) ? MOST_CHANGES + 1 : MOST_CHANGES + 2;
}
