import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { groupStoreContract } from "./group-store.contract.ts";
import { createMongoGroupStore } from "./mongo-group-store.ts";

const database = preparedDatabase("inventory", DATABASE_INDEXES);

groupStoreContract(async () => createMongoGroupStore(database));
