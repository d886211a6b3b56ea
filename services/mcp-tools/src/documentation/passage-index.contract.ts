import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Logger } from "@network-access/service-runtime/logger";
import { keepLogLines } from "@network-access/service-runtime/test/log-lines";
import { z } from "zod";
import { documentationRoot } from "../../test/documentation-root.ts";
import type { Tool } from "../answers/tool.ts";
import { assembleTools } from "../app-tools.ts";
import { type Documentation, readDocumentation } from "./documentation.ts";
import { createDocumentationSearch, type DocumentationSearch } from "./documentation-search.ts";
import type { PassageIndex } from "./passage-index.ts";

/**
 * Test questions with the answers that count as good. They were written from the product's requirements, before the
 * search was tuned. An answer is a pair of patterns: one for the address of a page, and one for the title and headings
 * of a passage. `unanswered` contains questions that the documentation does not answer.
 */
const JudgedQuestions = z.object({
  answered: z.array(z.object({ question: z.string(), answers: z.array(z.tuple([z.string(), z.string()])).min(1) })),
  unanswered: z.array(z.string()),
});
const questions = JudgedQuestions.parse(
  JSON.parse(readFileSync(new URL("judged-questions.json", import.meta.url), "utf8")),
);
const LEAST_SHARE = 0.85;
const BASE = "https://docs.example.com";
const signal = new AbortController().signal;

/** Tests how often a good passage is among the five passages that an index returns for a question. */
export function describePassageIndex(
  name: string,
  open: (documentation: Documentation) => Promise<{ readonly index: PassageIndex; close(): Promise<void> }>,
): void {
  describe(name, () => {
    const { logger, lines } = keepLogLines("warn");
    const documentation = readDocumentation(documentationRoot, allTools(logger));
    let search: DocumentationSearch;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const opened = await open(documentation);
      close = opened.close;
      search = createDocumentationSearch({ documentation, baseUrl: BASE, index: opened.index, logger });
    });
    afterAll(() => close());

    test(`answers at least ${LEAST_SHARE * 100} % of the judged questions`, async () => {
      expect(questions.answered.length).toBeGreaterThanOrEqual(60);
      const missed: string[] = [];
      for (const { question, answers } of questions.answered) {
        const found = await search.search(question, signal);
        const isHit = found.some(({ title, heading, url }) => {
          const page = `docs/${new URL(url).pathname.slice(1)}`;
          const place = heading === title ? title : `${title} > ${heading}`;
          return answers.some(
            ([pages, headings]) => new RegExp(pages, "i").test(page) && new RegExp(headings, "i").test(place),
          );
        });
        if (!isHit) missed.push(question);
      }
      const allowed = Math.floor(questions.answered.length * (1 - LEAST_SHARE));
      expect({ missed: missed.length <= allowed ? "few enough" : missed }).toEqual({ missed: "few enough" });
      expect(lines).toEqual([]);
    });

    test("answers none of the questions that the documentation does not answer", async () => {
      expect(questions.unanswered.length).toBeGreaterThanOrEqual(10);
      for (const question of questions.unanswered)
        expect({ question, found: await search.search(question, signal) }).toEqual({ question, found: [] });
    });

    test("takes any text as words, never as a query", async () => {
      for (const question of [
        "title:feeds AND (",
        "* OR *",
        '"feeds',
        "/.*/",
        "feeds~2^9",
        "\u0000feeds",
        "[1 TO",
        "🔥 feeds",
      ])
        expect(Array.isArray(await search.search(question, signal))).toBe(true);
      expect((await search.search("a".repeat(500), signal)).length).toBe(0);
      expect(lines).toEqual([]);
    });
  });
}

function allTools(logger: Logger): readonly Tool[] {
  const unused = () => Promise.reject(new Error("the tools are only described"));
  return assembleTools({
    ...{ root: documentationRoot, docsUrl: BASE, publicUrl: () => BASE, indexPrefix: "unused", logger },
    openSearch: { call: unused, stop: unused },
  }).tools;
}
