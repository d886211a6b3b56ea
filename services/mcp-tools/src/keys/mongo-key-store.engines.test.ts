import { expect, test } from "@jest/globals";
import { preparedDatabase } from "../../test/prepared-database.ts";
import { keyStoreContract } from "./key-store.contract.ts";
import { createMongoKeyStore } from "./mongo-key-store.ts";

const database = preparedDatabase();

keyStoreContract(async () => createMongoKeyStore(database));

test("two keys never have one secret", async () => {
  const keys = createMongoKeyStore(database);
  const key = {
    ...({ label: "a", kind: "long-lived", createdAt: new Date(0), createdBy: "ada", expiresAt: null } as const),
    ...{ lastUsedAt: null, revokedAt: null, revokedBy: null },
  };
  await keys.insert({ id: "a", ...key }, "hash");
  await expect(keys.insert({ id: "b", ...key }, "hash")).rejects.toThrow("secretHash");
  expect(await keys.find("b")).toBeUndefined();
});
