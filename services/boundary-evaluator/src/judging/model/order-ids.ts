/**
 * Compares two ids by code point. The database compares ids as UTF-8, which gives the same order. The built-in
 * comparison of strings uses UTF-16 units, which gives a different order for characters above U+FFFF.
 */
export function orderIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const unitA = a.charCodeAt(index);
    const unitB = b.charCodeAt(index);
    if (unitA !== unitB) return codePointRank(unitA) - codePointRank(unitB);
  }
  return a.length - b.length;
}

/**
 * Returns the rank of a UTF-16 code unit. Ordering units by rank orders texts by code point. Surrogates encode code
 * points above U+FFFF, so they rank after the units U+E000 to U+FFFF.
 */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
