import { expect, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { describeContentStore } from "./content-store.contract.ts";
import { mongoContentStore } from "./mongo-content-store.ts";

const aDatabase = mongoDatabases("be");

describeContentStore("the Mongo store", async () => mongoContentStore(aDatabase()));

test("a large content has several documents, all far below the size limit", async () => {
  const database = aDatabase();
  const text = Array.from({ length: 4_000_000 }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36)).join("");
  await mongoContentStore(database).keepAll([{ key: "large", shared: true, pieces: () => [text] }]);
  const chunks = await database.collection("contents").find().toArray();
  expect(chunks.length).toBeGreaterThan(1);
  expect(Math.max(...chunks.map(({ bytes }) => bytes.length()))).toBeLessThanOrEqual(2 * 1_024 * 1_024);
  expect((await mongoContentStore(database).read("large")) === text).toBe(true);
});

test("a shared content that another process stored is not produced again", async () => {
  const database = aDatabase();
  const content = (text: () => string) => ({ key: "list", shared: true, pieces: () => [text()] });
  await mongoContentStore(database).keepAll([content(() => "10.0.0.0/8")]);
  const refusal = () => {
    throw new Error("it was produced");
  };
  await mongoContentStore(database).keepAll([content(refusal)]);
  await expect(mongoContentStore(database).keepAll([{ ...content(refusal), key: "other" }])).rejects.toThrow(
    "produced",
  );
});
