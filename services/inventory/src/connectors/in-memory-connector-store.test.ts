import { connectorContract } from "./connector-store.contract.ts";
import { createInMemoryConnectorStore } from "./in-memory-connector-store.ts";

connectorContract(async () => createInMemoryConnectorStore());
