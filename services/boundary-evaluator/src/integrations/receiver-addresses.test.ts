import { expect, test } from "@jest/globals";
import { formatAddress, parseCidr } from "@network-access/traffic-sets/cidr";
import fc from "fast-check";
import { createReceiverAddresses } from "./receiver-addresses.ts";

const publicOnly = createReceiverAddresses([]);

test.each([
  ["0.0.0.0", "an address of this host"],
  ["0.255.255.255", "an address of this host"],
  ["10.0.0.0", "a private address"],
  ["100.64.0.1", "a carrier's shared address"],
  ["127.8.8.8", "a loopback address"],
  ["169.254.169.254", "a link-local address"],
  ["172.31.255.255", "a private address"],
  ["192.0.0.8", "an address of protocols"],
  ["192.168.1.1", "a private address"],
  ["198.19.0.1", "an address of benchmarks"],
  ["224.0.0.1", "a multicast address"],
  ["240.0.0.1", "a reserved address"],
  ["255.255.255.255", "a reserved address"],
  ["::", "an address of this host"],
  ["::1", "a loopback address"],
  ["::7f00:1", "a reserved address"],
  ["::ffff:127.0.0.1", "an IPv4-mapped address"],
  ["::ffff:7f00:1", "an IPv4-mapped address"],
  ["::FFFF:8.8.8.8", "an IPv4-mapped address"],
  ["64:ff9b::7f00:1", "a NAT64 address"],
  ["64:ff9b:1::a00:1", "a NAT64 address"],
  ["100::1", "a reserved address"],
  ["2001::1", "an address of protocols"],
  ["2001:db8::1", "an address of examples"],
  ["2002:7f00:1::", "a relay's address"],
  ["3fff::1", "an address of examples"],
  ["4000::1", "a reserved address"],
  ["5f00::1", "a reserved address"],
  ["fc00::1", "a private address"],
  ["fd12:3456::1", "a private address"],
  ["fe80::1", "a link-local address"],
  ["fe80::1%eth0", "no address that can be read"],
  ["fec0::1", "a private address"],
  ["ff02::1", "a multicast address"],
  ["127.1", "no address that can be read"],
  ["0177.0.0.1", "no address that can be read"],
  ["8.8.8.8/32", "no address that can be read"],
  ["", "no address that can be read"],
])("nothing is sent to %s: %s", (address, why) => {
  expect(publicOnly.whyRefused(address)).toBe(why);
});

test.each(["1.1.1.1", "8.8.8.8", "100.63.255.255", "172.32.0.0", "193.0.0.1", "223.255.255.255", "2606:4700::1111"])(
  "%s is public",
  (address) => expect(publicOnly.whyRefused(address)).toBeNull(),
);

test("an allowed block is allowed, no other address is, and no other spelling", () => {
  const { whyRefused } = createReceiverAddresses(["127.0.0.0/8", "fd00:1::/32"]);
  expect(["127.9.9.9", "fd00:1::5"].map(whyRefused)).toEqual([null, null]);
  for (const address of ["10.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "fd00:2::5"])
    expect(whyRefused(address)).not.toBeNull();
});

test("no address of a refused block is allowed", () => {
  // The blocks are copied from the registries of IANA, so that the test does not depend on the implementation.
  const blocks = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"];
  const wide = ["fc00::/7", "fe80::/10", "ff00::/8", "64:ff9b::/96", "2002::/16"];
  const ranges = [...blocks, ...wide].map((text) => {
    const parsed = parseCidr(text);
    if (!parsed.ok) throw new Error(parsed.problem);
    return parsed.cidr;
  });
  const inside = fc
    .tuple(fc.constantFrom(...ranges), fc.bigInt({ min: 0n, max: 2n ** 128n }))
    .map(([{ family, low, high }, far]) => formatAddress(family, low + (far % (high - low + 1n))));
  fc.assert(fc.property(inside, (address) => expect(publicOnly.whyRefused(address)).not.toBeNull()));
});
