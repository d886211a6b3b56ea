import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { aBoundaryText } from "../../test/arbitraries.ts";
import { changesOfText } from "../changes-of-text.ts";
import { boundaryYaml } from "./boundary-yaml.ts";
import { parsePolicyFile } from "./parse-policy-file.ts";

const sound = `
id: web
name: Web
action: Pass
sources: [{ type: Cidr, cidr: 10.0.0.0/8 }]
destinations: [{ type: Any }]
services: [{ type: AllTCP }]
`.trim();

/** Returns each error as "line:column path: message". */
function errorsIn(text: string): string[] {
  return parsePolicyFile("web.yaml", text).errors.map(({ place, path, message }) => {
    expect(place.file).toBe("web.yaml");
    return `${place.line}:${place.column} ${path}: ${message}`;
  });
}

describe("a file may hold", () => {
  const ids = (text: string) => {
    const { boundaries, errors } = parsePolicyFile("web.yaml", text);
    expect(errors).toEqual([]);
    return boundaries.map(({ text: { id }, place }) => `${id}@${place.line}:${place.column}`);
  };
  const entry = (id: string) => `- ${sound.replace("id: web", `id: ${id}`).replaceAll("\n", "\n  ")}\n`;

  test("one boundary, a list of them, or several documents of either", () => {
    expect(ids(sound)).toEqual(["web@1:5"]);
    expect(ids(entry("a") + entry("b"))).toEqual(["a@1:7", "b@7:7"]);
    expect(ids(`${sound}\n---\n${entry("a")}---\n# nothing\n`)).toEqual(["web@1:5", "a@8:7"]);
  });
  test("nothing at all, or comments alone", () => {
    expect(ids("")).toEqual([]);
    expect(ids("# later\n---\n")).toEqual([]);
    expect(ids("[]")).toEqual([]);
  });
  test("an anchor that several sides share", () => {
    const shared = sound.replace("sources:", "sources: &inside").replace("[{ type: Any }]", "*inside");
    const [boundary] = parsePolicyFile("f", shared).boundaries;
    expect(boundary?.text.destinations).toEqual(boundary?.text.sources);
  });
});

describe("every error has its line, its path and what to change", () => {
  test.each([
    ["name: Web", "name: 12", "2:7 name: is the number 12; put it in quotes"],
    ["name: Web", "name:", "2:6 name: is empty; give text or remove it"],
    ["name: Web\n", "", "1:1 name: is missing; give text"],
    ["action: Pass", "action: pass", '3:9 action: is "pass"; give Pass, Fail or Score'],
    ["action: Pass", "action: Pass\nenforced: yes", '4:11 enforced: is "yes"; give true or false'],
    ["action: Pass", "action: Score", "1:1 score: is missing; a boundary with action Score needs one"],
    ["action: Pass", "action: Score\nscore: 2.5", "4:8 score: is 2.5; give a whole number"],
    ["action: Pass", "action: Score\nscore: 3000000000", "4:8 score: is 3000000000; the maximum is 2147483647"],
    ["name: Web", "name: Web\nsource: shop", "3:9 source: does not belong in a file; give it with --source"],
    ["name: Web", "name: Web\nmesage: x", "3:9 mesage: is unknown; check its spelling or remove it"],
    [
      "10.0.0.0/8",
      "10.0.0.5/8",
      '4:31 sources[0].cidr: "10.0.0.5/8" has host bits set; did you mean 10.0.0.0/8 or 10.0.0.5/32?',
    ],
    [
      "type: Any",
      "type: Any, comparison: Equals",
      "5:41 destinations[0].comparison: does not belong to type Any; to compare with every address, write 0.0.0.0/0 and ::/0 as Cidr with Equals",
    ],
    ["type: Any", "type: any", '5:24 destinations[0].type: is "any"; give Any, Cidr, ConnectGroup or InventoryItem'],
    [
      "type: Any",
      "cidr: 10.0.0.0/8",
      "5:16 destinations[0].type: is missing; give Any, Cidr, ConnectGroup or InventoryItem",
    ],
    ["[{ type: Any }]", "[]", "5:1 destinations: must not be empty; for everything send one object of type Any"],
    ["[{ type: Any }]", "all", '5:15 destinations: is "all"; give a list, each entry on a line that begins with -'],
    [
      "type: AllTCP",
      "type: AllTCP, portStart: 1",
      "6:39 services[0].portStart: does not belong to type AllTCP; remove it",
    ],
    [
      "type: AllTCP",
      "type: TCP, portStart: 9, portEnd: 1",
      "6:36 services[0].portStart: is 9 and portEnd is 1; did you mean 1 to 9?",
    ],
    ["type: AllTCP", "type: TCP, portStart: 9, portEnd: 99999", "6:48 services[0].portEnd: is 99999; 0 to 65535 work"],
    [
      "type: AllTCP",
      "type: ICMPv4, icmpType: -1, icmpCode: 0",
      "6:38 services[0].icmpType: is -1; 0 to 255 work; AllICMPv4 stands for every type and code",
    ],
    [
      "type: Any",
      "type: Any, negate: true",
      "5:1 destinations: denotes no traffic: its destinations negate all that they name; negate less in the destinations or name more",
    ],
    ["name: Web", "name: Web\nid: other", "3:1 : is not valid YAML: map keys must be unique"],
    ["name: Web", "\tname: Web", "2:1 : is not valid YAML: tabs are not allowed as indentation"],
    [
      "name: Web",
      "name: Web\n<<: { name: x }",
      "3:1 <<: is a merge, which is not supported; write the members themselves",
    ],
    ["name: Web", "name: !secret Web", "2:7 : is not valid YAML: unresolved tag: !secret"],
  ])("%j written as %j", (right, wrong, error) => {
    expect(sound).toContain(right);
    expect(errorsIn(sound.replace(right, wrong))).toEqual([expect.stringContaining(error)]);
  });

  test("every error of every boundary at once", () => {
    const errors = errorsIn(`- 7\n- id: x\n  name: ${"x".repeat(600)}\n  action: Fail\n  sources: [{ type: Cidr }]\n`);
    expect(errors.map((error) => error.split(":").slice(0, 2).join(":"))).toEqual(
      expect.arrayContaining(["1:3 [0]", "5:13 sources[0].cidr", "2:3 destinations", "2:3 services"]),
    );
  });
  test("a tab before a member is reported as such, wherever the parser fails", () => {
    const error = "is not valid YAML: tabs are not allowed as indentation";
    expect(errorsIn("- id: x\n\tname: y")).toEqual([`2:1 : ${error} (and 2 more in this document)`]);
    expect(errorsIn("- id: x\n  \tname: y\n  action: Pass")).toEqual([`2:3 : ${error}`]);
  });
  test("a file of another kind", () => {
    expect(errorsIn("just words")).toEqual(["1:1 : is neither a boundary nor a list of boundaries"]);
  });
});

describe("a file that would cost too much is refused", () => {
  test("by its nesting", () => {
    expect(errorsIn(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)).toHaveLength(1);
  });
  test("by the expansion of its anchors", () => {
    const levels = Array.from({ length: 9 }, (_, n) => `x${n}: &x${n} [${`*x${n - 1},`.repeat(9)}]`).slice(1);
    const errors = errorsIn(`x0: &x0 [1,1]\n${levels.join("\n")}`);
    expect(errors).toEqual([expect.stringContaining("can't be read")]);
  });
  test("by the length of a list", () => {
    const long = sound.replace("[{ type: Any }]", `[${"{ type: Any },".repeat(10_001)}]`);
    expect(errorsIn(long)).toEqual(["5:1 destinations: has 10001 entries; the limit is 10,000"]);
  });
});

test("an exported boundary reads back as the same boundary", () => {
  fc.assert(
    fc.property(aBoundaryText, (text) => {
      const { boundaries, errors } = parsePolicyFile("f", boundaryYaml(text));
      expect(errors).toEqual([]);
      const [read] = boundaries;
      if (read === undefined) throw new Error("nothing was read");
      expect(changesOfText(text, read.text)).toEqual([]);
      const { id, name, description, message } = text;
      expect(read.text).toMatchObject({ id, name, description, message });
    }),
    { numRuns: 300 },
  );
});

test("reading any file returns places inside it and never throws", () => {
  const pieces = fc.constantFrom(
    "id: a",
    "- ",
    "\n",
    "  ",
    "{",
    "}",
    "[",
    "]",
    ": ",
    "&a ",
    "*a",
    "!x ",
    "|\n",
    "sources:",
    "type: Cidr",
    '"',
    "---\n",
    "\t",
    "#",
    "? ",
    "<<: *a",
    "\ufffd",
    "null",
    "[0]",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 40 }).map((all) => all.join("")),
        fc.string({ unit: "binary" }),
      ),
      (text) => {
        const { boundaries, errors } = parsePolicyFile("f", text);
        expect(boundaries).toEqual([]);
        const lines = text.split(/\n/).length;
        for (const { place, message } of errors) {
          expect(place.line).toBeGreaterThanOrEqual(1);
          expect(place.line).toBeLessThanOrEqual(lines + 1);
          expect(message).not.toBe("");
        }
      },
    ),
    { numRuns: 500 },
  );
});
