import { countChanges } from "@network-access/service-runtime/count-changes";

const MOST_CHANGES = 3;
/** For a name with more characters than this, no nearest names are searched, because the search would take too long. */
const LONGEST = 64;
const MOST_NAMES = 5;

/**
 * Returns the known names that are most similar to `name`, without regard to case and with the most similar name first.
 * If `name` has at least three characters, a known name is similar if it contains `name`. A known name is also similar
 * if only a few characters differ: at most three, and at most half as many as `name` has.
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
 * Returns the distance between two names, or undefined if they are not similar. A name that only contains `wanted` has
 * a larger distance than every name in which a few characters differ.
 */
function distanceOf(wanted: string, other: string, allowed: number): number | undefined {
  const changes = countChanges(wanted, other, allowed);
  if (changes <= allowed) return changes;
  if (wanted.length < 3 || !other.includes(wanted)) return undefined;
  return other.startsWith(wanted) ? MOST_CHANGES + 1 : MOST_CHANGES + 2;
}
