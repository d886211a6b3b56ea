import { hash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { canonicalJson } from "@network-access/service-runtime/canonical-json";
import { parseExactJson } from "@network-access/service-runtime/exact-json";
import { generatedItem } from "@network-access/testkit/generated-items";
import { contentHashOf } from "./item-hashes.ts";
import { parseItem } from "./parse-item.ts";

function contentOf(value: unknown) {
  const parsed = parseItem(value, "item");
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.content;
}

test("the content hash of an item never changes, so that stored items are recognized", () => {
  expect([0, 1, 2].map((number) => contentHashOf(contentOf(generatedItem(number))))).toEqual([
    "6736e3ca59c629a3fef19ab3fdb5e8ccd7c41f9451ca0923e8df15b5758b388f",
    "5d99a2dcfaf2e92e6823bfe481219cca177f762e19ba6cc0ae1b4c63f480037a",
    "0a754ab2fcc6cf0db50567849992a4ca58f2c060ebd2b7edc230828c1fbba5eb",
  ]);
  const key = { accountId: "acc", region: "eu", type: "vm", id: '\u00fc\ud83d\ude00"' };
  expect(contentHashOf(contentOf(key))).toBe("296abc9bf966a2bcdae0d810ffff5d2c241920d59b8b30b509b69a9b9229597b");
});

test("it is the same for every notation of a number that 64-bit floating point holds", () => {
  const numbers = (of: string) =>
    contentHashOf(contentOf(parseExactJson(`{"accountId":"acc","region":"eu","type":"vm","id":"n","item":${of}}`)));
  const asSent = `{"a":[1.10,1e3,-0,-0.0000000000000000,1.5E+300,1.7976931348623157e308,5e-324],"b":0.30000000000000004,
    "c":9007199254740992,"d":12345678901234567000,"e":1.1000000000000000000}`;
  const asKept =
    '{"a":[1.1,1000,0,0,1.5e+300,1.7976931348623157e+308,5e-324],"b":0.30000000000000004,"c":9007199254740992,"d":12345678901234567000,"e":1.1}';
  expect(numbers(asSent)).toBe("7c104ebb9485ec912494badd79fe20f87b3bb9db97ce9e1d4801d48d18ea47b1");
  expect(numbers(asKept)).toBe(numbers(asSent));
});

test("the content hash is over canonical JSON, whatever the item", () => {
  for (let number = 0; number < 200; number += 1) {
    const { attributes, tags, ips, ...rest } = contentOf(generatedItem(number));
    const texts = tags.map(({ key, value }) => JSON.stringify([key, value])).sort();
    const json = canonicalJson({ ...rest, tags: texts, ips: [...ips].sort() });
    const expected = hash("sha256", `${json}\n${canonicalJson(JSON.parse(attributes ?? ""))}`, "hex");
    expect(contentHashOf(contentOf(generatedItem(number)))).toBe(expected);
  }
});
