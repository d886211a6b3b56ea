import { preparedDatabase } from "../../test/prepared-database.ts";
import { addressListContract } from "./address-list-store.contract.ts";
import { createMongoAddressListStore } from "./mongo-address-list-store.ts";

const database = preparedDatabase();

addressListContract(async () => createMongoAddressListStore(database));
