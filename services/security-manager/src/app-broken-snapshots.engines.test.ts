import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { SnapshotPartInput, SnapshotRowInput } from "@network-access/service-contracts/device-snapshot";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { edgeSnapshot } from "../test/edge-snapshot.ts";
import { namedPart, type RunningManager, removeManager, startManager } from "../test/running-manager.ts";

/**
 * These tests send broken parts and snapshots. The service refuses them with the reason, and the device remains
 * unchanged.
 */

let issuer: TestIssuer;
let manager: RunningManager;
let device: number;
let current: number;
let answers: string;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer);
  device = await manager.createDevice("edge");
  current = await manager.importSnapshot(device, edgeSnapshot(["web", "rest"]), null);
  answers = await allAnswers();
});
afterAll(async () => {
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});
afterEach(async () => {
  expect(await allAnswers()).toBe(answers);
});

/**
 * Returns the bodies and status codes of all requests about the device, in one string. The requests read its record,
 * revisions and changes, and search for its rules, policies, objects, interfaces and routes.
 */
async function allAnswers(): Promise<string> {
  const at = `/domain/1/device/${device}`;
  const records = ["", "/rev", `/rev/${current}/changelog`].map((path) => manager.send("GET", at + path));
  const rows = ["secrule", "policy", "networkobj", "serviceobj", "interface", "route"].map((entity) =>
    manager.search(entity, `device{id=${device}}`),
  );
  const all = await Promise.all([...records, ...rows]);
  return JSON.stringify(all.map(({ status, body }) => ({ status, body })));
}

type PolicyRow = Partial<SnapshotRowInput>;
const policy = (name: string, rows: readonly PolicyRow[]): SnapshotPartInput => ({
  ...{ kind: "policy", name, displayName: name, policyType: "SECURITY" },
  rows: rows.map((row, at) => ({ number: at + 1, action: "ACCEPT", families: [4], ...row })),
});
const jump = (target: string): PolicyRow => ({ action: "JUMP", target });
const objects = (...named: readonly object[]) =>
  ({ kind: "objects", objects: named.map((object) => ({ type: "GROUP", ...object })) }) as SnapshotPartInput;
const group = (kind: string, name: string, ...members: readonly string[]) => ({
  ...{ kind, name, members: members.map((object) => ({ object })) },
});
const nested = (calls: number) =>
  Array.from({ length: calls + 1 }, (_, n) => policy(`p${n}`, n < calls ? [jump(`p${n + 1}`)] : [{}]));

test.each<[string, readonly SnapshotPartInput[], string]>([
  [
    "chains that call each other",
    [policy("a", [jump("b")]), policy("b", [jump("c")]), policy("c", [jump("a")])],
    "the policies form a loop: a -> b -> c -> a",
  ],
  ["65 nested calls", nested(65), 'the policies nest more than 64 levels deep below "p0"'],
  [
    "groups of networks that contain each other",
    [objects(group("network", "a", "b"), group("network", "b", "a"))],
    "the network groups form a loop: a -> b -> a",
  ],
  [
    "a group of services that contains itself",
    [objects(group("service", "a", "a"))],
    "the service groups form a loop: a -> a",
  ],
  ["a policy that is defined twice", [policy("a", [{}]), policy("b", [{}]), policy("a", [{}])], "defined twice"],
  ["an object that is defined twice", [objects(group("network", "a"), group("network", "a"))], "defined twice"],
  ["a member that is not defined", [objects(group("network", "a", "gone"))], '"gone" is not defined'],
  ["a jump to nowhere", [policy("a", [jump("gone")])], 'row 1 of the policy "a": the policy "gone" is not defined'],
])("%s: the snapshot is refused", async (_, parts, problem) => {
  const refused = await manager.putRevision(device, parts, current);
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "BAD_USER_INPUT", errors: [{ field: "parts", message: expect.stringContaining(problem) }] },
  });
});

test("64 nested calls are taken, on a device of its own", async () => {
  const other = await manager.createDevice("nested");
  await manager.importSnapshot(other, nested(64), null);
  expect((await manager.search("secrule", `device{id=${other}}`)).body.total).toBe(1);
});

/**
 * Uploads bytes as a snapshot part. `sha256` is the hash in the path. The hash of the uploaded content may be
 * different.
 */
async function sendBytes(bytes: Uint8Array, sha256: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${manager.origin}/securitymanager/api/domain/1/device/${device}/part/${sha256}`, {
    method: "PUT",
    headers: { authorization: await manager.tokenOf("estate:manage"), "content-type": "application/json", ...headers },
    body: bytes,
  });
  return { status: response.status, body: (await response.json()) as object };
}

// No other test stores this part.
const { sha256, json } = namedPart(policy("sent in bytes", [{}]));
const zipped = { "content-encoding": "gzip" };
const deep = 10_000;

test.each<[string, () => Uint8Array, Readonly<Record<string, string>>, string, number, object]>([
  ["that is no gzip", () => Buffer.from(json), zipped, sha256, 400, { message: expect.stringContaining("gzip") }],
  [
    "that is truncated",
    () => gzipSync(json).subarray(0, -10),
    ...([zipped, sha256, 400, { message: expect.stringContaining("gzip") }] as const),
  ],
  [
    "that unpacks to more than 8 MiB",
    () => gzipSync(Buffer.alloc(200 * 2 ** 20, " ")),
    ...([zipped, sha256, 413, { message: expect.stringContaining("8388608") }] as const),
  ],
  [
    "in an encoding of another name",
    () => Buffer.from(json),
    ...([{ "content-encoding": "br" }, sha256, 415, { message: expect.stringContaining("gzip") }] as const),
  ],
  ["that is no JSON", () => Buffer.from(json.slice(1)), {}, sha256, 400, { message: expect.stringContaining("JSON") }],
  [
    "that is nested deeply",
    () => Buffer.from(`{"kind":"policy","rows":${"[".repeat(deep)}${"]".repeat(deep)}}`),
    ...([{}, sha256, 400, { code: "BAD_USER_INPUT" }] as const),
  ],
  [
    "of a kind that there is not",
    () => Buffer.from(JSON.stringify({ kind: "secrets" })),
    ...([{}, sha256, 400, { errors: [{ field: "kind", message: expect.stringContaining("policy") }] }] as const),
  ],
  [
    "under the name of another part",
    () => Buffer.from(json),
    ...([
      {},
      "0".repeat(64),
      400,
      { errors: [{ field: "sha256", message: expect.stringContaining(sha256) }] },
    ] as const),
  ],
])("a part %s is refused", async (_, bytes, headers, name, status, body) => {
  expect(await sendBytes(bytes(), name, headers)).toMatchObject({ status, body });
  const { body: put } = await manager.send("PUT", `/domain/1/device/${device}/rev`, {
    ...{ configuredAt: new Date().toISOString(), baseRevision: current },
    ...{ schema: "device-snapshot.v1", parts: [name] },
  });
  expect(put).toMatchObject({ missing: [name] });
});
