import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { type RunningInventory, removeInventory, startInventory } from "../test/running-inventory.ts";

/** Wrong, careless and malicious requests. */

const MIB = 1_024 * 1_024;
const json = { "content-type": "application/json" };
const keyOf = (id: string) => ({ accountId: "acc", region: "eu", type: "vm", id });
const keyText = '"accountId":"acc","region":"eu","type":"vm","id":"bad"';

let issuer: TestIssuer;
let inventory: RunningInventory;
let cloud: { authorization: string };
let user: { authorization: string };

beforeAll(async () => {
  issuer = await startTestIssuer();
  inventory = await startInventory(issuer);
  cloud = await inventory.connector("cloud");
  user = { authorization: `Bearer ${await issuer.userToken({ permissions: ["inventory:view"] })}` };
});
afterAll(async () => {
  await inventory.stop();
  await removeInventory(inventory.name);
  await issuer.stop();
});

const sendBytes = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  inventory.send("POST", "/inventory/items", Buffer.from(body), { ...cloud, ...json, ...headers });
const packed = { "content-encoding": "gzip" };
const frame = (items: string) => `{"discoveryId":"frame","items":${items}}`;

describe("a whole upload", () => {
  const good = JSON.stringify({ discoveryId: "packed", items: [keyOf("p")] });
  const cases: readonly (readonly [string, () => string | Uint8Array, Record<string, string>, number, RegExp])[] = [
    ["without a body", () => "", {}, 400, /empty/],
    ["that is no JSON", () => "{discoveryId: 1}", {}, 400, /not valid JSON/],
    ["that ends in the middle", () => good.slice(0, -1), {}, 400, /not valid JSON/],
    ["with something behind it", () => `${good}x`, {}, 400, /not valid JSON/],
    ["that is not UTF-8", () => Buffer.from(good.replace('"p"', '"\u00e9"'), "latin1"), {}, 400, /UTF-8/],
    ["in UTF-16", () => Buffer.from(`\ufeff${good}`, "utf16le"), {}, 400, /UTF-8/],
    [
      "that says another character set",
      () => good,
      { "content-type": "application/json; charset=latin1" },
      415,
      /UTF-8/,
    ],
    ["of another type", () => good, { "content-type": "text/plain" }, 415, /application\/json/],
    ["packed in an unknown way", () => good, { "content-encoding": "br" }, 415, /gzip/],
    ["packed twice", () => gzipSync(gzipSync(good)), { "content-encoding": "gzip, gzip" }, 415, /gzip/],
    ["that says packed and is not", () => good, packed, 400, /not gzip, as its Content-Encoding says/],
    ["whose packing breaks off", () => gzipSync(good).subarray(0, 40), packed, 400, /too early/],
    ["that is a bomb", () => gzipSync(Buffer.alloc(64 * MIB, 32)), packed, 413, /larger than 16777216 bytes/],
    ["that is too large", () => Buffer.alloc(16 * MIB + 1, 32), {}, 413, /larger than 16777216 bytes/],
    ["of brackets alone", () => "[".repeat(16 * MIB), {}, 413, /more than 500000 objects and lists/],
    ["of empty objects", () => frame(`[${"{},".repeat(1_000_000)}{}]`), {}, 413, /more than 500000 objects and lists/],
    ["of members alone", () => `{${'"a":1,'.repeat(2_000_000)}"a":1}`, {}, 413, /more than 1000000 members/],
    ["of numbers alone", () => frame(`[${"1,".repeat(4_000_000)}1]`), {}, 413, /more than 2000000 values/],
    ["that is a list", () => "[]", {}, 400, /not an object/],
    ["that is null", () => "null", {}, 400, /not an object/],
    ["whose items are no list", () => frame('{"0":{}}'), {}, 400, /items: is not a list/],
    ["without an item", () => frame("[]"), {}, 400, /items: has 0 entries; 1 to 1000 work/],
    ["of one item too many", () => frame(`[${"1,".repeat(1_000)}1]`), {}, 400, /items: has 1001 entries/],
    ["of a million items", () => frame(`[${"1,".repeat(999_999)}1]`), {}, 400, /items: has 1000000 entries/],
    ["that names its run by a number", () => '{"discoveryId":7,"items":[1]}', {}, 400, /discoveryId: is not a text/],
    [
      "with an unknown member",
      () => '{"discoveryId":"d","items":[1],"__proto__":{}}',
      {},
      400,
      /__proto__: is not known/,
    ],
    [
      "with 900,000 unknown members",
      () => `{${Array.from({ length: 900_000 }, (_, n) => `"${n}":1`)}}`,
      {},
      400,
      /discoveryId.* more\)/,
    ],
  ];

  test.each(cases)("%s is refused with a message", async (_, body, headers, status, words) => {
    const answer = await sendBytes(body(), headers);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(words)]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body.errors.length).toBeLessThanOrEqual(201);
    expect(JSON.stringify(answer.body).length).toBeLessThan(50_000);
  });

  test("that begins with a byte order mark is accepted", async () => {
    expect((await sendBytes(`\ufeff${good}`)).body).toMatchObject({ rejected: [] });
  });

  test("in which a member occurs twice counts with the last one", async () => {
    const twice = `{"discoveryId":"no","discoveryId":"twice","items":[],"items":[{"id":"no",${keyText}}]}`;
    expect((await sendBytes(twice)).body).toMatchObject({ discoveryId: "twice", accepted: 1, rejected: [] });
  });

  test("in which a key occurs twice counts with the last item, and rejects the earlier one", async () => {
    const items = [1, 2, 3].map((n) => ({ ...keyOf("again"), name: `n${n}` }));
    const { body } = await inventory.upload(cloud, { discoveryId: "again", items });
    expect(body).toMatchObject({ accepted: 1, unchanged: 0 });
    expect(body.rejected.map(({ index, message }: { index: number; message: string }) => [index, message])).toEqual([
      [0, expect.stringContaining("items[1]")],
      [1, expect.stringContaining("items[2]")],
    ]);
  });
});

describe("one item among valid ones", () => {
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"t${n}":"x"`).join();
  const cases: readonly (readonly [string, string, string, RegExp])[] = [
    ["that is null", "null", "", /not an object/],
    ["that is a list", "[]", "", /not an object/],
    ["nested 100,000 levels deep", "[".repeat(100_000) + "]".repeat(100_000), "", /not an object/],
    [
      "whose attributes are nested 100,000 levels deep",
      `{${keyText},"item":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}`,
      ".item",
      /deeper than 100/,
    ],
    ["whose id is a number", '{"accountId":"acc","region":"eu","type":"vm","id":5}', ".id", /quotes/],
    ["whose id is a huge number", '{"accountId":"acc","region":"eu","type":"vm","id":1e400}', ".id", /quotes/],
    ["whose id is missing", '{"accountId":"acc","region":"eu","type":"vm"}', ".id", /missing/],
    ["whose id holds NUL", '{"accountId":"acc","region":"eu","type":"vm","id":"\\u0000"}', ".id", /control character/],
    [
      "whose id holds half a character",
      '{"accountId":"acc","region":"eu","type":"vm","id":"\\ud800"}',
      ".id",
      /lone surrogate/,
    ],
    ["with 100,000 tags", `{${keyText},"tags":{${members(100_000)}}}`, ".tags", /100000 tags/],
    ["with 100,000 addresses", `{${keyText},"ips":[${Array(100_000).fill("1").join()}]}`, ".ips", /100000 entries/],
    ["with 100,000 unknown members", `{${keyText},${members(100_000)}}`, ".t0", /not a member.*more\)$/],
    ["with a name of a megabyte", `{${keyText},"name":"${"x".repeat(MIB)}"}`, ".name", /1048576 characters/],
    ["with a name that holds NUL", `{${keyText},"name":"\\u0000"}`, ".name", /U\+0000/],
    [
      "with a tag name that holds half a character",
      `{${keyText},"tags":{"\\udc00":"x"}}`,
      ".tags.\udc00",
      /lone surrogate/,
    ],
    ["with a member called __proto__", `{${keyText},"__proto__":{"id":"x"}}`, ".__proto__", /not a member/],
    ["with attributes of a megabyte", `{${keyText},"item":{"a":"${"x".repeat(MIB)}"}}`, ".item", /bytes/],
    ["with a number nothing can hold", `{${keyText},"item":{"a":[1e400]}}`, ".item", /quotes/],
    ["with an address of a megabyte", `{${keyText},"ips":["${"1".repeat(MIB)}"]}`, ".ips[0]", /too long/],
    [
      "with a hardware address of a megabyte",
      `{${keyText},"macAddress":"${"0".repeat(MIB)}"}`,
      ".macAddress",
      /characters/,
    ],
  ];

  test.each(cases)("%s is rejected alone, with a message", async (_, item, field, words) => {
    const items = `[${JSON.stringify(keyOf("before"))},${item},${JSON.stringify(keyOf("after"))}]`;
    const { status, body } = await sendBytes(`{"discoveryId":"neighbours","items":${items}}`);
    expect([status, body.accepted + body.unchanged]).toEqual([200, 2]);
    const message = expect.stringMatching(words);
    expect(body.rejected).toMatchObject([{ index: 1, field: `items[1]${field}`, message }]);
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
  });

  test("keeps names with a special meaning in JavaScript, and JSON numbers", async () => {
    const strange = '{"__proto__":"a","constructor":"b","hasOwnProperty":"c"}';
    const item = `{"accountId":"acc","region":"eu","type":"vm","id":"strange","tags":${strange},"item":{"__proto__":{"x":-0},"n":9007199254740993}}`;
    expect((await sendBytes(`{"discoveryId":"strange","items":[${item}]}`)).body).toMatchObject({ rejected: [] });
    const url = `${inventory.url}/inventory/item`;
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...json, ...user },
      body: JSON.stringify(keyOf("strange")),
    });
    const text = await answer.text();
    expect(text).toContain(`"tags":${strange}`);
    expect(text).toContain('"item":{"__proto__":{"x":0},"n":9007199254740993}');
  });
});

describe("a request for one item", () => {
  const cases: readonly (readonly [string, string, number, RegExp])[] = [
    ["without a body", "", 400, /empty/],
    ["that is no object", '["acc","eu","vm","a"]', 400, /not an object/],
    ["with a number as id", '{"accountId":"acc","region":"eu","type":"vm","id":5}', 400, /id: is not a text/],
    ["with a member too many", JSON.stringify({ ...keyOf("a"), name: "x" }), 400, /name: is not known/],
    ["with a control character", JSON.stringify(keyOf("a\n")), 400, /control character/],
    ["with half a character", `{"accountId":"acc","region":"eu","type":"vm","id":"\\ud800"}`, 400, /lone surrogate/],
    ["with too long a text", JSON.stringify(keyOf("x".repeat(1_025))), 400, /1025 characters/],
    ["nested without end", "[".repeat(60_000), 400, /nested deeper than 128/],
    ["that is too large", " ".repeat(70_000), 413, /larger than 65536 bytes/],
    ["for nothing that is there", JSON.stringify(keyOf("nowhere")), 404, /no item/],
    ["for a key full of quotes", JSON.stringify(keyOf(`"' OR 1=1; $where: {"$ne": null}`)), 404, /no item/],
  ];
  test.each(cases)("%s is answered with a message", async (_, body, status, words) => {
    const answer = await inventory.send("POST", "/inventory/item", Buffer.from(body), { ...json, ...user });
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(words)]);
  });
});
