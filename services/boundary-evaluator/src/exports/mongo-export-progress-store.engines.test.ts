import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { prepared } from "../../test/prepared-database.ts";
import { describeExportProgressStore } from "./export-progress-store.contract.ts";
import { mongoExportProgressStore } from "./mongo-export-progress-store.ts";

const aDatabase = mongoDatabases("be");

describeExportProgressStore("the Mongo store", async () => mongoExportProgressStore(await prepared(aDatabase())));
