import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { prepared } from "../../test/prepared-database.ts";
import { describeLatestEvaluationStore } from "./latest-evaluation-store.contract.ts";
import { mongoLatestEvaluationStore } from "./mongo-latest-evaluation-store.ts";

const aDatabase = mongoDatabases("be");

describeLatestEvaluationStore("the Mongo store", async () => mongoLatestEvaluationStore(await prepared(aDatabase())));
