import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { addressListContract } from "./address-list-store.contract.ts";
import { createMongoAddressListStore } from "./mongo-address-list-store.ts";

const database = preparedDatabase("inventory", DATABASE_INDEXES);

addressListContract(async () => createMongoAddressListStore(database));
