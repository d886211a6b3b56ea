import { describeExportProgressStore } from "./export-progress-store.contract.ts";
import { inMemoryExportProgressStore } from "./in-memory-export-progress-store.ts";

describeExportProgressStore("the store in memory", async () => inMemoryExportProgressStore());
