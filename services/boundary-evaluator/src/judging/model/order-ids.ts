/**
 * Orders ids by code point, as the database sorts their UTF-8. The order of UTF-16 units is different for characters
 * above U+FFFF.
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
 * Returns the rank of a UTF-16 unit. Surrogates encode code points above U+FFFF, so they rank after U+E000 to U+FFFF.
 */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
