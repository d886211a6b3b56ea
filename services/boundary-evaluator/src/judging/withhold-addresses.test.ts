import { describe, expect, test } from "@jest/globals";
import { withholdAddresses } from "./withhold-addresses.ts";

const held = new Set(["10.0.0.0/8", "10.1.2.3/32", "2001:db8::/32"]);

describe("a text for people who may not see boundaries", () => {
  test.each([
    ["ask the owner of 10.9.0.0/16 first", "ask the owner of (an address) first"],
    ["not 192.168.1.1.", "not (an address)."],
    ["use 2001:db8:7::/48, never fe80::1: it is local", "use (an address), never (an address): it is local"],
    ["from 2001:db8:0:0:0:0:0:1 to [::1]", "from (an address) to [(an address)]"],
    ['boundary "no 10.9.9.9"', 'boundary "no (an address)"'],
    ["10.9.0.7/16 has host bits", "(an address) has host bits"],
  ])("does not hold an address the request does not hold: %s", (text, expected) => {
    expect(withholdAddresses(text, held)).toBe(expected);
  });

  test.each([
    "10.0.0.0/8 is the request's own, and so are 10.1.2.3, 10.1.2.3/32 and 2001:db8::/32",
    "version 1.2.3 at 12:30:45, tcp/22-25, 100% of 3.5",
    "ratio 4:3, std::vector, 300.1.1.1",
  ])("leaves alone what is held and what is no address: %s", (text) => {
    expect(withholdAddresses(text, held)).toBe(text);
  });
});
