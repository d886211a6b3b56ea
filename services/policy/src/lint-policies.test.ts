import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { any, aText, cidr, group } from "../test/builders.ts";
import { removeFolders, setUp } from "../test/policy-command.ts";
import { boundaryYaml } from "./files/boundary-yaml.ts";

afterAll(removeFolders);

describe("lint", () => {
  test("reports no errors for correct files, and ends with 0", async () => {
    const { run } = setUp([aText("a"), aText("b", { destinations: [cidr("192.0.2.0/24")] })], []);
    expect(await run("lint .")).toMatchObject({
      code: 0,
      out: "2 boundaries in 2 files: no errors, no warnings.",
      complained: "",
    });
  });
  test("shows duplicates, contradictions and families with their proof, and ends with 2", async () => {
    const { run } = setUp(
      [
        aText("a"),
        aText("b", { sources: [cidr("10.0.0.0/9"), cidr("10.128.0.0/9")] }),
        aText("c", {
          action: "Fail",
          sources: [any()],
          destinations: [cidr("192.0.2.0/24")],
          services: [{ type: "AllTCP" }],
        }),
        aText("d", { sources: [cidr("10.0.0.0/8", { negate: true })], services: [{ type: "AllUDP" }] }),
        aText("e", { sources: [group("web")], destinations: [cidr("192.0.2.7/32")] }),
      ],
      [],
    );
    const { code, out } = await run("lint .");
    expect(out).toBe(
      `
a.yaml:1: warning: a duplicates another boundary; one is enough
    b  (b.yaml:1)
c.yaml:1: warning: c forbids what 2 boundaries grant; ignore this if it is an intended exception
    a  (a.yaml:1)  10.0.0.0 -> 192.0.2.0 TCP 443
    b  (b.yaml:1)  10.0.0.0 -> 192.0.2.0 TCP 443
d.yaml:1: warning: the sources of d negate only IPv4 addresses, so they include every IPv6 address; negate ::/0 too to exclude those
Not checked: 1 boundary names groups or items, whose addresses only the service knows.
    c may forbid what e grants
5 boundaries in 5 files: 0 errors, 3 warnings.`.trimStart(),
    );
    expect(code).toBe(2);
  });
  test("ends with 1 where something would be refused", async () => {
    const { root, run } = setUp([aText("a")], []);
    writeFileSync(path.join(root, "b.yaml"), boundaryYaml(aText("a", { services: [{ type: "AllICMPv6" }] })));
    const { code, out } = await run("lint .");
    expect(out).toContain("b.yaml:8:1: a services: denotes no traffic: its sources and destinations share only IPv4");
    expect(code).toBe(1);
  });
});
