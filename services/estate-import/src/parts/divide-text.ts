/**
 * Divides a text into pieces of at most `mostBytes` bytes in UTF-8. Joining the pieces gives the text again. If
 * possible, a piece ends with a complete line.
 */
export function* divideText(text: string, mostBytes: number): Generator<string> {
  const bytes = Buffer.from(text);
  let from = 0;
  while (bytes.length - from > mostBytes) {
    const newline = bytes.lastIndexOf(0x0a, from + mostBytes - 1);
    let to = newline > from ? newline + 1 : from + mostBytes;
    // Moves the end so that no character is split. In UTF-8, all bytes of a character but the first begin with the bits
    // 10.
    while (newline <= from && ((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    yield bytes.toString("utf8", from, to);
    from = to;
  }
  yield bytes.toString("utf8", from);
}
