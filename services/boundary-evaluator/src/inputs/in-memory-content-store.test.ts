import { describeContentStore } from "./content-store.contract.ts";
import { inMemoryContentStore } from "./in-memory-content-store.ts";

describeContentStore("the store in memory", async () => inMemoryContentStore());
