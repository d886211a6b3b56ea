import { describeBoundarySequence } from "./boundary-store.contract.ts";
import { inMemoryBoundarySequence } from "./in-memory-boundary-sequence.ts";

describeBoundarySequence("the store in memory", async () => inMemoryBoundarySequence());
