import { expect, test } from "@jest/globals";
import { deviceOf, problemOf } from "../test/read-configuration.ts";

function translationsOf(...lines: readonly string[]) {
  const { policies, entries, notUnderstood } = deviceOf(...lines);
  const sections = policies.filter(({ policyType }) => policyType === "NAT");
  return { sections, entries: entries.filter(({ interface: name }) => name === null), notUnderstood };
}

test("object translations stand in the order of the device: static, then fewer addresses, then the lower one", () => {
  const { sections, entries } = translationsOf(
    ...["object network many", " subnet 10.9.0.0 255.255.0.0", " nat (inside,outside) dynamic interface"],
    ...["object network net", " subnet 10.8.0.0 255.255.255.0", " nat (inside,outside) static 203.0.113.0"],
    ...["object network high", " host 10.7.0.9", " nat (inside,outside) static 203.0.113.9 dns no-proxy-arp"],
    ...["object network low", " host 10.7.0.1", " nat (inside,outside) static interface service tcp 80 8080"],
  );
  expect(sections.map(({ displayName }) => displayName)).toEqual(["Auto NAT (section 2)"]);
  expect(sections[0]?.rows.map(({ source, service, translation }) => ({ source, service, translation }))).toEqual([
    {
      source: [{ members: [{ object: "low" }] }],
      service: [{ members: [{ protocol: 6, sourcePorts: [[80, 80]] }] }],
      translation: {
        ...{ type: "STATIC", bidirectional: true, sourceIsInterface: true },
        service: [{ protocol: 6, sourcePorts: [[8_080, 8_080]] }],
      },
    },
    {
      source: [{ members: [{ object: "high" }] }],
      service: undefined,
      translation: { type: "STATIC", bidirectional: true, source: [{ address: "203.0.113.9/32" }] },
    },
    {
      source: [{ members: [{ object: "net" }] }],
      service: undefined,
      translation: { type: "STATIC", bidirectional: true, source: [{ address: "203.0.113.0-203.0.113.255" }] },
    },
    {
      source: [{ members: [{ object: "many" }] }],
      service: undefined,
      translation: { type: "HIDE", bidirectional: false, sourceIsInterface: true },
    },
  ]);
  expect(entries).toEqual([{ interface: null, direction: "IN", families: [4, 6], policies: ["Auto NAT (section 2)"] }]);
});

test("translations of addresses and services together stand before and after those of objects", () => {
  const { sections } = translationsOf(
    "object network mapped",
    " host 203.0.113.5",
    "nat (inside,outside) source static web mapped destination static servers servers service ssh-high ssh-high unidirectional inactive description for partners",
    "nat (inside,outside) source static servers servers no-proxy-arp route-lookup",
    "nat (any,outside) after-auto source dynamic any interface",
    "nat (inside,outside) after-auto source dynamic web pat-pool mapped round-robin",
  );
  const [first, last] = sections;
  expect([first?.displayName, last?.displayName]).toEqual(["Manual NAT (section 1)", "Manual NAT (section 3)"]);
  expect(first?.rows).toMatchObject([
    {
      number: 1,
      inInterface: [{ members: [{ name: "inside" }] }],
      outInterface: [{ members: [{ name: "outside" }] }],
      source: [{ members: [{ object: "web" }] }],
      destination: [{ members: [{ object: "servers" }] }],
      service: [{ members: [{ object: "ssh-high" }] }],
      ...{ disabled: true, comment: "for partners" },
      translation: {
        ...{ type: "STATIC", bidirectional: false, source: [{ object: "mapped" }] },
        ...{ destination: [{ object: "servers" }], service: [{ object: "ssh-high" }] },
      },
    },
    { number: 2, translation: { type: "STATIC", bidirectional: true, source: [{ object: "servers" }] } },
  ]);
  expect(last?.rows).toMatchObject([
    { inInterface: [], source: [], translation: { type: "HIDE", sourceIsInterface: true } },
    { translation: { type: "HIDE", source: [{ object: "mapped" }] } },
  ]);
});

test("what is not understood in a translation is named, and the translation left out", () => {
  const { sections, notUnderstood } = translationsOf(
    "nat (inside,outside) source static web web frobnicate",
    "object network name",
    " fqdn www.example.org",
    " nat (inside,outside) dynamic interface",
  );
  expect(sections).toEqual([]);
  expect(notUnderstood.map(({ reason }) => reason)).toEqual([
    '"frobnicate" is not known in a translation',
    'the addresses of the name "www.example.org" are not in the configuration',
    "the addresses of the object are not known",
  ]);
});

test.each([
  ["nat (inside,outside) source static gone web", ['"gone" is not defined']],
  ["nat (inside,outside) source static web web service ssh-high gone", ['"gone" is not defined']],
  ["nat (inside,outside) source dynamic web pat-pool gone", ['"gone" is not defined']],
  ["nat (inside,outside) source static web web destination static gone gone", ['"gone" is not defined']],
  [
    "nat (outside,inside) source static web web destination static interface servers",
    ["the address of an interface as destination is not understood"],
  ],
])("%s is named, and not exact", (line, reasons) => {
  const { sections, notUnderstood } = translationsOf(line);
  expect(notUnderstood.map(({ reason }) => reason)).toEqual(reasons);
  expect(sections[0]?.rows).toMatchObject([{ exact: false, translation: {} }]);
});

test("an object without a line is named, and so is its translation", () => {
  const { sections, notUnderstood } = translationsOf("object network empty", " nat (inside,outside) dynamic interface");
  expect(sections).toEqual([]);
  expect(notUnderstood.map(({ reason }) => reason)).toEqual([
    "the object has no line that says what it is",
    "the addresses of the object are not known",
  ]);
});

test.each([
  [["nat (inside) 1 10.0.0.0 255.0.0.0"], '1: "(inside)" names no two known interfaces'],
  [["global (outside) 1 interface"], "1: translations of versions before 8.3 are not read"],
  [["nat (inside,dmz) source static web web"], '1: "(inside,dmz)" names no two known interfaces'],
  [["nat (inside,outside) source frobnicate web web"], '1: "frobnicate" stands where static or dynamic must'],
  [
    ["nat (inside,outside) 1 10.0.0.0"],
    "1: translations of versions before 8.3 are not read; upgrade the device, or give its lists alone",
  ],
])("%s is refused", (lines, problem) => {
  expect(problemOf(...lines)).toBe(problem);
});
