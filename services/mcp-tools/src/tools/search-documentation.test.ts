import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { TABLE_OUTPUT } from "../answers/table.ts";
import type { ToolContext } from "../answers/tool.ts";
import type { Caller } from "../callers/caller.ts";
import type { FoundPassage } from "../documentation/documentation-search.ts";
import { createSearchDocumentation } from "./search-documentation.ts";

const context: ToolContext<Caller> = {
  caller: { kind: "anonymous" },
  manager: {
    get: () => {
      throw new Error("not asked");
    },
  },
  now: () => new Date(0),
  signal: new AbortController().signal,
};

function createTool(found: readonly FoundPassage[]) {
  const asked: string[] = [];
  const tool = createSearchDocumentation(() => ({
    async search(question) {
      asked.push(question);
      return found;
    },
    mainPages: [{ title: "Feeds", url: "https://docs.example.com/feeds" }],
  }));
  return { tool, asked };
}

const statuses: FoundPassage = {
  title: "Feeds",
  heading: "Statuses",
  url: "https://docs.example.com/feeds#statuses",
  passage: "| Status | Means |\n| --- | --- |\n| 507 | too long |",
};

describe("search_documentation", () => {
  it("is open to callers without a key and takes one question", () => {
    const { tool } = createTool([]);
    expect(tool.anonymous).toBe(true);
    expect(tool.description.length).toBeLessThanOrEqual(1_200);
    expect(tool.inputSchema).toEqual({
      type: "object",
      properties: {
        question: { type: "string", minLength: 1, maxLength: 500, description: "What to look for, in English." },
      },
      required: ["question"],
      additionalProperties: false,
    });
  });

  it("answers with passages, in the text and as rows", async () => {
    const { tool, asked } = createTool([statuses, { ...statuses, heading: "Feeds" }]);
    const note = "If none of them answers the question, ask again with other words of the product.";
    const outcome = await tool.run({ question: " What is 507? " }, context);
    expect(outcome).toEqual({
      kind: "answer",
      text: `1. Feeds > Statuses
https://docs.example.com/feeds#statuses

| Status | Means |
| --- | --- |
| 507 | too long |

---

2. Feeds
https://docs.example.com/feeds#statuses

| Status | Means |
| --- | --- |
| 507 | too long |

---

${note}`,
      structured: {
        columns: ["title", "heading", "url", "passage"],
        rows: [
          ["Feeds", "Statuses", statuses.url, statuses.passage],
          ["Feeds", "Feeds", statuses.url, statuses.passage],
        ],
        returned: 2,
        total: 2,
        truncated: false,
        notes: [note],
      },
    });
    expect(asked).toEqual(["What is 507?"]);
    expect(outcome.kind === "answer" && z.safeParse(TABLE_OUTPUT, outcome.structured).success).toBe(true);
  });

  it("says that nothing was found, and lists the main pages", async () => {
    const notes = [
      "No passage of the documentation answers this question. Ask again with words of the product, or open a page:",
      "Feeds: https://docs.example.com/feeds",
    ];
    expect(await createTool([]).tool.run({ question: "chess" }, context)).toEqual({
      kind: "answer",
      text: notes.join("\n"),
      structured: {
        columns: ["title", "heading", "url", "passage"],
        rows: [],
        returned: 0,
        total: 0,
        truncated: false,
        notes,
      },
    });
  });

  it.each([
    [{}, "question"],
    [{ question: "" }, "question"],
    [{ question: "   " }, "question"],
    [{ question: "a".repeat(501) }, "question"],
    [{ question: 7 }, "question"],
    [{ question: "a", limit: 3 }, "limit"],
  ])("refuses %j", async (input, named) => {
    const { tool, asked } = createTool([statuses]);
    expect(await tool.run(input, context)).toEqual({
      kind: "refusal",
      texts: [expect.stringMatching(new RegExp(`^search_documentation: .*${named}`))],
    });
    expect(asked).toEqual([]);
  });
});
