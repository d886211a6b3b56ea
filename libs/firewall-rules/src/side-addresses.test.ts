import { expect, test } from "@jest/globals";
import { addressSetOfTexts, allAddresses, noAddresses, toCidrs } from "@network-access/traffic-sets/address-set";
import { sideAddresses, splitSide } from "./side-addresses.ts";

test("a side is what it names minus what it negates", () => {
  const included = addressSetOfTexts(["10.0.0.0/24"]);
  const excluded = addressSetOfTexts(["10.0.0.0/25"]);
  expect(toCidrs(sideAddresses({ named: [1], included, excluded }), 10)).toEqual(["10.0.0.128/25"]);
});

test("a side that names nothing starts from every address", () => {
  expect(sideAddresses({ named: [], included: noAddresses, excluded: noAddresses })).toEqual(allAddresses);
});

test("a side whose named objects have no address has none", () => {
  expect(sideAddresses({ named: [1], included: noAddresses, excluded: noAddresses })).toEqual(noAddresses);
});

test("an object is negated only when it says so", () => {
  const [plain, absent, negated] = [{ negate: false }, { negate: null }, { negate: true }];
  expect(splitSide([plain, absent, negated])).toEqual({ named: [plain, absent], negated: [negated] });
});
