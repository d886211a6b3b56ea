import { expect, test } from "@jest/globals";
import { preparedDatabase } from "@network-access/service-runtime/test/prepared-database";
import type { Db } from "mongodb";
import { DATABASE_INDEXES } from "../mongo-indexes.ts";
import { discoveryRunContract } from "./discovery-run.contract.ts";
import { unlimitedScope } from "./discovery-run.ts";
import { createMongoDiscoveryRunStore } from "./mongo-discovery-run-store.ts";

const database = preparedDatabase("inventory", DATABASE_INDEXES);

discoveryRunContract(async () => createMongoDiscoveryRunStore(database));

test("a late purge keeps a run that was purged and opened again meanwhile", async () => {
  const openedAt = new Date("2026-01-01T00:00:00Z");
  const openedAnew = new Date("2026-03-01T00:00:00Z");
  const before = new Date("2026-02-01T00:00:00Z");
  const runs = createMongoDiscoveryRunStore(database);
  await runs.findOrOpen("c", "nightly", { scope: unlimitedScope, openedAt });
  const late = createMongoDiscoveryRunStore(
    heldUpBeforeDeleting(database, async () => {
      expect(await runs.purge(before, 10)).toBe(1);
      await runs.findOrOpen("c", "nightly", { scope: unlimitedScope, openedAt: openedAnew });
    }),
  );
  expect(await late.purge(before, 10)).toBe(0);
  expect(await runs.find("c", "nightly")).toMatchObject({ openedAt: openedAnew });
});

/**
 * Returns a database that runs `meanwhile` before each deletion of documents. At this time, `purge` has already read
 * the runs that it will delete.
 */
function heldUpBeforeDeleting(of: Db, meanwhile: () => Promise<void>): Db {
  const proxied = <Target extends object>(target: Target, special: Record<string, unknown>): Target =>
    new Proxy(target, {
      get(inner, name) {
        const value: unknown = special[String(name)] ?? Reflect.get(inner, name);
        return typeof value === "function" ? value.bind(inner) : value;
      },
    });
  return proxied(of, {
    collection(name: string) {
      const collection = of.collection(name);
      const deleteMany = async (filter: object) => {
        await meanwhile();
        return collection.deleteMany(filter);
      };
      return proxied(collection, { deleteMany });
    },
  });
}
