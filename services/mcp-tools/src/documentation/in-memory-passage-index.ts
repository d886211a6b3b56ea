import MiniSearch from "minisearch";
import type { Passage } from "./passage.ts";
import type { PassageIndex } from "./passage-index.ts";
import { termsOf } from "./terms.ts";

/** Indexes the passages in this process. This index never fails. */
export function createInMemoryPassageIndex(passages: readonly Passage[]): PassageIndex {
  const index = new MiniSearch<{ id: string; title: string; heading: string; text: string }>({
    fields: ["title", "heading", "text"],
    tokenize: (text) => [...termsOf(text)],
    processTerm: (term) => term,
  });
  index.addAll(passages.map(({ id, title, headings, text }) => ({ id, title, heading: headings.join(" "), text })));
  return {
    async search(question, most) {
      return index
        .search(question)
        .slice(0, most)
        .map(({ id }) => String(id));
    },
  };
}
