import { createInMemoryLeaseStore } from "./in-memory-lease-store.ts";
import { leaseContract } from "./lease-store.contract.ts";

leaseContract(async () => createInMemoryLeaseStore());
