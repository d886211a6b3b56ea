import { createInMemoryKeyStore } from "./in-memory-key-store.ts";
import { keyStoreContract } from "./key-store.contract.ts";

keyStoreContract(async () => createInMemoryKeyStore());
