import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { prepared } from "../../test/prepared.ts";
import { describeLatestEvaluationStore } from "./latest-evaluation-store.contract.ts";
import { mongoLatestEvaluationStore } from "./mongo-latest-evaluation-store.ts";

const aDatabase = mongoDatabases("be");

describeLatestEvaluationStore("the Mongo store", () => prepared(mongoLatestEvaluationStore(aDatabase())));
