import { describe, expect, test } from "@jest/globals";
import type { NetworkObject } from "./network-object.ts";
import type { ServiceObject } from "./service-object.ts";
import { denotesNoTraffic } from "./textual-emptiness.ts";

const any: NetworkObject = { type: "Any", negate: null };
const notAny: NetworkObject = { type: "Any", negate: true };
const cidr = (text: string, negate = false): NetworkObject => ({ type: "Cidr", negate, comparison: null, cidr: text });
const group = (groupId: string, negate = false): NetworkObject => ({
  type: "ConnectGroup",
  negate,
  comparison: null,
  groupId,
});
const everything: ServiceObject[] = [{ type: "AllTraffic" }];

function whyNot(sources: NetworkObject[], destinations: NetworkObject[], services = everything) {
  return denotesNoTraffic({ sources, destinations, services });
}

describe("a text denotes no traffic", () => {
  test("when a side negates Any", () => {
    expect(whyNot([cidr("10.0.0.0/8"), notAny], [any])).toMatchObject({ side: "Source" });
    expect(whyNot([any], [notAny])?.message).toBe(
      "denotes no traffic: its destinations negate all that they name; negate less in the destinations or name more",
    );
  });

  test("when a side negates all it names, in another notation", () => {
    expect(whyNot([cidr("10.0.0.0/8"), cidr("10.0.0.0/9", true), cidr("10.128.0.0/9", true)], [any])).toMatchObject({
      side: "Source",
    });
  });

  test("when a side negates the very group it names", () => {
    expect(whyNot([group("web"), group("web", true)], [any])).toMatchObject({ side: "Source" });
    expect(whyNot([group("web"), group("db", true)], [any])).toBeNull();
  });

  test("when sources and destinations are of different families", () => {
    expect(whyNot([cidr("10.0.0.0/8")], [cidr("2001:db8::/32")])?.message).toBe(
      "denotes no traffic: its sources are IPv4 only and its destinations IPv6 only; name sources and destinations of one family",
    );
    expect(whyNot([cidr("2001:db8::/32")], [cidr("10.0.0.0/8")])?.reason).toContain("its sources are IPv6 only");
  });

  test("when the services do not exist in the family of the addresses", () => {
    expect(whyNot([cidr("10.0.0.0/8")], [any], [{ type: "AllICMPv6" }])).toMatchObject({ side: "Service" });
    expect(whyNot([any], [cidr("2001:db8::/32")], [{ type: "ICMPv4", icmpType: 8, icmpCode: 0 }])?.message).toBe(
      "denotes no traffic: its sources and destinations share only IPv6 and its services are IPv4 only; name services of IPv6 or addresses of IPv4",
    );
  });
});

describe("a text may denote traffic", () => {
  test("when that depends on what a group holds", () => {
    expect(whyNot([group("web")], [cidr("10.0.0.0/8")])).toBeNull();
    expect(whyNot([group("web", true)], [any])).toBeNull();
    expect(whyNot([cidr("10.0.0.0/8"), group("web", true)], [any])).toBeNull();
  });

  test("when only PortRangeSize names services", () => {
    expect(whyNot([cidr("10.0.0.0/8")], [any], [{ type: "PortRangeSize", maxSize: 1 }])).toBeNull();
  });
});
