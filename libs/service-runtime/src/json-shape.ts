/** Nobody nests deeper on purpose. */
const DEEPEST = 128;
/** Objects and lists in one document. */
const MOST_CONTAINERS = 500_000;
/** Members of all objects in one document. */
const MOST_MEMBERS = 1_000_000;
/** Values of any kind in one document. */
const MOST_VALUES = 2_000_000;

/** What makes a JSON document too expensive to parse. */
export interface ShapeFault {
  readonly kind: "too-deep" | "too-many";
  readonly message: string;
}

/**
 * Looks at the bytes of a JSON document before it is parsed, in one pass. A few megabytes of brackets would otherwise
 * become hundreds of megabytes of objects and seconds in which nobody else is answered. Whether it is JSON at all is
 * left to the parser.
 */
export function shapeFault(bytes: Uint8Array, deepest = DEEPEST): ShapeFault | undefined {
  let depth = 0;
  let containers = 0;
  let members = 0;
  let separators = 0;
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
          return { kind: "too-deep", message: `the body is nested deeper than ${deepest} levels; send it flatter` };
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
    }
  }
  return undefined;
}

function tooMany(most: number, what: string): ShapeFault {
  return { kind: "too-many", message: `the body has more than ${most} ${what}; send less at once` };
}
