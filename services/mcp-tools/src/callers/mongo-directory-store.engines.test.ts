import { expect, test } from "@jest/globals";
import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import { KEY_INDEXES } from "../keys/mongo-key-store.ts";
import { directoryStoreContract } from "./directory-store.contract.ts";
import { createMongoDirectoryStore } from "./mongo-directory-store.ts";

const database = preparedDatabase("mcp_tools", [KEY_INDEXES]);

directoryStoreContract(async () => createMongoDirectoryStore(database));

test("100,000 users with many groups fit", async () => {
  const store = createMongoDirectoryStore(database);
  const groups = Array.from({ length: 300 }, (_, n) => n + 1);
  const users = Array.from({ length: 100_000 }, (_, n) => ({
    ...{ id: n + 1, enabled: true, locked: n % 7 === 0, expired: false },
    deviceGroupIds: groups.filter((id) => (id * (n + 3)) % 17 === 0),
  }));
  const copy = { users, groups, fingerprint: "many", copiedAt: new Date(0) };
  await store.write(copy);
  const read = await store.read();
  expect([read?.users.length, read?.users[99_998], read?.groups.length]).toEqual([100_000, users[99_998], 300]);
});
