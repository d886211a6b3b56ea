/**
 * The version of the format. It changes whenever `packRules` packs any rules differently. Bytes of older versions are
 * then ignored.
 */
const FORMAT = 1;
/** The number of words before the packed rules. These words contain the format and the attempt. */
const HEAD_WORDS = 2;
/**
 * The maximum size in bytes of the packed rules in a document. Larger rules are stored only as text, so that documents
 * stay small.
 */
const MAX_BYTES = 16 * 1_024;

/**
 * Returns packed words (pack-rules.ts) as little-endian bytes for storage. The format version and the attempt precede
 * the words. Returns null if the result would exceed `MAX_BYTES`.
 */
export function bytesOfWords(words: Uint32Array, attempt: number): Uint8Array | null {
  const whole = new Uint32Array(HEAD_WORDS + words.length);
  if (whole.byteLength > MAX_BYTES) return null;
  whole.set([FORMAT, attempt]);
  whole.set(words, HEAD_WORDS);
  return new Uint8Array(whole.buffer);
}

/**
 * Returns a copy of the packed words in these bytes. Returns null if the bytes have another format or byte order, or
 * belong to another attempt.
 *
 * A worker that runs an older software version updates the document without writing packed rules. The bytes in the
 * document may therefore belong to an older attempt.
 */
export function wordsOfBytes(bytes: Uint8Array, attempt: number): Uint32Array | null {
  if (bytes.length % Uint32Array.BYTES_PER_ELEMENT !== 0) return null;
  const whole = new Uint32Array(new Uint8Array(bytes).buffer);
  return whole[0] === FORMAT && whole[1] === attempt ? whole.subarray(HEAD_WORDS) : null;
}
