import { expect, test } from "@jest/globals";
import { readSets } from "./read-sets.ts";

function read(...lines: readonly string[]) {
  const sets = readSets(lines.join("\n"));
  if (!sets.ok) throw new Error(sets.problem);
  return sets.sets;
}
const texts = (...lines: readonly string[]) =>
  read(...lines)
    .get("s")
    ?.members.map(({ address }) => address);
const reason = (...lines: readonly string[]) => read(...lines).get("s")?.reason;

test.each([
  [
    "addresses",
    ["create s hash:ip family inet hashsize 1024 maxelem 65536 bucketsize 12 initval 0x0df5740f", "add s 10.0.0.1"],
    ["10.0.0.1/32"],
  ],
  [
    "networks",
    ["create s hash:net family inet", "add s 10.0.0.0/8", "add s 10.1.0.7/16"],
    ["10.0.0.0/8", "10.1.0.0/16"],
  ],
  ["ranges", ["create s hash:ip", "add s 10.0.0.1-10.0.0.9"], ["10.0.0.1-10.0.0.9"]],
  ["IPv6", ["create s hash:net family inet6", "add s fd00::1/64"], ["fd00::/64"]],
  [
    "members that expire, with counters",
    ["create s hash:ip timeout 60 counters", "add s 10.0.0.1 timeout 5 packets 1 bytes 2"],
    ["10.0.0.1/32"],
  ],
  ["comments", ["create s hash:ip comment", 'add s 10.0.0.1 comment "nomatch here"'], ["10.0.0.1/32"]],
  [
    "comments in a set with further options",
    ["create s hash:ip comment bucketsize 12 initval 0x0df5740f", 'add s 10.0.0.1 comment "x"'],
    ["10.0.0.1/32"],
  ],
  ["no member", ["create s hash:ip"], []],
])("a set has %s", (_, lines, members) => {
  expect(texts(...lines)).toEqual(members);
  expect(reason(...lines)).toBeUndefined();
});

test.each([
  [
    "other types",
    ["create s hash:ip,port family inet", "add s 10.0.0.1,tcp:80"],
    'the set "s" has the type "hash:ip,port", which is not understood',
  ],
  [
    "lists of sets",
    ["create s list:set size 8", "add s other"],
    'the set "s" has the type "list:set", which is not understood',
  ],
  [
    "masked addresses",
    ["create s hash:ip netmask 24", "add s 10.0.0.0"],
    'the set "s" has the option "netmask", which is not understood',
  ],
  [
    "exceptions",
    ["create s hash:net", "add s 10.0.0.0/8", "add s 10.1.0.0/16 nomatch"],
    'a member of the set "s" has the option "nomatch", which is not understood',
  ],
  [
    "IPv4 written as IPv6",
    ["create s hash:ip family inet6", "add s ::ffff:10.0.0.1"],
    '"::ffff:10.0.0.1" is an IPv4 address written as IPv6',
  ],
  [
    "too many members",
    ["create s hash:ip", "add s 10.0.0.1\n".repeat(100_001)],
    'the set "s" has more than 100000 members',
  ],
])("a set with %s is not understood, and keeps no member", (_, lines, expected) => {
  expect(reason(...lines)).toBe(expected);
  expect(texts(...lines)).toEqual([]);
});

test.each([
  ["a member without its set", ["add s 10.0.0.1"], 1, 'the set "s" is not created before'],
  ["a set created twice", ["create s hash:ip", "create s hash:ip"], 2, 'the set "s" is created twice'],
  ["a member that is no address", ["create s hash:ip", "add s 10.0.0"], 2, '"10.0.0" is no IPv4 address'],
  ["a member of the other family", ["create s hash:ip", "add s ::1"], 2, '"::1" is no IPv4 address'],
  [
    "a range that ends before it begins",
    ["create s hash:ip", "add s 10.0.0.2-10.0.0.1"],
    2,
    'the range "10.0.0.2-10.0.0.1" ends before it begins',
  ],
  ["a line that was cut off", ["create s"], 1, "the line was cut off"],
  ["an open quote", ["create s hash:ip comment", 'add s 10.0.0.1 comment "a'], 2, "a quote is not closed"],
  ["another command", ["create s hash:ip", "flush s"], 2, '"flush" is not read; give what ipset save prints'],
  ["a line of 64 KiB", [`create ${"s".repeat(65_536)}`], 1, "the line has more than 65536 characters"],
])("%s is refused", (_, lines, line, problem) => {
  expect(readSets(lines.join("\n"))).toEqual({ ok: false, line, problem });
});
