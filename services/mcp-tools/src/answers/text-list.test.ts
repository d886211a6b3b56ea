import { describe, expect, it } from "@jest/globals";
import { textList } from "./text-list.ts";

describe("textList", () => {
  it.each([
    [[], 0, ""],
    [[], 3, "3 more"],
    [["web-1"], 0, "web-1"],
    [["web-1", "web\t2"], 0, "web-1, web 2"],
    [["web-1", "web-2"], 40, "web-1, web-2 and 40 more"],
    [["web-1", "web-2"], "some", "web-1, web-2 and more"],
    [["x".repeat(150), "y".repeat(150)], "some", `${"x".repeat(150)} and 1+ more`],
  ] as const)("joins %j and %s more", (texts, omitted, list) => {
    expect(textList(texts, omitted)).toBe(list);
  });

  it("shows what fits into 200 characters", () => {
    const list = textList(Array.from({ length: 100 }, (_, index) => `server-${index + 100}`));
    expect(list).toMatch(/^server-100, server-101, .* and 85 more$/);
    expect(list.length).toBeLessThanOrEqual(200);
  });

  it("cuts a long first text and counts the others", () => {
    expect(textList(["x".repeat(500), "y"])).toBe(`${"x".repeat(188)}… and 1 more`);
  });
});
