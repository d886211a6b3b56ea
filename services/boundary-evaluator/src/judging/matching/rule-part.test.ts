import { expect, test } from "@jest/globals";
import * as addresses from "@network-access/traffic-sets/address-set";
import * as services from "@network-access/traffic-sets/service-set";
import { measureOf, metAlong } from "./rule-part.ts";

const both = addresses.addressSetOfTexts(["10.0.0.0/8", "2001:db8::/32"]);
const onlyIpv4 = addresses.addressSetOfTexts(["10.0.0.0/8"]);
const elsewhere = addresses.addressSetOfTexts(["192.0.2.0/24"]);
const part = { sources: both, destinations: both, services: services.tcp(22, 22) };

test("along a side two products meet in the families in which their other sides do", () => {
  const hit = { ...part, sources: addresses.addressSetOfTexts(["10.1.0.0/16", "2001:db8:1::/48"]) };
  const met = (other: typeof part) => addresses.toCidrs(metAlong("sources", part, other));
  expect(met(hit)).toEqual(["10.1.0.0/16", "2001:db8:1::/48"]);
  expect(met({ ...hit, destinations: onlyIpv4 })).toEqual(["10.1.0.0/16"]);
  expect(met({ ...hit, services: services.onlyFamily(services.allServices, 6) })).toEqual(["2001:db8:1::/48"]);
  expect(met({ ...hit, destinations: elsewhere })).toEqual([]);
  expect(met({ ...hit, services: services.udp(22, 22) })).toEqual([]);
});

test("along the services they meet in the families of the addresses", () => {
  const met = (destinations: addresses.AddressSet) => {
    const set = metAlong("services", part, { ...part, destinations });
    return [services.serviceTexts(set, 4), services.serviceTexts(set, 6)];
  };
  expect(met(both)).toEqual([["tcp/22"], ["tcp/22"]]);
  expect(met(onlyIpv4)).toEqual([["tcp/22"], []]);
  expect(met(elsewhere)).toEqual([[], []]);
});

test("a part measures the share of its packets, family by family", () => {
  const { share, loss } = measureOf(part);
  expect(share(part)).toBe(2);
  const quarter = addresses.addressSetOfTexts(["10.0.0.0/10", "2001:db8::/32"]);
  const eighth = addresses.addressSetOfTexts(["10.0.0.0/8", "2001:db8::/35"]);
  expect(share({ ...part, sources: quarter })).toBe(1 + 1 / 4);
  expect(share({ ...part, sources: quarter, destinations: eighth })).toBe(1 / 4 + 1 / 8);
  expect(share({ ...part, destinations: onlyIpv4 })).toBe(1);
  expect(share({ ...part, services: services.noServices })).toBe(0);
  expect(loss(part, "sources", addresses.addressSetOfTexts(["10.0.0.0/10", "192.0.2.0/24"]))).toBe(1 / 4);
  expect(loss({ ...part, sources: quarter }, "destinations", eighth)).toBe(1 / 4 + 1 / 8);
});

test("services are measured by their points, and a family without traffic counts for nothing", () => {
  const { share } = measureOf({ ...part, destinations: onlyIpv4, services: services.tcp(1, 8) });
  expect(share({ ...part, destinations: onlyIpv4, services: services.tcp(1, 2) })).toBe(1 / 4);
  expect(share({ ...part, destinations: both, services: services.tcp(1, 8) })).toBe(1);
});
