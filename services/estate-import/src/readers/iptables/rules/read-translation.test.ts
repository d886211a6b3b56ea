import { describe, expect, test } from "@jest/globals";
import { address, expectRow, on, type RuleCase, read, tcp } from "../test/read-row.ts";
import { parseRule } from "./parse-rule.ts";

describe("translations", () => {
  const nat = on({ table: "nat", netmapSide: "destination" });
  const nat6 = on({ table: "nat", family: 6 });
  const web = (...ports: [number, number][]) => [{ protocol: 6, ports }];
  test.each<RuleCase>([
    [
      "-j DNAT --to-destination 10.0.0.1",
      { translation: { type: "STATIC", destination: address("10.0.0.1/32") } },
      nat,
    ],
    [
      "-p tcp -j DNAT --to-destination 10.0.0.1-10.0.0.9:80-90",
      {
        service: tcp(),
        translation: { type: "DYNAMIC", destination: address("10.0.0.1-10.0.0.9"), service: web([80, 90]) },
      },
      nat,
    ],
    [
      "-p tcp -j DNAT --to-destination :8080 --random",
      {
        service: tcp(),
        translation: { type: "STATIC", service: web([8_080, 8_080]) },
      },
      nat,
    ],
    [
      "-p tcp -j DNAT --to-destination [fd00::1-fd00::5]:80",
      {
        service: tcp(),
        translation: { type: "DYNAMIC", destination: address("fd00::1-fd00::5"), service: web([80, 80]) },
      },
      nat6,
    ],
    ["-j DNAT --to-destination ::1", { translation: { type: "STATIC", destination: address("::1/128") } }, nat6],
    [
      "-p tcp -j SNAT --to-source 10.0.0.1:1024-2000 --random-fully",
      {
        service: tcp(),
        translation: { type: "HIDE", source: address("10.0.0.1/32") },
      },
      nat,
    ],
    [
      "-j SNAT --to-source 10.0.0.1-10.0.0.3 --persistent",
      {
        translation: { type: "DYNAMIC", source: address("10.0.0.1-10.0.0.3") },
      },
      nat,
    ],
    ["-j MASQUERADE", { translation: { type: "HIDE", sourceIsInterface: true } }, nat],
    [
      "-p tcp -j MASQUERADE --to-ports 1024-2000",
      {
        service: tcp(),
        translation: { type: "HIDE", sourceIsInterface: true },
      },
      nat,
    ],
    [
      "-p tcp -j REDIRECT --to-ports 3128",
      {
        service: tcp(),
        translation: { type: "STATIC", destination: [{ object: "ip addrtype LOCAL" }], service: web([3_128, 3_128]) },
      },
      nat,
    ],
    ["-j NETMAP --to 10.5.0.0/16", { translation: { type: "STATIC", destination: address("10.5.0.0/16") } }, nat],
    [
      "-j NETMAP --to 10.5.0.0/16",
      { translation: { type: "STATIC", source: address("10.5.0.0/16") } },
      {
        ...nat,
        netmapSide: "source",
      },
    ],
  ])("%s", (line, expected, given) => expectRow([line, { action: "ACCEPT", ...expected }, given]));

  test.each([
    ["-p tcp -j DNAT --to-destination 10.0.0.1:5000-5010/4000", "--to-destination 10.0.0.1:5000-5010/4000"],
    ["-j DNAT --to-destination 10.0.0.1:80", "--to-destination 10.0.0.1:80"],
    ["-p sctp -j REDIRECT --to-ports 80", "--to-ports 80"],
    ["-j SNAT --to-source 10.0.0.1 --to-somewhere", "--to-somewhere"],
    ["-j DNAT", "-j DNAT"],
  ])("%s is named", (line, part) => {
    expect(read(line, nat)).toMatchObject({ row: { action: "ACCEPT", exact: false }, named: [part] });
  });

  test("whether NETMAP changes the source or the destination depends on the callers of its chain", () => {
    const { row, named } = read("-j NETMAP --to 10.5.0.0/16", on({ table: "nat" }));
    expect(named).toEqual(["--to 10.5.0.0/16"]);
    expect(row?.translation).toEqual({ type: "STATIC", sourceIsInterface: false, bidirectional: false });
  });

  test("REDIRECT without addresses of the device is named", () => {
    const { row, named } = read("-p tcp -j REDIRECT --to-ports 80", { ...nat, localObject: undefined });
    expect(named).toEqual(["-j REDIRECT --to-ports 80"]);
    expect(row).toMatchObject({ exact: false, translation: { destination: [{ notUnderstood: expect.any(String) }] } });
  });

  test("outside the table nat a translation is a target whose outcome is not known", () => {
    expect(read("-j DNAT --to-destination 10.0.0.1")).toMatchObject({ row: { action: "DROP", exact: false } });
  });
});

test.each(["-j DNAT --to-destination 10.0.0.300", "-p tcp -j REDIRECT --to-ports 80-70", "-j NETMAP --to 10.0.0.0/40"])(
  "%s is refused",
  (line) => {
    expect(parseRule({ text: line, start: 0 }, 1, on({ table: "nat", netmapSide: "source" })).ok).toBe(false);
  },
);
