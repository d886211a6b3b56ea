import { groupStoreContract } from "./group-store.contract.ts";
import { createInMemoryGroupStore } from "./in-memory-group-store.ts";

groupStoreContract(async () => createInMemoryGroupStore());
