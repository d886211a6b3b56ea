import { preparedDatabase } from "../../test/prepared-database.ts";
import { leaseContract } from "./lease-store.contract.ts";
import { createMongoLeaseStore } from "./mongo-lease-store.ts";

const database = preparedDatabase();

leaseContract(async () => createMongoLeaseStore(database));
