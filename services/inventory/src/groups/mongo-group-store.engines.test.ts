import { preparedDatabase } from "../../test/prepared-database.ts";
import { groupStoreContract } from "./group-store.contract.ts";
import { createMongoGroupStore } from "./mongo-group-store.ts";

const database = preparedDatabase();

groupStoreContract(async () => createMongoGroupStore(database));
