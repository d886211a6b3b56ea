import fc from "fast-check";

/**
 * Texts at and just above the limits of 256 and 1,024 characters, texts that some programs treat specially, and random
 * texts.
 */
export const hostileText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "a\u0007",
    "\ud800",
    "\u202e",
    "\ufeff",
    "x".repeat(256),
    "x".repeat(257),
    "x".repeat(1_024),
    "x".repeat(1_025),
    "\u{1f600}".repeat(1_024),
    "\u{1f600}".repeat(1_025),
    "__proto__",
    "constructor",
    "toString",
    "$where",
    "a.b",
    "10.0.0.5/24",
    "10.0.0.0/8",
    "010.0.0.1",
    "::ffff:10.0.0.1",
    "fe80::1%eth0",
    "2001:DB8::/32",
    "00-1a-2b-3c-4d-5e",
  ),
  fc.string({ unit: "binary" }),
  fc.string(),
);
