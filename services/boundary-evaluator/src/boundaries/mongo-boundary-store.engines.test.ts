import { expect, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { aBoundary } from "../../test/boundaries.ts";
import { prepared } from "../../test/prepared-database.ts";
import { describeBoundaryStore } from "./boundary-store.contract.ts";
import { mongoBoundaryStore } from "./mongo-boundary-store.ts";

const aDatabase = mongoDatabases("be");

describeBoundaryStore("the Mongo store", async () => mongoBoundaryStore(await prepared(aDatabase())));

test("a crash right after a save loses no revision, because the next save keeps the one it replaces", async () => {
  const database = aDatabase();
  const store = mongoBoundaryStore(database);
  const boundary = (revision: number) => aBoundary({ revision, name: `take ${revision}` });
  await store.replace({ kind: "boundary", boundary: boundary(1) }, null);
  for (const revision of [2, 3])
    await store.replace(
      { kind: "boundary", boundary: boundary(revision) },
      { kind: "boundary", boundary: boundary(revision - 1) },
    );
  expect(await database.collection("boundary-revisions").countDocuments()).toBe(2);
  expect(await Promise.all([1, 2, 3].map((revision) => store.find("b-1", revision)))).toEqual([1, 2, 3].map(boundary));
});
