import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { aText, cidr } from "../test/builders.ts";
import { own, removeFolders, setUp } from "../test/policy-command.ts";

afterAll(removeFolders);

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
  ~ changed  (changed.yaml:1; revision 1)
      sources:
        + not 10.1.0.0/16
      message: none -> "new"
  - gone  (revision 1, by ada@example.com on 2026-11-21)
      Pass  "Boundary gone"
      10.0.0.0/8  ->  Any  :  TCP 443

Plan: 1 to add, 1 to change, 1 to remove.
Nothing was changed. Without a terminal, --yes applies it.
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
    expect(second.out).toContain("Nothing to do: 5 boundaries equal the files.");
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

  test("without --delete keeps boundaries that are in no file, and names them", async () => {
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
      'This would remove 3 of the 5 boundaries of "shop" (60 %).\nRemoving more than 30 % needs --force. Nothing was changed.',
    );
    expect(careful.code).toBe(1);
    expect(boundaries.log).toEqual([]);
    expect((await run("apply . --source shop --delete --force --yes")).code).toBe(0);
    expect([...boundaries.heads.keys()].sort()).toEqual(["k1", "k2", "theirs"]);
  });

  test("refuses ids of other sources by name, before it changes anything", async () => {
    const { run, boundaries } = setUp([aText("theirs"), aText("nobodys"), aText("new")], [...stored, aText("nobodys")]);
    const { code, complained } = await run("apply . --source shop --yes");
    expect(complained).toBe(
      [
        'nobodys.yaml:1: "nobodys" exists and belongs to no source',
        'theirs.yaml:1: "theirs" exists and belongs to the source "other"',
        '"shop" changes only its own boundaries: use another id, or remove the other boundary first. Nothing was changed.',
      ].join("\n"),
    );
    expect(code).toBe(1);
    expect(boundaries.log).toEqual([]);
  });

  test("names every error of the files, and changes nothing", async () => {
    const { root, run, boundaries } = setUp(files, []);
    writeFileSync(path.join(root, "bad.yaml"), "id: x\nname: 1\n");
    const { code, complained } = await run("apply . --source shop --yes");
    expect(complained).toContain("bad.yaml:2:7: x name: is the number 1; put it in quotes");
    expect(complained).toContain("5 errors in the files; nothing was changed.");
    expect(code).toBe(1);
    expect(boundaries.log).toEqual([]);
  });

  test("says where it stopped and that the same command continues", async () => {
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
        'the permission "boundary:edit" is needed; use a token with that permission',
        "1 of 2 steps are done. Run the same command again for the rest.",
      ].join("\n"),
    );
    expect(code).toBe(1);
  });

  test("stops at a concurrent change, and says so", async () => {
    const setting = setUp(files, stored, {
      fault: (call) => {
        if (call === "save changed") setting.boundaries.put(own("changed", { message: "theirs" }));
        return undefined;
      },
    });
    const { code, complained } = await setting.run("apply . --source shop --yes");
    expect(complained).toContain('Stopped at "changed": it was changed meanwhile, and that change was kept.');
    expect(code).toBe(1);
    expect(setting.boundaries.heads.get("changed")?.text.message).toBe("theirs");
  });

  test("after Ctrl-C ends with 130, and completed steps remain", async () => {
    const { run, boundaries } = setUp([...files, ...kept], stored);
    const { code, complained } = await run("apply . --source shop --yes", undefined, () => boundaries.log.length === 1);
    expect(complained).toContain("Interrupted.\n1 of 2 steps are done.");
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
