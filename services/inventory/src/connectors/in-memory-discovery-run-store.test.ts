import { discoveryRunContract } from "./discovery-run.contract.ts";
import { createInMemoryDiscoveryRunStore } from "./in-memory-discovery-run-store.ts";

discoveryRunContract(async () => createInMemoryDiscoveryRunStore());
