import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { connectorContract } from "./connector-store.contract.ts";
import { createMongoConnectorStore } from "./mongo-connector-store.ts";

const database = preparedDatabase("inventory", DATABASE_INDEXES);

connectorContract(async () => createMongoConnectorStore(database));
