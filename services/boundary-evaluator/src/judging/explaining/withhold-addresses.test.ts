import { describe, expect, test } from "@jest/globals";
import { processorTime } from "@network-access/testkit/processor-time";
import { withholdAddresses } from "./withhold-addresses.ts";

const known = new Set(["10.0.0.0/8", "10.1.2.3/32", "2001:db8::/32"]);

describe("a text for callers who may not see boundaries", () => {
  test.each([
    ["ask the owner of 10.9.0.0/16 first", "ask the owner of (an address) first"],
    ["not 192.168.1.1.", "not (an address)."],
    ["use 2001:db8:7::/48, never fe80::1: it is local", "use (an address), never (an address): it is local"],
    ["from 2001:db8:0:0:0:0:0:1 to [::1]", "from (an address) to [(an address)]"],
    ['boundary "no 10.9.9.9"', 'boundary "no (an address)"'],
    ["10.9.0.7/16 has host bits", "(an address) has host bits"],
    ["src:10.9.0.1 to:fe80::1, ip10.9.0.2", "src:(an address) to:(an address), ip(an address)"],
    ["gw:2001:db8:5::1 and face:2001:db9:a:1:2:3:4:5", "gw:(an address) and (an address)"],
    ["...10.9.3.3, 10.9.5.5abc, 010.009.001.001", "...(an address), (an address)abc, (an address)"],
    ["::ffff:10.9.7.7 or [2001:db9::2]:443 or 10.9.8.8:443", "(an address) or [(an address)]:443 or (an address):443"],
    ["10.9.6.0/255.255.255.0", "(an address)"],
  ])("names no address that the request does not name: %s", (text, expected) => {
    expect(withholdAddresses(text, known)).toBe(expected);
  });

  test.each([
    "10.0.0.0/8 is the request's own, and so are 10.1.2.3, 10.1.2.3/32 and 2001:db8::/32",
    "version 1.2.3 at 12:30:45, tcp/22-25, 100% of 3.5",
    "ratio 4:3, std::vector, 300.1.1.1",
    "host:10.1.2.3, [2001:db8::/32], Note:: 00:1a:2b:3c:4d:5e",
  ])("keeps known addresses and what is no address: %s", (text) => {
    expect(withholdAddresses(text, known)).toBe(text);
  });

  test.each(["1", "a", ":", ".", "1.", "a:", "1.1.1.", "::"])("is read in one pass, however long: many %s", (piece) => {
    const before = processorTime();
    withholdAddresses(`1.1 :: ${piece.repeat(10_000 / piece.length)}`, known);
    expect(processorTime() - before).toBeLessThan(500);
  });
});
