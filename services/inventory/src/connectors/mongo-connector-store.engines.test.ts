import { preparedDatabase } from "../../test/prepared-database.ts";
import { connectorContract } from "./connector-store.contract.ts";
import { createMongoConnectorStore } from "./mongo-connector-store.ts";

const database = preparedDatabase();

connectorContract(async () => createMongoConnectorStore(database));
