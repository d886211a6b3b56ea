import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { prepared } from "../../test/prepared-database.ts";
import { describeDeliveryStore } from "./delivery-store.contract.ts";
import { mongoDeliveryStore } from "./mongo-delivery-store.ts";

const aDatabase = mongoDatabases("be");

describeDeliveryStore("the Mongo store", async () => mongoDeliveryStore(await prepared(aDatabase())));
