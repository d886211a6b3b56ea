import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { printQuery } from "../../../test/print-query.ts";
import { randomQueries, withoutPlaces } from "../../../test/random-queries.ts";
import { USED_QUERIES } from "../../../test/used-queries.ts";
import { parseQuery } from "./parse-query.ts";

test.each(USED_QUERIES)("on %s: %s is understood", (_, text) => {
  expect(parseQuery(text)).toMatchObject({ ok: true });
});

test("a printed query is parsed back, whatever its case, white space and superfluous parentheses", () => {
  fc.assert(
    fc.property(randomQueries, fc.infiniteStream(fc.nat()), (query, choices) => {
      const text = printQuery(query, () => choices.next().value ?? 0);
      const parsed = parseQuery(text);
      expect({ text, query: parsed.ok ? withoutPlaces(parsed.query) : parsed.error }).toEqual({ text, query });
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["rule{a=1} or device{id=2}", 11, "stanzas are joined by AND only; OR works inside one stanza"],
  ["rule{NOT disabled=true}", 6, /^NOT does not stand before a condition; use !=, !~, IS NOT NULL/],
  ["rule{name='x}", 11, "the text that begins here has no closing quote; write \\' for a quote inside it"],
  ["rule{name='x'", 14, "found the end of the query; expected one of AND, OR, }"],
  ["rule{name='x')", 14, 'found ")"; expected one of AND, OR, }'],
  ["", 1, "found the end of the query; expected a stanza such as rule{true}"],
  ["rule", 5, "found the end of the query; expected {"],
  ["rule{true} rule{true}", 12, 'found "rule"; expected one of AND, |, the end of the query'],
  ["rule{true} | ", 14, "found the end of the query; expected a function such as fields(props)"],
  ["rule{name=web}", 11, "texts stand in single quotes: 'web'"],
  ['rule{name="web"}', 11, `""" has no meaning here; texts stand in single quotes, such as 'web'`],
  ["rule{source is subset 'x'}", 13, /^found "is"; expected one of =, !=, .*IS SUBSET OF/],
  ["rule{id ~ (1, 2}", 16, 'found "}"; expected one of ,, )'],
  ["rule{𝒳 = 1 AND}", 15, 'found "}"; expected one of an attribute, (, true'],
])("%s is refused at character %i", (text, position, message) => {
  const parsed = parseQuery(text);
  const expected = typeof message === "string" ? message : expect.stringMatching(message);
  expect(parsed).toMatchObject({ ok: false, error: { position, message: expected } });
});

test("32 nested parentheses and 500 comparisons are understood, and no more", () => {
  const nested = (count: number) => `rule{${"(".repeat(count)}true${")".repeat(count)}}`;
  const compared = (count: number) => `rule{${Array(count).fill("id=1").join(" or ")}}`;
  expect(parseQuery(nested(32))).toMatchObject({ ok: true });
  expect(parseQuery(nested(33))).toMatchObject({ ok: false, error: { position: 38 } });
  expect(parseQuery(compared(500))).toMatchObject({ ok: true });
  expect(parseQuery(compared(501))).toMatchObject({ ok: false, error: { message: expect.stringContaining("500") } });
});

test("16,384 characters are understood, and no more, however many bytes they have", () => {
  const long = (count: number) => `rule{name='${"𝒳".repeat(count - 13)}'}`;
  expect(parseQuery(long(16_384))).toMatchObject({ ok: true });
  expect(parseQuery(long(16_385))).toMatchObject({
    ...{ ok: false, error: { message: "the query has 16385 characters; at most 16384 work" } },
  });
});

test("no text makes the parser throw", () => {
  const used = fc.constantFrom(...USED_QUERIES.map(([, text]) => text));
  const piece = fc.constantFrom(
    "'",
    "\\",
    "{",
    "}",
    "(",
    ")",
    "[",
    "|",
    ",",
    ".",
    "is not ",
    "and ",
    "*",
    "2024-01-01",
    "\u0000",
    "𝒳",
  );
  const changed = fc.tuple(used, fc.nat(), fc.nat(8), piece).map(([text, at, cut, added]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + added + text.slice(place + cut);
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), changed), (text) => {
      const parsed = parseQuery(text);
      if (parsed.ok) return;
      expect(parsed.error.position).toBeGreaterThan(0);
      expect(parsed.error.position).toBeLessThanOrEqual([...text].length + 1);
    }),
    { numRuns: 2_000 },
  );
});

test.each(["(", "'", "\\", "a.", "a(", "[1,", "1", "*", " ", "-", "a ", "2024-01-01T", "|", "!"])(
  "a query full of %o ends quickly",
  (piece) => {
    const begun = performance.now();
    for (const start of ["", "rule{", "rule{id ~ ", "rule{true} | fields("])
      parseQuery((start + piece.repeat(16_384)).slice(0, 16_384));
    expect(performance.now() - begun).toBeLessThan(1_000);
  },
);
