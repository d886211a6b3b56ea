export function withCommas(count: number): string {
  return count.toLocaleString("en-US");
}

/** Returns a count with its noun, such as "1 boundary" or "1,200 boundaries". */
export function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${withCommas(count)} ${count === 1 ? noun : plural}`;
}

export function countedBoundaries(count: number): string {
  return counted(count, "boundary", "boundaries");
}

/**
 * Lists up to `most` texts, and the number of remaining ones, such as "a, b, c and 7 more". `count` is the total
 * number, which may exceed the length of `texts`.
 */
export function listed(texts: readonly string[], most = 3, count: number = texts.length): string {
  const named = texts.slice(0, most).join(", ");
  const more = count - Math.min(texts.length, most);
  return more > 0 ? `${named} and ${withCommas(more)} more` : named;
}
