/**
 * A set of boundaries with a fixed size, stored as words of 32 bits. Each bit stands for one position in a list of
 * boundaries.
 */
export type BitSet = Uint32Array;

export function emptyBits(count: number): BitSet {
  return new Uint32Array((count + 31) >>> 5);
}

export function setBit(bits: BitSet, position: number): void {
  const word = position >>> 5;
  bits[word] = (bits[word] as number) | (1 << (position & 31));
}

/**
 * Adds a position to a set that starts at word `offset` of `bits`. `setBit` does the same for a set that starts at word
 * 0.
 */
export function markBit(bits: BitSet, offset: number, position: number): void {
  const word = offset + (position >>> 5);
  bits[word] = (bits[word] as number) | (1 << (position & 31));
}

export function hasBit(bits: BitSet, position: number): boolean {
  return (((bits[position >>> 5] as number) >>> (position & 31)) & 1) === 1;
}

/** Adds all positions in a second set to `bits`. The second set starts at word `offset` of `others`. */
export function addBits(bits: BitSet, others: BitSet, offset: number): void {
  for (let word = 0; word < bits.length; word += 1) {
    bits[word] = (bits[word] as number) | (others[offset + word] as number);
  }
}

export function keepBits(bits: BitSet, others: BitSet): void {
  for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] as number) & (others[word] as number);
}

/** Returns the number of positions that are set. Counting stops once the number exceeds `most`. */
export function countBits(bits: BitSet, most: number): number {
  let count = 0;
  for (let word = 0; word < bits.length && count <= most; word += 1)
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Calls `visit` with each position, in ascending order. */
export function eachBit(bits: BitSet, visit: (position: number) => void): void {
  for (let word = 0; word < bits.length; word += 1) {
    let rest = bits[word] as number;
    while (rest !== 0) {
      const lowest = 31 - Math.clz32(rest & -rest);
      visit((word << 5) + lowest);
      rest &= rest - 1;
    }
  }
}
