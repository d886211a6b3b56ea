import { describe, expect, test } from "@jest/globals";
import type { PutEntityName } from "../siql/schema/entities.ts";
import { readEntity } from "./entity-input.ts";

const LEFT = 100_000;

function connection(more: object = {}) {
  return { source: "any", destination: "any", service: "any", ...more };
}
function connections(count: number, more: object = {}) {
  return Array.from({ length: count }, () => connection(more));
}
function fieldsOf(kind: PutEntityName, body: unknown, id?: string, left = LEFT): readonly string[] {
  const read = readEntity(kind, body, left, id);
  return read.ok ? [] : read.fields.map(({ path }) => path);
}

describe("an entity", () => {
  test("has its id as name and its name as displayName where these are left out", () => {
    expect(readEntity("asset", {}, LEFT, "srv-1")).toMatchObject({
      ok: true,
      entity: { id: "srv-1", name: "srv-1", displayName: "srv-1", deviceId: null, comment: "" },
    });
    expect(readEntity("asset", { id: "srv-1", name: "Server" }, LEFT)).toMatchObject({
      entity: { id: "srv-1", name: "Server", displayName: "Server" },
    });
  });

  test.each<[PutEntityName, unknown, string, string]>([
    ["asset", {}, "a b", "id"],
    ["asset", {}, "-a", "id"],
    ["asset", {}, "a".repeat(129), "id"],
    ["asset", {}, "..", "id"],
    ["asset", [], "a", ""],
    ["asset", null, "a", ""],
    ["asset", { id: "a" }, "a", ""],
    ["asset", { connections: [] }, "a", ""],
    ["asset", { name: "" }, "a", "name"],
    ["asset", { name: "x".repeat(256) }, "a", "name"],
    ["asset", { displayName: 7 }, "a", "displayName"],
    ["asset", { comment: "x".repeat(4_097) }, "a", "comment"],
    ["asset", { comment: "\u0000" }, "a", "comment"],
    ["asset", { comment: "\ud800" }, "a", "comment"],
    ["asset", { device: 0 }, "a", "device"],
    ["asset", { device: "5" }, "a", "device"],
    ["application", { connections: [{ source: "any", destination: "any" }] }, "a", "connections.0.service"],
    ["application", { connections: [connection({ source: ["10.0.0.0/8", "web"] })] }, "a", "connections.0.source.1"],
    ["application", { connections: [connection({ source: "::ffff:10.0.0.1" })] }, "a", "connections.0.source.0"],
    ["application", { connections: [connection({ service: "tcp/1/2" })] }, "a", "connections.0.service.0"],
    ["application", { connections: [connection({ source: [] })] }, "a", "connections.0.source"],
    ["application", { connections: [connection({ port: 80 })] }, "a", "connections.0"],
    ["application", { connections: connections(201) }, "a", "connections"],
    ["application", { connections: connections(8, { source: "10.*.1.*" }) }, "a", "connections"],
    ["applicationgroup", { applications: ["a b"] }, "a", "applications.0"],
    ["applicationgroup", { applications: Array.from({ length: 1_001 }, () => "a") }, "a", "applications"],
    ["applicationgroup", { connections: [] }, "a", ""],
  ])("of %s is refused with the field: %#", (kind, body, id, field) => {
    expect(fieldsOf(kind, body, id)).toEqual([field]);
  });

  test("of a list needs an id, and each wrong field is named", () => {
    expect(fieldsOf("asset", {})).toEqual(["id"]);
    expect(fieldsOf("asset", { id: 5, name: 5, device: 5.5 }).toSorted()).toEqual(["device", "id", "name"]);
  });

  test("names at most 20 of its wrong fields", () => {
    expect(fieldsOf("application", { connections: connections(50, { source: "web" }) }, "a").length).toBe(20);
  });
});

describe("intervals", () => {
  test("are those of the union of the operands", () => {
    const one = connection({ source: ["10.0.0.0/25", "10.0.0.128/25", "10.9.0.0/16"], service: ["tcp/80", "tcp/81"] });
    // The source has two intervals: 10.9.0.0/16, and the two adjacent /25 networks together. The destination (any
    // address) is one interval, because IPv4 addresses are stored in the IPv4-mapped block of IPv6. The service is one
    // interval, because the two ports are adjacent.
    expect(readEntity("application", { connections: [one] }, LEFT, "a")).toMatchObject({ ok: true, intervals: 4 });
  });

  test("are bounded for an application, and for a list before its next connections are read", () => {
    const heavy = { connections: connections(3, { source: "10.*.1.*" }) };
    expect(readEntity("application", heavy, LEFT, "a")).toMatchObject({ ok: true, intervals: 774 });
    expect(readEntity("application", heavy, 700, "a")).toMatchObject({
      ...{ ok: false, intervals: 774, fields: [{ path: "connections", message: expect.stringContaining("the list") }] },
    });
    expect(readEntity("application", heavy, 0, "a")).toMatchObject({ ok: false, intervals: 0 });
    expect(readEntity("application", {}, 0, "a")).toMatchObject({ ok: true });
  });
});
