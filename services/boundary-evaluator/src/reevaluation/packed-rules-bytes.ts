/** Another one for every change of `packRules` that gives some rules other words: what was stored before is read from its text then. */
const FORM = 1;
/** Form and attempt. */
const HEAD_WORDS = 2;
/** What is kept with a judging stays small; the rules of larger requests are read from their text. */
const MOST_BYTES = 16 * 1_024;

/**
 * Packed words (judging/pack-rules.ts) as they are kept with the judging of this attempt, lowest byte first; null: they
 * are too many to be kept.
 */
export function bytesOfWords(words: Uint32Array, attempt: number): Uint8Array | null {
  const whole = new Uint32Array(HEAD_WORDS + words.length);
  if (whole.byteLength > MOST_BYTES) return null;
  whole.set([FORM, attempt]);
  whole.set(words, HEAD_WORDS);
  return new Uint8Array(whole.buffer);
}

/**
 * The words, in memory of their own. Null: they are in another form, as those of another byte order are, or an attempt
 * stands by now that was put by somebody who does not keep words.
 */
export function wordsOfBytes(bytes: Uint8Array, attempt: number): Uint32Array | null {
  if (bytes.length % Uint32Array.BYTES_PER_ELEMENT !== 0) return null;
  const whole = new Uint32Array(new Uint8Array(bytes).buffer);
  return whole[0] === FORM && whole[1] === attempt ? whole.subarray(HEAD_WORDS) : null;
}
