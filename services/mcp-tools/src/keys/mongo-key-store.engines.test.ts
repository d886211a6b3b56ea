import { expect, test } from "@jest/globals";
import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { keyStoreContract } from "./key-store.contract.ts";
import { createMongoKeyStore, KEY_INDEXES } from "./mongo-key-store.ts";

const database = preparedDatabase("mcp_tools", [KEY_INDEXES]);

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
