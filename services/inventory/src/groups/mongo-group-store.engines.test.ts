import { recordDatabase } from "../../test/prepared-database.ts";
import { groupStoreContract } from "./group-store.contract.ts";
import { createMongoGroupStore } from "./mongo-group-store.ts";

const database = recordDatabase();

groupStoreContract(async () => createMongoGroupStore(database));
