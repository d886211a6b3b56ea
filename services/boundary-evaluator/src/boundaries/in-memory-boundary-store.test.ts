import { describeBoundaryStore } from "./boundary-store.contract.ts";
import { inMemoryBoundaryStore } from "./in-memory-boundary-store.ts";

describeBoundaryStore("the fake", async () => inMemoryBoundaryStore());
