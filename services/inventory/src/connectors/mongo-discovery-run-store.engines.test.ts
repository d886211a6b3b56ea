import { expect, test } from "@jest/globals";
import type { Db } from "mongodb";
import { recordDatabase } from "../../test/prepared-database.ts";
import { discoveryRunContract } from "./discovery-run.contract.ts";
import { everything } from "./discovery-run.ts";
import { createMongoDiscoveryRunStore } from "./mongo-discovery-run-store.ts";

const database = recordDatabase();

discoveryRunContract(async () => createMongoDiscoveryRunStore(database));

test("a run that was forgotten by others and opened anew is not forgotten by whoever is late", async () => {
  const openedAt = new Date("2026-01-01T00:00:00Z");
  const openedAnew = new Date("2026-03-01T00:00:00Z");
  const before = new Date("2026-02-01T00:00:00Z");
  const runs = createMongoDiscoveryRunStore(database);
  await runs.findOrOpen("c", "nightly", { scope: everything, openedAt });
  const late = createMongoDiscoveryRunStore(
    heldUpBeforeDeleting(database, async () => {
      expect(await runs.purge(before, 10)).toBe(1);
      await runs.findOrOpen("c", "nightly", { scope: everything, openedAt: openedAnew });
    }),
  );
  expect(await late.purge(before, 10)).toBe(0);
  expect(await runs.find("c", "nightly")).toMatchObject({ openedAt: openedAnew });
});

/** The database as somebody sees it who is held up between reading and deleting. */
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
