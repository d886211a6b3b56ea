/** The greatest allowed depth. No real document nests deeper. */
const DEEPEST = 128;
/** The largest number of objects and arrays in one document. */
const MOST_CONTAINERS = 500_000;
/** The maximum total number of members in all objects of one document. */
const MOST_MEMBERS = 1_000_000;
/** The largest number of values of any kind in one document. */
const MOST_VALUES = 2_000_000;
/**
 * 64-bit floating point never changes a number that has fewer than `LONG_NUMBER` characters in total and fewer than
 * `LONG_EXPONENT` characters in its exponent.
 */
const LONG_NUMBER = 16;
const LONG_EXPONENT = 3;

/** Why a JSON document is too expensive to parse. */
interface ShapeError {
  readonly kind: "too-deep" | "too-many";
  readonly message: string;
}

export type JsonShape =
  | {
      readonly ok: true;
      /** The approximate memory of the document once it is parsed. */
      readonly parsedBytes: number;
      /** The count of numbers that 64-bit floating point may change. See exact-json.ts. */
      readonly longNumbers: number;
    }
  | { readonly ok: false; readonly error: ShapeError };

/**
 * Checks the bytes of a JSON document before it is parsed. Returns an error if the document nests too deeply or has too
 * many values. Otherwise returns an estimate of the parsed document's memory. Without this check, a few megabytes of
 * brackets would become hundreds of megabytes of objects, and parsing would block the process for seconds. Invalid JSON
 * is not detected here, but by the parser.
 */
export function readShape(bytes: Uint8Array, deepest = DEEPEST): JsonShape {
  let depth = 0;
  let containers = 0;
  let members = 0;
  let separators = 0;
  let longNumbers = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case 0x22: // "
        for (at += 1; at < bytes.length && bytes[at] !== 0x22; at += 1) if (bytes[at] === 0x5c) at += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        containers += 1;
        depth += 1;
        if (depth > deepest)
          return refuse("too-deep", `the body is nested deeper than ${deepest} levels; send it flatter`);
        if (containers > MOST_CONTAINERS) return tooMany(MOST_CONTAINERS, "objects and lists");
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x3a: // :
        members += 1;
        if (members > MOST_MEMBERS) return tooMany(MOST_MEMBERS, "members");
        break;
      case 0x2c: // ,
        separators += 1;
        if (separators + containers > MOST_VALUES) return tooMany(MOST_VALUES, "values");
        break;
      case 0x2d: // -
      case 0x30:
      case 0x31:
      case 0x32:
      case 0x33:
      case 0x34:
      case 0x35:
      case 0x36:
      case 0x37:
      case 0x38:
      case 0x39: {
        const start = at;
        let exponent = 0;
        for (; isOfNumber(bytes[at + 1]); at += 1) if (isExponent(bytes[at + 1])) exponent = at + 2;
        if (at + 1 - start >= LONG_NUMBER || (exponent > 0 && at + 1 - exponent >= LONG_EXPONENT)) longNumbers += 1;
        break;
      }
    }
  }
  // `bytes.length` is the estimate for strings. The four factors are the measured bytes that the runtime needs for each
  // object or list, each member, each comma between values, and each number that 64-bit floating point may change.
  const parsedBytes = bytes.length + 56 * containers + 48 * members + 16 * separators + 100 * longNumbers;
  return { ok: true, parsedBytes, longNumbers };
}

function isOfNumber(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2e || byte === 0x2d || byte === 0x2b || isExponent(byte);
}

function isExponent(byte = 0): boolean {
  return byte === 0x65 || byte === 0x45;
}

/** Estimates the memory in bytes that the value of a JSON text needs after parsing. The text itself is not counted. */
export function parsedBytesOf(text: string): number {
  const shape = readShape(Buffer.from(text), Number.POSITIVE_INFINITY);
  return shape.ok ? shape.parsedBytes : 64 * text.length;
}

function tooMany(most: number, what: string): JsonShape {
  return refuse("too-many", `the body has more than ${most} ${what}; send less at once`);
}

function refuse(kind: ShapeError["kind"], message: string): JsonShape {
  return { ok: false, error: { kind, message } };
}
