import { describeBoundaryInputsStore } from "./boundary-inputs-store.contract.ts";
import { inMemoryBoundaryInputsStore } from "./in-memory-boundary-inputs-store.ts";

describeBoundaryInputsStore("the store in memory", async (now) => inMemoryBoundaryInputsStore(now));
