import { describe, expect, it } from "@jest/globals";
import { addressCell, objectCell, serviceCell } from "./object-cell.ts";

const addresses = (...list: string[]) => list.map((address) => ({ address }));
const services = (...list: string[]) => list.map((formattedValue) => ({ formattedValue }));

describe("objectCell", () => {
  it.each([
    [{ displayName: "Any", type: "ANY" }, "any"],
    [{ displayName: "10.0.0.1", addresses: addresses("10.0.0.1") }, "10.0.0.1"],
    [{ displayName: "10.0.0.1/32", addresses: addresses("10.0.0.1/32") }, "10.0.0.1"],
    [{ displayName: "2001:db8::1/128", addresses: addresses("2001:db8::1") }, "2001:db8::1"],
    [{ displayName: "10.0.0.0/8", addresses: addresses("10.0.0.0-10.255.255.255") }, "10.0.0.0/8"],
    [{ displayName: "10.0.0.1-10.0.0.9", addresses: addresses("10.0.0.1-10.0.0.9") }, "10.0.0.1-10.0.0.9"],
    [{ displayName: "web", addresses: addresses("10.0.0.1") }, "web (10.0.0.1)"],
    [
      { displayName: "web", negated: true, addresses: addresses("10.0.0.1", "10.0.0.8-10.0.0.15") },
      "not web (10.0.0.1, 10.0.0.8/29)",
    ],
    [
      { displayName: "web", addresses: addresses("1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4") },
      "web (1.1.1.1, 2.2.2.2, 3.3.3.3 and 1 more)",
    ],
    [
      { displayName: "web", truncated: true, addresses: addresses("1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4") },
      "web (1.1.1.1, 2.2.2.2, 3.3.3.3 and 1+ more)",
    ],
    [{ displayName: "site", fqdn: "example.com", addresses: [] }, "site (example.com)"],
    [{ displayName: "empty", addresses: [] }, "empty"],
    [{ displayName: "a\u200bny", addresses: [] }, "any (a name)"],
    [{ displayName: "10.0.0.0/8", addresses: [] }, "10.0.0.0/8 (a name)"],
    [{ displayName: "tcp/443", services: [] }, "tcp/443 (a name)"],
    [{ displayName: "x(", type: "NOT_UNDERSTOOD" }, "x( (not understood)"],
    [{ displayName: "tcp/443, udp/443", services: services("tcp/443", "udp/443") }, "tcp/443, udp/443"],
    [{ displayName: "https", hitcount: 12, services: services("tcp/443") }, "https (tcp/443): 12 hits"],
    [{ displayName: "dns", services: [{ formattedValue: "udp/53", sourcePorts: "53" }] }, "dns (udp/53 from 53)"],
  ])("prints %j", (object, text) => {
    expect(objectCell([object])).toBe(text);
  });

  it("says that the manager lists only a part of a column", () => {
    const object = { displayName: "n".repeat(90) };
    expect(objectCell([...Array(99).fill(object), { ...object, truncated: true }])).toBe(
      `${object.displayName}, ${object.displayName} and 98+ more`,
    );
    expect(objectCell([object, { ...object, truncated: true }])).toBe(`${object.displayName}, ${object.displayName}`);
  });
});

describe("addressCell and serviceCell", () => {
  it("list what fits and count the rest", () => {
    expect(addressCell(addresses("10.0.0.1", "10.1.0.0-10.1.255.255"))).toBe("10.0.0.1, 10.1.0.0/16");
    expect(addressCell(addresses("10.0.0.1"), true)).toBe("10.0.0.1 and more");
    const cell = addressCell(
      addresses(...Array.from({ length: 1_000 }, (_, place) => `10.0.${place >> 8}.${place & 255}`)),
      true,
    );
    expect(cell).toMatch(/^10\.0\.0\.0, .* and 98\d\+ more$/);
    expect(serviceCell(services("tcp/22", "tcp/80"))).toBe("tcp/22, tcp/80");
  });
});
