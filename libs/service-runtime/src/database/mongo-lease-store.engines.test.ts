import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { leaseContract } from "./lease-store.contract.ts";
import { createMongoLeaseStore } from "./mongo-lease-store.ts";

const newDatabase = mongoDatabases("leases");

leaseContract(async () => createMongoLeaseStore(newDatabase()));
