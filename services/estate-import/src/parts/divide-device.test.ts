import { expect, test } from "@jest/globals";
import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import { SnapshotPart } from "@network-access/service-contracts/device-snapshot";
import type { ReadDevice } from "../reader.ts";
import { readAsa } from "../readers/asa/read-asa.ts";
import { snapshotOf } from "../readers/test/snapshot-of.ts";
import { divideDevice } from "./divide-device.ts";
import { PartTooLarge } from "./divide-list.ts";
import { namePart } from "./name-part.ts";

const HEAD = [
  "ASA Version 9.1",
  ...["interface GigabitEthernet0/0", " nameif outside", " ip address 192.0.2.1 255.255.255.0"],
];

function deviceOf(...lines: readonly string[]): ReadDevice {
  const read = readAsa([{ name: "fw", text: [...HEAD, ...lines].join("\n") }]);
  if (!read.ok) throw new Error(read.problem);
  return read.device;
}

function rules(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `access-list L extended permit tcp any any eq ${at}`);
}

test("the parts of a device give the same snapshot as the whole", () => {
  const objects = Array.from({ length: 6_000 }, (_, at) => `object network n${at}\n host 10.0.${at >> 8}.${at & 255}`);
  const device = deviceOf(...rules(10), ...objects, "frobnicate", "route outside 10.0.0.0 255.0.0.0 192.0.2.2");
  const parts = [...divideDevice(device)].map((part) => SnapshotPart.parse(JSON.parse(namePart(part).body)));
  const assembled = assembleSnapshot(parts);
  expect(assembled.ok && assembled.snapshot.networkObjects.size).toBe(6_000);
  const small = deviceOf(...rules(10), "frobnicate", "route outside 10.0.0.0 255.0.0.0 192.0.2.2");
  const divided = assembleSnapshot([...divideDevice(small)].map((part) => SnapshotPart.parse(part)));
  expect(divided).toEqual({ ok: true, snapshot: snapshotOf(small) });
});

test("a long policy has several parts, and a change at its end leaves the first ones as they are", () => {
  const namesOf = (count: number) =>
    [...divideDevice(deviceOf(...rules(count)))]
      .filter(({ kind }) => kind === "policy")
      .map((part) => namePart(part).sha256);
  const [before, after] = [namesOf(4_500), namesOf(4_501)];
  expect(before.slice(0, 2)).toEqual(after.slice(0, 2));
  expect(before[2]).not.toBe(after[2]);
});

test("a part has the same name whatever the order of its keys", () => {
  const part = { kind: "routes", virtualRouter: "default", routes: [] } as const;
  const turned = { routes: [], virtualRouter: "default", kind: "routes" } as const;
  expect(namePart({ ...part, routes: [] })).toEqual(namePart({ ...turned, routes: [] }));
});

test("no part is larger than one that may be uploaded", () => {
  const long = "x".repeat(4_000);
  const lines = Array.from({ length: 5_000 }, (_, at) => [
    `access-list L remark ${long}`,
    `access-list L extended permit tcp any any eq ${at}`,
  ]).flat();
  const sizes = [...divideDevice(deviceOf(...lines))].map((part) => Buffer.byteLength(namePart(part).body));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(8 * 1_024 * 1_024);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(30_000_000);
});

test("an element that is too large alone is named", () => {
  const members = Array.from({ length: 100_000 }, () => ({ notUnderstood: "x".repeat(100) }));
  const objects: ReadDevice["objects"] = [{ kind: "network", name: "huge", type: "GROUP", members }];
  const device = { ...deviceOf(), objects };
  expect(() => [...divideDevice(device)]).toThrow(PartTooLarge);
});
