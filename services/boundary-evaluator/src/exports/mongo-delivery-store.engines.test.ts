import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { prepared } from "../../test/prepared.ts";
import { describeDeliveryStore } from "./delivery-store.contract.ts";
import { mongoDeliveryStore } from "./mongo-delivery-store.ts";

const aDatabase = mongoDatabases("be");

describeDeliveryStore("the Mongo store", () => prepared(mongoDeliveryStore(aDatabase())));
