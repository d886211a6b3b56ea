import { expect, test } from "@jest/globals";
import { aRule, cidr, group } from "../../test/boundaries.ts";
import { type PackedRules, packRules } from "../judging/compiling/pack-rules.ts";
import { bytesOfWords, wordsOfBytes } from "./packed-rules-bytes.ts";

const words = packRules([aRule()]).words;
const bytes = bytesOfWords(words, 7) ?? new Uint8Array(0);

test("words are read back as stored, wherever in memory the bytes are", () => {
  expect(wordsOfBytes(bytes, 7)).toEqual(words);
  const amongOthers = Buffer.concat([Buffer.from("x"), bytes]).subarray(1);
  const read = wordsOfBytes(amongOthers, 7);
  expect(read).toEqual(words);
  expect(read?.buffer).not.toBe(amongOthers.buffer);
});

test("words of another attempt, format or byte order, or cut off, are not read", () => {
  expect(wordsOfBytes(bytes, 8)).toBeNull();
  const other = Uint8Array.from(bytes);
  other[0] = 2;
  expect(wordsOfBytes(other, 7)).toBeNull();
  expect(wordsOfBytes(Buffer.from(bytes).swap32(), 7)).toBeNull();
  for (const length of [0, 4, 6, bytes.length - 1]) expect(wordsOfBytes(bytes.slice(0, length), 7)).toBeNull();
});

test("the words of large requests are not stored", () => {
  expect(bytesOfWords(new Uint32Array(4_094), 1)).toHaveLength(16 * 1_024);
  expect(bytesOfWords(new Uint32Array(4_095), 1)).toBeNull();
});

test("the packed format is unchanged; where this fails, FORMAT needs another number", () => {
  const rules = [
    aRule({
      sources: [
        { type: "ConnectGroup", groupId: "web", negate: null, comparison: "Equals" },
        cidr("10.1.0.0/16"),
        cidr("2001:db8::/32"),
      ],
      destinations: [
        { ...cidr("10.2.0.0/24"), negate: true },
        { ...group("db"), negate: true },
      ],
      services: [
        { type: "TCP", portStart: 443, portEnd: 445 },
        { type: "UDP", portStart: 53, portEnd: 53 },
      ],
    }),
    aRule({
      action: "Deny",
      sources: [{ type: "Any", negate: null }],
      destinations: [group("web")],
      services: [{ type: "AllTraffic" }],
    }),
  ];
  const { words, references }: PackedRules = packRules(rules);
  expect(references).toEqual(["group:web", "group:db"]);
  const allow = [0, 3, 1, 2, 0x0a010000, 0x0a020000, 8, 0x20010db8, 0, 0, 0, 0x20010db9, 0, 0, 0, 0, 0, 0];
  const negating = [0, 1, 0, 0, 2, 0x0a020000, 0x0a020100, 0, 3];
  const deny = [1, 1, 0, 1, 0, 4, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0];
  const services = [4, 65_984, 65_987, 131_140, 131_141];
  expect([...words]).toEqual([...allow, ...negating, ...services, ...services, ...deny]);
});
