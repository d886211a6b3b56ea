import { describeBoundaryStore } from "./boundary-store.contract.ts";
import { inMemoryBoundaryStore } from "./in-memory-boundary-store.ts";

describeBoundaryStore("the store in memory", async () => inMemoryBoundaryStore());
