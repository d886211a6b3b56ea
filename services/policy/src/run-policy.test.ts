import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import fc from "fast-check";
import { aBoundaryText } from "../test/arbitraries.ts";
import { any, aText, cidr, group } from "../test/builders.ts";
import { type InMemoryBoundaries, type InMemoryOptions, inMemoryBoundaries } from "../test/in-memory-boundaries.ts";
import { boundaryYaml } from "./files/boundary-yaml.ts";
import { policyFolder } from "./files/policy-folder.ts";
import { runPolicy } from "./run-policy.ts";
import { type Line, printed } from "./terminal/line.ts";

const roots: string[] = [];
const newFolder = () => {
  const root = mkdtempSync(path.join(tmpdir(), "policy-command-"));
  roots.push(root);
  return root;
};
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

const own = (id: string, members: Partial<BoundaryText> = {}) => aText(id, { source: "shop", ...members });

/** One folder and one service, and the command between them. */
function setUp(files: readonly BoundaryText[], stored: readonly BoundaryText[], options: InMemoryOptions = {}) {
  const root = newFolder();
  const write = (text: BoundaryText) => writeFileSync(path.join(root, `${text.id}.yaml`), boundaryYaml(text));
  for (const text of files) write(text);
  const boundaries = inMemoryBoundaries(stored, options);
  const run = (words: string, answer?: string, isInterrupted = () => false) =>
    command(root, boundaries, words, answer, isInterrupted);
  return { root, boundaries, write, drop: (id: string) => unlinkSync(path.join(root, `${id}.yaml`)), run };
}

async function command(
  root: string,
  boundaries: InMemoryBoundaries,
  words: string,
  answer?: string,
  isInterrupted = () => false,
) {
  const out: string[] = [];
  const complained: string[] = [];
  const asked: string[] = [];
  const to = (list: string[]) => (lines: readonly Line[]) => list.push(...lines.map((line) => printed(line, false)));
  const ask = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const code = await runPolicy(
    {
      terminal: {
        print: to(out),
        complain: to(complained),
        status: { show: () => undefined, say: () => undefined, clear: () => undefined },
        ask: answer === undefined ? null : ask,
      },
      openFolder: (name) => policyFolder(path.join(root, name)),
      readDestination: () => ({ url: "https://graph.example.com", token: "secret-token", from: "environment" }),
      connect: () => boundaries,
      isInterrupted,
      pause: async () => undefined,
    },
    words.split(" "),
  );
  return { code, out: out.join("\n"), complained: complained.join("\n"), asked };
}

describe("apply", () => {
  const files = [
    aText("added"),
    aText("changed", { message: "new", sources: [cidr("10.0.0.0/8"), cidr("10.1.0.0/16", { negate: true })] }),
  ];
  const stored = [
    own("changed"),
    ...["k1", "k2", "k3", "gone"].map((id) => own(id)),
    aText("theirs", { source: "other" }),
  ];
  const kept = ["k1", "k2", "k3"].map((id) => aText(id));

  test("without a terminal and without --yes shows the difference, changes nothing and ends with 2", async () => {
    const { run, boundaries } = setUp([...files, ...kept], stored);
    const { code, out } = await run("apply . --source shop --delete");
    expect(out).toBe(
      `
5 boundaries in 5 files; the source "shop" has 5.

  + added  (added.yaml:1)
      Pass  "Boundary added"
      10.0.0.0/8  ->  Any  :  TCP 443
  ~ changed  (changed.yaml:1; now in revision 1)
      sources:
        + not 10.1.0.0/16
      message: none -> "new"
  - gone  (revision 1, by ada@example.com on 2026-11-21)
      Pass  "Boundary gone"
      10.0.0.0/8  ->  Any  :  TCP 443

Plan: 1 to add, 1 to change, 1 to remove.
Only shown; nothing was changed. Without a terminal, --yes applies it.
`.trim(),
    );
    expect(code).toBe(2);
    expect(boundaries.log).toEqual([]);
  });

  test("with --yes applies it, and the second time there is nothing to do", async () => {
    const { run, boundaries } = setUp([...files, ...kept], stored);
    const first = await run("apply . --source shop --delete --yes");
    expect(first.out).toContain("Applied: 1 added, 1 changed, 1 removed.");
    expect(first).toMatchObject({ code: 0, complained: "" });
    expect(boundaries.log).toEqual(["save added", "save changed", "remove gone"]);
    const second = await run("apply . --source shop --delete --yes");
    expect(second.out).toContain("Nothing to do: 5 boundaries as the files say.");
    expect(second.code).toBe(0);
    expect(boundaries.heads.get("theirs")?.revision).toBe(1);
  });

  test.each([
    ["yes", 0, 2],
    ["y", 2, 0],
    ["", 2, 0],
  ])("on a terminal the answer %j ends with %d", async (answer, code, writes) => {
    const { run, boundaries } = setUp([...files, ...kept], stored);
    const asked = await run("apply . --source shop", answer);
    expect(asked.asked).toEqual(['Apply this to https://graph.example.com? Only "yes" applies it: ']);
    expect(asked.code).toBe(code);
    expect(boundaries.log).toHaveLength(writes);
  });

  test("asked, and interrupted instead of answered, changes nothing and ends with 130", async () => {
    const { run, boundaries } = setUp([...files, ...kept], stored);
    const { code, complained } = await run("apply . --source shop", "", () => true);
    expect([code, complained]).toEqual([130, "\nInterrupted; nothing was changed."]);
    expect(boundaries.log).toEqual([]);
  });

  test("without --delete leaves what no file says, and names it", async () => {
    const { run, boundaries } = setUp([aText("changed"), ...kept], stored);
    const { code, out } = await run("apply . --source shop --yes");
    expect(out).toContain('1 boundary of "shop" is in no file and stays: gone\n  --delete removes what is in no file.');
    expect(code).toBe(0);
    expect(boundaries.heads.has("gone")).toBe(true);
  });

  test("stops before it removes more than 30 %, unless forced", async () => {
    const { run, boundaries } = setUp([aText("k1"), aText("k2")], stored);
    const careful = await run("apply . --source shop --delete --yes");
    expect(careful.complained).toBe(
      'This would remove 3 of the 5 boundaries of "shop" (60 %).\nMore than 30 % goes only with --force. Nothing was changed.',
    );
    expect(careful.code).toBe(1);
    expect(boundaries.log).toEqual([]);
    expect((await run("apply . --source shop --delete --force --yes")).code).toBe(0);
    expect([...boundaries.heads.keys()].sort()).toEqual(["k1", "k2", "theirs"]);
  });

  test("refuses ids of others by name, before it changes anything", async () => {
    const { run, boundaries } = setUp([aText("theirs"), aText("nobodys"), aText("new")], [...stored, aText("nobodys")]);
    const { code, complained } = await run("apply . --source shop --yes");
    expect(complained).toBe(
      [
        'nobodys.yaml:1: "nobodys" exists and belongs to no source',
        'theirs.yaml:1: "theirs" exists and belongs to the source "other"',
        '"shop" touches only what is its own: give it another id, or remove it there first. Nothing was changed.',
      ].join("\n"),
    );
    expect(code).toBe(1);
    expect(boundaries.log).toEqual([]);
  });

  test("names every fault of the files, and changes nothing", async () => {
    const { root, run, boundaries } = setUp(files, []);
    writeFileSync(path.join(root, "bad.yaml"), "id: x\nname: 1\n");
    const { code, complained } = await run("apply . --source shop --yes");
    expect(complained).toContain("bad.yaml:2:7: x name: is the number 1; put it in quotes to make it a text");
    expect(complained).toContain("5 faults in the files; nothing was changed.");
    expect(code).toBe(1);
    expect(boundaries.log).toEqual([]);
  });

  test("says where it stopped and that the same command goes on", async () => {
    const { run } = setUp(files, stored, {
      fault: (call) =>
        call === "save changed"
          ? {
              failure: {
                kind: "refused",
                code: "FORBIDDEN",
                message: 'the permission "boundary:edit" is needed',
                fields: [],
              },
            }
          : undefined,
    });
    const { code, complained } = await run("apply . --source shop --yes");
    expect(complained).toBe(
      [
        'Stopped at "changed":',
        'the permission "boundary:edit" is needed; give GRAPH_TOKEN that permission',
        "1 of 2 are done. The same command again compares anew and does the rest.",
      ].join("\n"),
    );
    expect(code).toBe(1);
  });

  test("stops where somebody else was quicker, and says so", async () => {
    const setting = setUp(files, stored, {
      fault: (call) => {
        if (call === "save changed") setting.boundaries.put(own("changed", { message: "theirs" }));
        return undefined;
      },
    });
    const { code, complained } = await setting.run("apply . --source shop --yes");
    expect(complained).toContain('Stopped at "changed": somebody else changed it, and their change was left as it is.');
    expect(code).toBe(1);
    expect(setting.boundaries.heads.get("changed")?.text.message).toBe("theirs");
  });

  test("after Ctrl-C ends with 130, and what was done stays done", async () => {
    const { run, boundaries } = setUp([...files, ...kept], stored);
    const { code, complained } = await run("apply . --source shop --yes", undefined, () => boundaries.log.length === 1);
    expect(complained).toContain("Interrupted.\n1 of 2 are done.");
    expect(code).toBe(130);
  });

  test("a service that is away is named, with nothing changed", async () => {
    const { run } = setUp(files, stored, {
      fault: () => ({ failure: { kind: "unclear", message: "https://graph.example.com answers 502" } }),
    });
    expect(await run("apply . --source shop --yes")).toMatchObject({
      code: 1,
      complained: "https://graph.example.com answers 502\nNothing was changed.",
    });
  });
});

describe("preview", () => {
  const flips = [
    {
      changeRequestId: "cr-7",
      revision: 3,
      from: "Pass",
      to: "Fail",
      ruleId: "rule-1",
      reason: 'boundary "No ssh" forbids rule "rule-1".',
    },
    {
      changeRequestId: "cr-9",
      revision: 1,
      from: "Review",
      to: "Pass",
      ruleId: null,
      reason: "everything is covered.",
    },
  ];
  const flipping: InMemoryOptions = {
    flips: (text) => (text.id === "b" ? { flips, unchangedCount: 40 } : { flips: [], unchangedCount: 42 }),
  };

  test("names for each edit the requests that would flip, and ends with 2", async () => {
    const { run, boundaries } = setUp(
      [aText("a"), aText("b", { message: "x" }), aText("same")],
      [own("b"), own("c"), own("same")],
      flipping,
    );
    const { code, out } = await run("preview . --source shop --delete");
    expect(out.split("\n").slice(2).join("\n")).toBe(
      `
  + a: flips nothing of 42 stored requests
  ~ b: would flip 2 of 42 stored requests
      cr-7 (revision 3): Pass -> Fail, rule rule-1
        boundary "No ssh" forbids rule "rule-1".
      cr-9 (revision 1): Review -> Pass
        everything is covered.
  - c: flips nothing of 42 stored requests

1 edit of 3 would flip 2 requests.
Each edit was tried by itself; together they may flip others.`.slice(1),
    );
    expect(code).toBe(2);
    expect(boundaries.log).toEqual([]);
  });
  test("with --refuse-flips ends with 1, and with 0 when nothing flips", async () => {
    const { run } = setUp([aText("b", { message: "x" })], [own("b"), own("c")], flipping);
    expect((await run("preview . --source shop --refuse-flips")).code).toBe(1);
    const calm = setUp([aText("c", { message: "x" })], [own("c")], flipping);
    expect((await calm.run("preview . --source shop --refuse-flips")).code).toBe(0);
    const same = setUp([aText("c")], [own("c")], flipping);
    expect((await same.run("preview . --source shop --refuse-flips")).code).toBe(0);
  });
  test("reads all pages of what flips", async () => {
    const many = Array.from(
      { length: 8 },
      (_, n) => ({ ...flips[0], changeRequestId: `cr-${n}` }) as (typeof flips)[0],
    );
    const { run } = setUp([aText("a")], [], { flips: () => ({ flips: many, unchangedCount: 0 }) });
    expect((await run("preview . --source shop")).out.match(/cr-\d/g)).toHaveLength(8);
  });
  test("says where it stopped when an edit could not be tried", async () => {
    const fault = (call: string) =>
      call.startsWith("preview") ? { failure: { kind: "unclear" as const, message: "it took too long" } } : undefined;
    const { run } = setUp([aText("a")], [], { fault });
    expect(await run("preview . --source shop")).toMatchObject({
      code: 1,
      complained: 'Stopped at "a":\nit took too long',
    });
  });
});

describe("export", () => {
  test("writes a source into an empty folder, and applying that finds nothing to do", async () => {
    const { root, run } = setUp([], [own("a"), own("b/c"), aText("theirs", { source: "other" })]);
    const { code, out } = await run("export out --source shop");
    expect([code, out]).toEqual([0, '2 boundaries of "shop": out']);
    expect(readdirSync(path.join(root, "out"))).toEqual(["a.yaml", expect.stringMatching(/^b-c-[0-9a-f]{12}\.yaml$/)]);
    expect(readFileSync(path.join(root, "out/a.yaml"), "utf8")).toBe(
      `
id: a
name: Boundary a
action: Pass
sources:
  - { type: Cidr, cidr: 10.0.0.0/8 }
destinations:
  - { type: Any }
services:
  - { type: TCP, portStart: 443, portEnd: 443 }
`.trimStart(),
    );
    expect((await run("apply out --source shop --delete")).out).toContain(
      "Nothing to do: 2 boundaries as the files say.",
    );
  });
  test("writes all sources into a folder each, and tells of those that nobody owns", async () => {
    const { run } = setUp([], [own("a"), aText("b", { source: "other" }), aText("c")]);
    const { out } = await run("export out");
    expect(out).toBe(
      `
1 boundary of "other": out/source-other/
1 boundary of "shop": out/source-shop/
1 boundary of no source: out/no-source/
  apply takes these for nobody's and refuses their ids; save them with a source first.`.trimStart(),
    );
    expect((await run("apply out/source-other --source other")).code).toBe(0);
  });
  test("never writes into a folder that holds something", async () => {
    const { run } = setUp([aText("a")], [own("a")]);
    expect(await run("export . --source shop")).toMatchObject({
      code: 1,
      complained: ". is not empty; name a new or an empty folder",
    });
    expect(await run("export a.yaml --source shop")).toMatchObject({
      complained: "a.yaml is no folder; name a new or an empty one",
    });
  });
  test("whatever is stored, its export applies to nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(aBoundaryText, { selector: ({ id }) => id, maxLength: 6 }), async (texts) => {
        const { run, boundaries } = setUp(
          [],
          texts.map((text) => ({ ...text, source: "shop" })),
        );
        expect((await run("export out --source shop")).code).toBe(0);
        if (texts.length === 0) return;
        const { code, out } = await run("apply out --source shop --delete --yes");
        expect(out).toContain("Nothing to do");
        expect(code).toBe(0);
        expect(boundaries.log).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("lint", () => {
  test("says nothing of files that are well, and ends with 0", async () => {
    const { run } = setUp([aText("a"), aText("b", { destinations: [cidr("192.0.2.0/24")] })], []);
    expect(await run("lint .")).toMatchObject({
      code: 0,
      out: "2 boundaries in 2 files: nothing to say.",
      complained: "",
    });
  });
  test("shows duplicates, contradictions and families with what proves them, and ends with 2", async () => {
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
a.yaml:1: warning: a judges like another one; one of them is enough
    b  (b.yaml:1)
c.yaml:1: warning: c forbids what 2 boundaries grant; fine where it is the exception you mean
    a  (a.yaml:1)  10.0.0.0 -> 192.0.2.0 TCP 443
    b  (b.yaml:1)  10.0.0.0 -> 192.0.2.0 TCP 443
d.yaml:1: warning: the sources of d take only IPv4 addresses out, so every IPv6 address is in them; take ::/0 out too if that is not meant
Not judged: 1 boundary names groups or items, whose addresses only the service knows.
    c may forbid what e grants
5 boundaries in 5 files: 0 faults, 3 warnings.`.trimStart(),
    );
    expect(code).toBe(2);
  });
  test("ends with 1 where something would be refused", async () => {
    const { root, run } = setUp([aText("a")], []);
    writeFileSync(path.join(root, "b.yaml"), boundaryYaml(aText("a", { services: [{ type: "AllICMPv6" }] })));
    const { code, out } = await run("lint .");
    expect(out).toContain("b.yaml:8:1: a services: denotes no traffic: its sources and destinations meet in IPv4 only");
    expect(code).toBe(1);
  });
});

test("words that are not understood end with 1 and never reach the service", async () => {
  const { run, boundaries } = setUp([], []);
  const { code, complained } = await run("aply . --source shop");
  expect(complained).toContain('"aply" is no command; there are apply, preview, export, lint');
  expect([code, boundaries.log]).toEqual([1, []]);
});
