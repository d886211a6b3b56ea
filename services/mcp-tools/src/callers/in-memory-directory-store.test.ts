import { directoryStoreContract } from "./directory-store.contract.ts";
import { createInMemoryDirectoryStore } from "./in-memory-directory-store.ts";

directoryStoreContract(async () => createInMemoryDirectoryStore());
