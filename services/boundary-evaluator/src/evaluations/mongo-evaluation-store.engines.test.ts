import { expect, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import { prepared } from "../../test/prepared.ts";
import { mongoContentStore } from "../inputs/mongo-content-store.ts";
import { describeEvaluationStore } from "./evaluation-store.contract.ts";
import { mongoEvaluationStore } from "./mongo-evaluation-store.ts";

const aDatabase = mongoDatabases("be");

describeEvaluationStore("the Mongo store", () => {
  const database = aDatabase();
  return prepared(mongoEvaluationStore(database, mongoContentStore(database)));
});

test("the reconciler's index holds unfinished records only", async () => {
  const database = aDatabase();
  const store = await prepared(mongoEvaluationStore(database, mongoContentStore(database)));
  await store.insert(aRecord(), someDetails());
  const [index] = (await database.collection("evaluations").indexes()).filter(({ name }) => name === "uncounted");
  expect(index?.partialFilterExpression).toEqual({ counted: false });
});
