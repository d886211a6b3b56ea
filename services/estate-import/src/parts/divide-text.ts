/**
 * Divides a text into pieces of at most `mostBytes` bytes of UTF-8. Joined together, the pieces give the text again. If
 * possible, a piece ends at the end of a line.
 */
export function* divideText(text: string, mostBytes: number): Generator<string> {
  const bytes = Buffer.from(text);
  let from = 0;
  while (bytes.length - from > mostBytes) {
    const newline = bytes.lastIndexOf(0x0a, from + mostBytes - 1);
    let to = newline > from ? newline + 1 : from + mostBytes;
    // A piece never ends inside a character. In UTF-8, the second and later bytes of a character begin with the bits
    // 10.
    while (newline <= from && ((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    yield bytes.toString("utf8", from, to);
    from = to;
  }
  yield bytes.toString("utf8", from);
}
