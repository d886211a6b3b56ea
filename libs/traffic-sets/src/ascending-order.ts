const insertionUpTo = 24;

/**
 * Returns the positions of a list's numbers, ordered so that the numbers ascend. For example, the result for the list
 * 5, 9, 3 is [2, 0, 1]. In `words`, each number takes `width` 32-bit words, the most significant first.
 *
 * Long lists are sorted by radix sort, from the least significant byte to the most significant. Bytes that are the same
 * in all numbers are skipped.
 */
export function ascendingOrder(words: Uint32Array, width: number): Uint32Array {
  const count = words.length / width;
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) order[place] = place;
  if (isAscending(words, width)) return order;
  return count <= insertionUpTo ? insertionSorted(order, words, width) : radixSorted(order, words, width);
}

function isAscending(words: Uint32Array, width: number): boolean {
  for (let offset = width; offset < words.length; offset += width) {
    if (isBelow(words, offset, offset - width, width)) return false;
  }
  return true;
}

function isBelow(words: Uint32Array, offsetA: number, offsetB: number, width: number): boolean {
  for (let word = 0; word < width; word += 1) {
    const a = words[offsetA + word] as number;
    const b = words[offsetB + word] as number;
    if (a !== b) return a < b;
  }
  return false;
}

function insertionSorted(order: Uint32Array, words: Uint32Array, width: number): Uint32Array {
  for (let next = 1; next < order.length; next += 1) {
    const moving = order[next] as number;
    let place = next;
    while (place > 0 && isBelow(words, moving * width, (order[place - 1] as number) * width, width)) {
      order[place] = order[place - 1] as number;
      place -= 1;
    }
    order[place] = moving;
  }
  return order;
}

function radixSorted(order: Uint32Array, words: Uint32Array, width: number): Uint32Array {
  const count = order.length;
  const varying = varyingBits(words, width);
  const starts = new Uint32Array(256);
  let from = order;
  let to: Uint32Array = new Uint32Array(count);
  for (let word = width - 1; word >= 0; word -= 1) {
    for (let shift = 0; shift < 32; shift += 8) {
      if ((((varying[word] as number) >>> shift) & 255) === 0) continue;
      starts.fill(0);
      for (let offset = word; offset < words.length; offset += width) {
        const digit = ((words[offset] as number) >>> shift) & 255;
        starts[digit] = (starts[digit] as number) + 1;
      }
      let start = 0;
      for (let digit = 0; digit < 256; digit += 1) {
        const size = starts[digit] as number;
        starts[digit] = start;
        start += size;
      }
      for (let place = 0; place < count; place += 1) {
        const index = from[place] as number;
        const digit = ((words[index * width + word] as number) >>> shift) & 255;
        const target = starts[digit] as number;
        starts[digit] = target + 1;
        to[target] = index;
      }
      [from, to] = [to, from];
    }
  }
  return from;
}

/**
 * Compares numbers that consist of `width` words each. Returns one bit mask for each word position. A bit of the mask
 * is set if the numbers do not all have the same value in this bit.
 */
function varyingBits(words: Uint32Array, width: number): Uint32Array {
  const bits = new Uint32Array(width);
  for (let word = 0; word < width; word += 1) {
    const first = words[word] as number;
    let varying = 0;
    for (let offset = word; offset < words.length; offset += width) varying |= (words[offset] as number) ^ first;
    bits[word] = varying;
  }
  return bits;
}
