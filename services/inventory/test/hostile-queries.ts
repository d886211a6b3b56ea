import fc from "fast-check";

const pieces = [
  ..."()[]{}\"\"''~^/\\:+-!*?&|<>=.,@#% \t\n\u3000\u00a0\u0000\u0007\u{1f600}\u0130\u00e9\u4e2d".split(/(?:)/u),
  ...'AND OR NOT TO and && || *:* _exists_: tags. tags.k: tags."a b": name: ip: id: nme: lastSeenAt: all_text: _id:'.split(
    " ",
  ),
  ..."web-prod-01 foo bar a b 10.1.2.3 10.1.0.0/16 2001:db8::/32 ::1 ::/0 ::ffff:1.2.3.4 10.1.2.* 00:1a:2b:3c:4d:5e".split(
    " ",
  ),
  ..."[a TO b] {* TO 10.0.0.9] [10.0.0.1 TO *] >=now-1d <=2 2026-11-21 2026 now /re/ a~2 a^3 \\u0041 \\u00 *abc* ?a \\* \\\\".split(
    " ",
  ),
  ...['"a b"', '"10.1.2.3"', '"', '\\"', "a - b", "x/y", "TO b]", "[a ", "name:(a b", String.fromCharCode(0xd800)],
];

/** Texts that resemble queries, and arbitrary texts. */
export const hostileQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join("")) },
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join(" ")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.constantFrom(...pieces), fc.integer({ min: 1, max: 2_100 }))
      .map(([one, other, times]) => `${one}${other}`.repeat(times).slice(0, 4_200)),
  },
);
