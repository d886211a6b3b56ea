import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { describeIntegrationStore } from "./integration-store.contract.ts";
import { mongoIntegrationStore } from "./mongo-integration-store.ts";

const aDatabase = mongoDatabases("be");

describeIntegrationStore("the Mongo store", async () => mongoIntegrationStore(aDatabase()));
