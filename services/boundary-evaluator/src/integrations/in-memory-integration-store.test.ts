import { inMemoryIntegrationStore } from "./in-memory-integration-store.ts";
import { describeIntegrationStore } from "./integration-store.contract.ts";

describeIntegrationStore("the store in memory", async () => inMemoryIntegrationStore());
