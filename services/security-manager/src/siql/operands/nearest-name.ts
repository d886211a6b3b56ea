const MOST_CHANGES = 3;
const LONGEST = 64;

/**
 * Returns the known name that needs the fewest changed characters, ignoring case. Returns undefined if no known name is
 * near enough: at most three characters may change, and at most half of the characters of `name`.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  let nearest: string | undefined;
  let fewest = Math.min(MOST_CHANGES, Math.floor(name.length / 2)) + 1;
  for (const one of known) {
    const changes = changesBetween(name.toLowerCase(), one.toLowerCase());
    if (changes < fewest) [nearest, fewest] = [one, changes];
  }
  return nearest;
}

/** Returns the number of characters to insert, remove or replace. */
function changesBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_CHANGES) return MOST_CHANGES + 1;
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (before[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (before[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = current;
  }
  return before.at(-1) ?? 0;
}
