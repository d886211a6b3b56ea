import { afterAll, beforeAll, expect } from "@jest/globals";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import { type Collection, MongoClient } from "mongodb";
import { type RunningManager, removeManager, startManager } from "./running-manager.ts";

/**
 * Starts a manager for the tests of a file. Returns functions that store, read, search and delete entities, and a
 * function that returns the manager.
 */
export function entityCalls() {
  let issuer: TestIssuer;
  let running: RunningManager;
  beforeAll(async () => {
    issuer = await startTestIssuer();
    running = await startManager(issuer);
    await running.untilEntitiesAreSearched();
  });
  afterAll(async () => {
    await running.stop();
    await removeManager(running.name);
    await issuer.stop();
  });
  const send = (method: string, path: string, body?: unknown, as?: string) =>
    running.send(method, `/domain/1/${path}`, body, as);
  return {
    manager: () => running,
    put: (path: string, body: unknown, as?: string) => send("PUT", path, body, as),
    get: (path: string, as?: string) => send("GET", path, undefined, as),
    remove: (path: string, as?: string) => send("DELETE", path, undefined, as),
    /** Returns the ids of the entities that a query finds. */
    async idsOf(kind: string, q: string, more = "", as?: string): Promise<string[]> {
      const { status, body } = await running.search(kind, q, `&pageSize=1000${more}`, as);
      expect([status, body.message]).toEqual([200, undefined]);
      expect(body.total).toBe(body.results.length);
      return body.results.map(({ id }: { id: string }) => id);
    },
    /** Calls `use` with the collection `entities` of the manager's database. */
    async withEntities<Result>(use: (entities: Collection) => Promise<Result>): Promise<Result> {
      const client = new MongoClient(process.env.TEST_MONGO_URL ?? "");
      try {
        return await use(client.db(running.name).collection("entities"));
      } finally {
        await client.close();
      }
    },
  };
}

/** Returns a connection of an application, which by default has any source, destination and service. */
export function connection(more: object = {}) {
  return { source: "any", destination: "any", service: "any", ...more };
}
