import { describeChangeRequestStore } from "./change-request-store.contract.ts";
import { inMemoryChangeRequestStore } from "./in-memory-change-request-store.ts";

describeChangeRequestStore("the in-memory store", async () => inMemoryChangeRequestStore());
