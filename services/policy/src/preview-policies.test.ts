import { afterAll, describe, expect, test } from "@jest/globals";
import { aText } from "../test/builders.ts";
import type { InMemoryOptions } from "../test/in-memory-boundaries.ts";
import { own, removeFolders, setUp } from "../test/policy-command.ts";

afterAll(removeFolders);

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
Each edit was previewed alone; together they may flip others.`.slice(1),
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
  test("notes that each of several edits was previewed alone, also when nothing flips, but not for one edit", async () => {
    const alone = "Each edit was previewed alone; together they may flip others.";
    const { run } = setUp([aText("a"), aText("c", { message: "x" })], [own("c")], flipping);
    const { code, out } = await run("preview . --source shop --refuse-flips");
    expect(out).toContain(`No stored request would flip by any of 2 edits.\n${alone}`);
    expect(code).toBe(0);
    const one = setUp([aText("b")], [], flipping);
    expect((await one.run("preview . --source shop")).out).not.toContain(alone);
  });
  test("reads all pages of what flips", async () => {
    const many = Array.from(
      { length: 8 },
      (_, n) => ({ ...flips[0], changeRequestId: `cr-${n}` }) as (typeof flips)[0],
    );
    const { run } = setUp([aText("a")], [], { flips: () => ({ flips: many, unchangedCount: 0 }) });
    expect((await run("preview . --source shop")).out.match(/cr-\d/g)).toHaveLength(8);
  });
  test("counts all requests that would flip, also those beyond the 1,000 that it lists for an edit", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...flips[0], changeRequestId: `cr-${n}` }) as (typeof flips)[0]);
    const sumOf = async (...counts: number[]) => {
      const texts = counts.map((_, n) => aText(`e${n}`));
      const previewed: InMemoryOptions["flips"] = (text) => ({
        flips: many(counts[Number(text.id.slice(1))] ?? 0),
        unchangedCount: 0,
      });
      const { run } = setUp(texts, [], { flips: previewed, pageSize: 500 });
      return /^.* would flip .* requests\.$/m.exec((await run("preview . --source shop")).out)?.[0];
    };
    expect(await sumOf(1_200)).toBe("1 edit of 1 would flip 1,200 requests.");
    expect(await sumOf(900, 0)).toBe("1 edit of 2 would flip 900 requests.");
    expect(await sumOf(1_200, 700)).toBe("2 edits of 2 would flip at least 1,200 requests.");
  });
  test("says where it stopped when an edit could not be previewed", async () => {
    const fault = (call: string) =>
      call.startsWith("preview") ? { failure: { kind: "unclear" as const, message: "it took too long" } } : undefined;
    const { run } = setUp([aText("a")], [], { fault });
    expect(await run("preview . --source shop")).toMatchObject({
      code: 1,
      complained: 'Stopped at "a":\nit took too long',
    });
  });
});
