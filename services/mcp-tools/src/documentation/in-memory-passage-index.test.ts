import { createInMemoryPassageIndex } from "./in-memory-passage-index.ts";
import { describePassageIndex } from "./passage-index.contract.ts";

describePassageIndex("an index in this process", async ({ passages }) => ({
  index: createInMemoryPassageIndex(passages),
  close: async () => undefined,
}));
