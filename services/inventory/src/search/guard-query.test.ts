import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hostileQuery } from "../../test/hostile-queries.ts";
import { guardQuery } from "./guard-query.ts";

const ipv6All = "([:: TO ::fffe:ffff:ffff] OR [::1:0:0:0 TO ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff])";

describe("a rewritten query", () => {
  test.each([
    // Queries that stay unchanged
    ['region:"eu-central-1" AND NOT type:bucket', 'region:"eu-central-1" AND NOT type:bucket'],
    ["web && (db || !cache)", "web && (db || !cache)"],
    ["name : web-*", "name : web-*"],
    ["*:*", "*:*"],
    ["name:* _exists_:vendor", "name:* _exists_:vendor"],
    ["\\/re\\/ a\\~b a\\:b", "\\/re\\/ a\\~b a\\:b"],
    ['"a/b~c^d:e"', '"a/b~c^d:e"'],
    ["lastSeenAt:[2026-11-01 TO *]", "lastSeenAt:[2026-11-01 TO *]"],
    ["lastSeenAt:>=now-1d", "lastSeenAt:>=now-1d"],
    ["*-prod-0*", "*-prod-0*"],
    ["name:web and not or", "name:web and not or"],
    ['""', '""'],
    // OpenSearch's parser treats adjacent words as one value
    ['name:(web "a b" prod db)', 'name:(web "a b" prod +db)'],
    ["name:(web OR prod db*) a b", "name:(web OR prod db*) a b"],
    // Addresses
    ['ip:"10.1.0.0/16"', "ip:[10.1.0.0 TO 10.1.255.255]"],
    ["ip:10.1.2.3/16", "ip:[10.1.0.0 TO 10.1.255.255]"],
    ["ip:10.1.2.3", "ip:[10.1.2.3 TO 10.1.2.3]"],
    ["ip : 10.1.2.3", "ip : [10.1.2.3 TO 10.1.2.3]"],
    ["ip:2001:db8::/32", "ip:[2001:db8:: TO 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]"],
    ['ip:"2001:DB8:0::5"', "ip:[2001:db8::5 TO 2001:db8::5]"],
    ["ip:::1", "ip:[::1 TO ::1]"],
    ["ip:2001\\:db8\\:\\:1", "ip:[2001:db8::1 TO 2001:db8::1]"],
    [
      "ip:(2001\\:db8::\\/32 OR \\:\\:1)",
      "ip:([2001:db8:: TO 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff] OR [::1 TO ::1])",
    ],
    ["ip:>=2001\\:db8\\:\\:", "ip:[2001:db8:: TO ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]"],
    ["ip:[2001\\:db8\\:\\:1 TO 2001:db8::2]", "ip:[2001:db8::1 TO 2001:db8::2]"],
    ['ip:"::/0"', `ip:${ipv6All}`],
    ['ip:("10.0.0.0/8" OR NOT 2001:db8::1)', "ip:([10.0.0.0 TO 10.255.255.255] OR NOT [2001:db8::1 TO 2001:db8::1])"],
    ["ip:[10.0.0.1 TO 10.0.0.9]", "ip:[10.0.0.1 TO 10.0.0.9]"],
    ['ip:{"10.0.0.1" TO 10.0.0.9]', "ip:[10.0.0.2 TO 10.0.0.9]"],
    ["ip:[10.0.0.1 TO *]", "ip:[10.0.0.1 TO 255.255.255.255]"],
    ["ip:[* TO 2001:db8::]", "ip:([:: TO ::fffe:ffff:ffff] OR [::1:0:0:0 TO 2001:db8::])"],
    ["ip:>=10.0.0.1", "ip:[10.0.0.1 TO 255.255.255.255]"],
    ["ip:<10.0.0.1", "ip:[0.0.0.0 TO 10.0.0.0]"],
    ["ip:{10.0.0.1 TO 10.0.0.3}", "ip:[10.0.0.2 TO 10.0.0.2]"],
    // Ranges from directly before to directly after the IPv6 block to which the index maps IPv4. The block is left out.
    ["ip:[::fffe:ffff:ffff TO ::1:0:0:0]", "ip:([::fffe:ffff:ffff TO ::fffe:ffff:ffff] OR [::1:0:0:0 TO ::1:0:0:0])"],
    ["ip:{::fffe:ffff:ffff TO ::1:0:0:0]", "ip:[::1:0:0:0 TO ::1:0:0:0]"],
    ["NOT ip:*", "NOT ip:*"],
    // Addresses for which the query names no field
    ["10.1.2.5", '(all_text:"10.1.2.5" OR ip:[10.1.2.5 TO 10.1.2.5])'],
    ["web -10.1.2.5/8", 'web -(all_text:"10.1.2.5/8" OR ip:[10.0.0.0 TO 10.255.255.255])'],
    ['"2001:db8::1"', '(all_text:"2001:db8::1" OR ip:[2001:db8::1 TO 2001:db8::1])'],
    ["::1", '(all_text:"::1" OR ip:[::1 TO ::1])'],
    ["2001\\:db8\\:\\:1 web", '(all_text:"2001:db8::1" OR ip:[2001:db8::1 TO 2001:db8::1]) web'],
    ['"10.0.0.0\\/8"', '(all_text:"10.0.0.0/8" OR ip:[10.0.0.0 TO 10.255.255.255])'],
    ["00\\:1a\\:2b\\:3c\\:4d\\:5e", "00\\:1a\\:2b\\:3c\\:4d\\:5e"],
    ["web ::1", 'web (all_text:"::1" OR ip:[::1 TO ::1])'],
    [
      "(::/0)",
      '((all_text:"::/0" OR ip:[:: TO ::fffe:ffff:ffff] OR ip:[::1:0:0:0 TO ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]))',
    ],
    ["10.1.2 010.1.2.3 ips:10.1.2.3", "10.1.2 010.1.2.3 ips:10.1.2.3"],
    // Tags
    ['tags.Key:"value"', 'tags:"Key=value"'],
    ["tags.Key:value", 'tags:"Key=value"'],
    ["tags.Key:*", 'tags:"Key"'],
    ["tags.Key:pre*fix?", "tags:Key\\=pre*fix?"],
    ['tags.Key:(a OR "b c" NOT d*)', 'tags:("Key=a" OR "Key=b c" NOT Key\\=d*)'],
    ['tags."my key:1":x', 'tags:"my key:1=x"'],
    ["tags.my\\ key\\:1:x", 'tags:"my key:1=x"'],
    ["tags.a=b:c", 'tags:"a\u0000b=c"'],
    ['tags.k:"say \\"a\\\\\\""', 'tags:"k=say \\u0022a\\u005c\\u0022"'],
    ["tags.k:[a TO *]", 'tags:["k=a" TO "k>"}'],
    ["tags.k:{* TO b}", 'tags:["k=" TO "k=b"}'],
    ["tags.k:>a tags.k:<=b", 'tags:{"k=a" TO "k>"} tags:["k=" TO "k=b"]'],
    ["_exists_:tags.Key", 'tags:"Key"'],
    ['_exists_:"ip"', "_exists_:ip"],
    ["tags:Key", "tags:Key"],
  ])("%s becomes %s", (query, text) => {
    expect(guardQuery(query)).toMatchObject({ ok: true, text });
  });
});

describe("a refused query, with the position and what to change", () => {
  test.each([
    ["web nme:x", 5, '"name"'],
    ["\u{1f600}\u{1f600} nme:x", 4, '"name"'],
    ["tags.:x", 1, '"tags"'],
    ["na*:x", 1, "no wildcard"],
    ["_exists_:nam", 10, '"name"'],
    ["_exists_:(name)", 10, "one field"],
    ["*:web", 3, '"*:*"'],
    ["web~", 4, '"~"'],
    ['"a b"~2', 6, '"~"'],
    ["web^2", 4, '"^"'],
    ["/re/", 1, "regular expression"],
    ["a/b", 2, "quotes"],
    ["*ab", 1, "at least 3"],
    ["a ??*x", 3, "at least 3"],
    ["name:**", 6, "at least 3"],
    ["web AND (db", 9, "not closed"],
    ["web)", 4, "closes nothing"],
    ['a "b', 3, "not closed"],
    ["name:", 6, "a value is expected"],
    ["name:AND", 6, "a value is expected"],
    ["name:-web", 6, "a value is expected"],
    ["name:a:b", 7, "quotes"],
    [":web", 1, "no field"],
    ["https://example.com", 1, "quotes"],
    ["web - db", 5, "stands alone"],
    ["! web", 1, "stands alone"],
    ["name:[a b]", 6, "[LOW TO HIGH]"],
    ["name:[a TO b", 6, "[LOW TO HIGH]"],
    ["name:a]", 7, "closes no range"],
    ["web\\", 4, "at the end"],
    ["web\\u12", 4, "four hexadecimal"],
    ["web\u0007", 4, "control character"],
    [`web ${String.fromCharCode(0xd800)}`, 5, "half a character"],
    ["ip:web", 4, "neither an address nor a CIDR"],
    ['ip:"10.1.0.0/33"', 4, "0 to 32"],
    ["ip:10.1.2.*", 4, 'ip:"10.1.2.0/24"'],
    ["ip:::ffff:10.0.0.1", 4, "10.0.0.1"],
    ["ip:010.0.0.1", 4, "leading zeros"],
    ["ip:\u201c10.0.0.1\u201d", 4, "neither an address nor a CIDR"],
    ["ip:[10.0.0.1 TO 2001:db8::1]", 4, "one range for each"],
    ["ip:[10.0.0.9 TO 10.0.0.1]", 4, "swap"],
    ["ip:[10.0.0.0/8 TO *]", 4, "the ends of a range are addresses"],
    ["ip:[* TO *]", 4, "ip:*"],
    ["ip:<0.0.0.0", 4, "no address lies below 0.0.0.0; ip:<=0.0.0.0 takes it in"],
    ["web ip:{* TO ::}", 8, "no address lies below ::; ip:<=:: takes it in"],
    ["ip:>255.255.255.255", 4, "no address lies above 255.255.255.255; ip:>=255.255.255.255 takes it in"],
    ["ip:{10.0.0.1 TO 10.0.0.2}", 4, "ip:[10.0.0.1 TO 10.0.0.2] takes them in"],
    ["ip:[10.0.0.1 TO 10.0.0.1}", 4, "ip:[10.0.0.1 TO 10.0.0.1] takes them in"],
    ["ip:{::fffe:ffff:ffff TO ::1:0:0:0}", 4, 'only IPv4 lies between these ends; write ip:"0.0.0.0/0"'],
    ["ip:2001\\:db8\\:\\:g", 4, "not an IPv6 address"],
    ["ip:\\*", 4, "neither an address nor a CIDR"],
    ["ip:2001\\", 8, "at the end"],
    ["10.1.0.0/33", 1, "quotes"],
    ["00:1a:2b:3c:4d:5e", 1, "quotes"],
    ["lastSeenAt:2026*", 12, "no wildcard"],
  ])("%s", (query, position, words) => {
    const refused = guardQuery(query);
    expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining(words) });
    expect(refused).toMatchObject({ problem: expect.stringMatching(new RegExp(`^position ${position}: `)) });
  });

  test("is too large from the given position on", () => {
    const large: [string, string][] = [
      ["x".repeat(4_097), "position 4097: the query has 4097 characters; at most 4096 work"],
      [`${"(".repeat(51)}a${")".repeat(51)}`, "position 51: more than 50 parentheses are open here"],
      ["a ".repeat(257), "position 513: more than 256 words and phrases stand here"],
      [
        `${"a-".repeat(200)}b `.repeat(8),
        `position 1609: up to "${"a-".repeat(32)}..." these are more than 1000 words for all texts; ask for fewer, or name the field they are in`,
      ],
      [
        `${"10.0.0.1 ".repeat(200)}AND "web prod"`,
        'position 1805: up to "web prod" these are more than 1000 words for all texts; ask for fewer, or name the field they are in',
      ],
    ];
    for (const [query, problem] of large) expect(guardQuery(query)).toEqual({ ok: false, problem });
  });

  test("is none that is just small enough", () => {
    for (const query of [
      `${"10.0.0.1 ".repeat(200)}`,
      "\u{1f600}".repeat(4_096),
      `${"(".repeat(50)}a${")".repeat(50)}`,
      "a ".repeat(256),
    ])
      expect(guardQuery(query)).toMatchObject({ ok: true });
  });
});

test("any input gives a text within the limits or an error message", () => {
  fc.assert(
    fc.property(hostileQuery, (query) => {
      const guarded = guardQuery(query);
      if (!guarded.ok) return expect(guarded.problem).toMatch(/^position [1-9]\d*: ./);
      const bare = withoutTexts(guarded.text);
      expect([...query].length).toBeLessThanOrEqual(4_096);
      expect(bare).not.toMatch(/[~^/]/);
      expect(deepest(bare)).toBeLessThanOrEqual(52);
      for (const [, field = ""] of bare.matchAll(/([^\s()+\-!:]*)\s*:/g)) expect(known).toContain(field);
      for (const [, start = "", rest = ""] of bare.matchAll(
        /(?:^|[ \t\n\r\u3000(:!])[+-]?([*?]+)([^ \t\n\r\u3000()*?:]*)/g,
      ))
        expect(start === "*" || rest.length >= 3).toBe(true);
    }),
    { numRuns: 1_500, examples: [["\\name: x"], ["n\\u0061me:x"]] },
  );
});

test("a column of OpenSearch maps to the same character in the user's query", () => {
  const query = "\u{1f600} ip:10.0.0.1 AND tags.k:v AND region:eu";
  const guarded = guardQuery(query);
  if (!guarded.ok) throw new Error(guarded.problem);
  const { text, positionOf } = guarded;
  expect(positionOf(text.indexOf("region"))).toBe([...query].indexOf("r", 20) + 1);
  expect(positionOf(text.indexOf("10.0.0.1]"))).toBe([...query].join("|").split("|").indexOf("1") + 1);
  expect(positionOf(text.length)).toBe([...query].length + 1);
});

const known = [
  ..."accountId cloudAccountId region type typeName id name hostname macAddress vendor tags ip ips".split(" "),
  ..."firstSeenAt lastSeenAt lastChangedAt connectorId _exists_ all_text *".split(" "),
];

/**
 * Masks the texts of a query, so that only its syntax remains:
 * - An escaped letter is replaced by the letter, because field names may contain escaped letters.
 * - Any other escaped character is replaced by "x".
 * - Each quoted text and each range is replaced by "xxx".
 */
function withoutTexts(text: string): string {
  return text
    .replace(/\\u([0-9a-fA-F]{4})|\\(.)/gs, (_, code?: string, character = "x") => {
      const meant = code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16));
      return /[A-Za-z]/.test(meant) ? meant : "x";
    })
    .replace(/"[^"]*"/g, " xxx ")
    .replace(/[[{][^\]}]*[\]}]/g, " xxx ");
}

function deepest(text: string): number {
  let open = 0;
  let most = 0;
  for (const one of text) {
    if (one === "(") open += 1;
    if (one === ")") open -= 1;
    most = Math.max(most, open);
  }
  return most;
}

test("one text of too many words is refused with its position, in quotes or without", () => {
  for (const written of [`a "${"b ".repeat(257)}"`, `a ${"b.".repeat(257)}`])
    expect(guardQuery(written)).toEqual({
      ok: false,
      problem: "position 3: this text has more than 256 words; search for a shorter part of it",
    });
  expect(guardQuery(`"${"b ".repeat(256)}"`)).toMatchObject({ ok: true });
});
