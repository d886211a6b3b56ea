import { expect, test } from "@jest/globals";
import { SnapshotPart, type SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import { assembleSnapshot } from "./assemble-snapshot.ts";

type Row = Extract<SnapshotPartInput, { kind: "policy" }>["rows"][number];

const accept: Row = { number: 1, action: "ACCEPT", families: [4] };
const policy = (name: string, rows: readonly Row[] = [accept]): SnapshotPartInput => ({
  ...{ kind: "policy", name, displayName: name, policyType: "SECURITY" },
  rows: [...rows],
});
const group = (name: string, ...members: { object: string }[]): SnapshotPartInput => ({
  kind: "objects",
  objects: [{ kind: "network", name, type: "GROUP", members }],
});
const jump = (target: string): Row => ({ ...accept, action: "JUMP", target });

function assemble(...parts: SnapshotPartInput[]) {
  return assembleSnapshot(parts.map((part) => SnapshotPart.parse(part)));
}

test("the rows of a policy in several parts follow each other", () => {
  const assembled = assemble(
    policy("edge", [accept, { ...accept, number: 2 }]),
    policy("edge", [{ ...accept, number: 3 }]),
  );
  if (!assembled.ok) throw new Error(assembled.problem);
  expect(assembled.snapshot.policies.get("edge")?.rows.map((row) => row.number)).toEqual([1, 2, 3]);
});

test("routes and pieces of text of several parts are joined", () => {
  const routes = (destination: string): SnapshotPartInput => ({
    ...{ kind: "routes", virtualRouter: "default" },
    routes: [{ destination, type: "STATIC" }],
  });
  const text = (piece: string): SnapshotPartInput => ({ kind: "text", file: "fw.cfg", text: piece });
  const assembled = assemble(routes("10.0.0.0/8"), routes("::/0"), text("one\n"), text("two\n"));
  if (!assembled.ok) throw new Error(assembled.problem);
  expect(assembled.snapshot.routes.get("default")?.map((route) => route.destination)).toEqual(["10.0.0.0/8", "::/0"]);
  expect(assembled.snapshot.texts.get("fw.cfg")).toBe("one\ntwo\n");
});

test.each<[string, SnapshotPartInput[], string]>([
  ["a policy defined twice", [policy("a"), policy("b"), policy("a")], 'the policy "a" is defined twice'],
  [
    "parts of one policy that differ",
    [policy("a"), { ...policy("a"), displayName: "A" } as SnapshotPartInput],
    'the parts of the policy "a" differ in its display name or type',
  ],
  ["an object defined twice", [group("g"), group("g")], 'the network object "g" is defined twice'],
  ["a call of an unknown policy", [policy("a", [jump("b")])], 'row 1 of the policy "a": the policy "b" is not defined'],
  [
    "a jump without a target",
    [policy("a", [{ ...accept, action: "JUMP" }])],
    'row 1 of the policy "a": JUMP needs a target',
  ],
  [
    "an unknown network object",
    [policy("a", [{ ...accept, source: [{ members: [{ object: "web" }] }] }])],
    'row 1 of the policy "a": the network object "web" is not defined',
  ],
  [
    "a text that is no address",
    [policy("a", [{ ...accept, destination: [{ members: [{ address: "10.0.0.9-10.0.0.1" }] }] }])],
    'row 1 of the policy "a": "10.0.0.9-10.0.0.1" is no range; write two addresses of one family, the lower one first',
  ],
  [
    "ports of a protocol that has none",
    [policy("a", [{ ...accept, service: [{ members: [{ protocol: 47, ports: [[1, 2]] }] }] }])],
    'row 1 of the policy "a": only protocols 6 and 17 have ports, not 47',
  ],
  [
    "an entry with an unknown interface",
    [
      policy("a"),
      {
        kind: "interfaces",
        interfaces: [],
        entries: [{ interface: "eth0", direction: "IN", families: [4], policies: ["a"] }],
      },
    ],
    'an entry names the interface "eth0", which is not defined',
  ],
  [
    "an interface without the length of its network",
    [{ kind: "interfaces", interfaces: [{ name: "eth0", displayName: "eth0", addresses: ["10.0.0.1"] }], entries: [] }],
    'the interface "eth0": "10.0.0.1" has no prefix length from 0 to 32',
  ],
  [
    "groups that contain each other",
    [group("a", { object: "b" }), group("b", { object: "c" }), group("c", { object: "b" })],
    "the network groups form a loop: b -> c -> b",
  ],
  [
    "policies that call each other",
    [policy("a", [jump("b")]), policy("b", [jump("a")])],
    "the policies form a loop: a -> b -> a",
  ],
  [
    "policies nested too deeply",
    Array.from({ length: 66 }, (_, n) => policy(`p${n}`, n < 65 ? [jump(`p${n + 1}`)] : [accept])),
    'the policies nest more than 64 levels deep below "p0"',
  ],
])("%s is refused with the reason", (_, parts, problem) => {
  expect(assemble(...parts)).toEqual({ ok: false, problem });
});

test("64 nested calls are taken", () => {
  const parts = Array.from({ length: 65 }, (_, n) => policy(`p${n}`, n < 64 ? [jump(`p${n + 1}`)] : [accept]));
  expect(assemble(...parts)).toMatchObject({ ok: true });
});

const rules = (from: number, count: number) =>
  policy(
    `rules from ${from}`,
    Array.from({ length: count }, (_, n): Row => ({ ...accept, number: n + 1 })),
  );
const objects = (from: number, count: number): SnapshotPartInput => ({
  kind: "objects",
  objects: Array.from({ length: count }, (_, n) => ({
    ...{ kind: "network", name: `n${from + n}`, type: "HOST" },
    members: [],
  })),
});
const routes = (_: number, count: number): SnapshotPartInput => ({
  ...{ kind: "routes", virtualRouter: "default" },
  routes: Array.from({ length: count }, () => ({ destination: "10.0.0.0/8", type: "STATIC" })),
});
const text = (_: number, bytes: number): SnapshotPartInput => ({ kind: "text", file: "a", text: "a".repeat(bytes) });

test.each([
  ["rules", rules, 50_000, 2_000],
  ["objects", objects, 100_000, 5_000],
  ["routes", routes, 100_000, 10_000],
  ["bytes of text", text, 32 * 1_024 * 1_024, 4 * 1_024 * 1_024],
])("the most %s are taken, and one more is refused with the bound", (what, part, most, atOnce) => {
  const full = Array.from({ length: most / atOnce }, (_, at) => part(at * atOnce, atOnce));
  expect(assemble(...full).ok).toBe(true);
  const problem = `the snapshot has ${most + 1} ${what}; at most ${most} work`;
  expect(assemble(...full, part(most, 1))).toEqual({ ok: false, problem });
});
