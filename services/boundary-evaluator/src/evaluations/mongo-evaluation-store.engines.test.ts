import { expect, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { aRecord, someDetails } from "../../test/evaluations.ts";
import { prepared } from "../../test/prepared-database.ts";
import { mongoContentStore } from "../inputs/mongo-content-store.ts";
import { describeEvaluationStore } from "./evaluation-store.contract.ts";
import { mongoEvaluationStore } from "./mongo-evaluation-store.ts";

const aDatabase = mongoDatabases("be");

describeEvaluationStore("the Mongo store", async () => {
  const database = await prepared(aDatabase());
  return mongoEvaluationStore(database, mongoContentStore(database));
});

test("the reconciler's index holds unfinished records only", async () => {
  const database = await prepared(aDatabase());
  const store = mongoEvaluationStore(database, mongoContentStore(database));
  await store.insert(aRecord(), someDetails());
  const [index] = (await database.collection("evaluations").indexes()).filter(({ name }) => name === "uncounted");
  expect(index?.partialFilterExpression).toEqual({ counted: false });
});
