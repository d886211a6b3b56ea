import { expect, test } from "@jest/globals";
import { aConnector } from "../../test/inventory-builders.ts";
import type { ConnectorStore } from "./connector-store.ts";
import { unlimitedScope } from "./discovery-run.ts";

const at = new Date("2026-01-01T00:00:00Z");

/** The contract of ConnectorStore. */
export function connectorContract(open: () => Promise<ConnectorStore>): void {
  test("a connector is registered once, listed without its secret, and absent after its removal", async () => {
    const connectors = await open();
    const scoped = aConnector("b", { scope: { ...unlimitedScope, regions: ["eu"] } });
    expect(await connectors.insert(scoped, "hash")).toBe(true);
    expect(await connectors.insert(aConnector("a"), "hash")).toBe(true);
    expect(await connectors.insert(aConnector("a"), "other")).toBe(false);
    expect(await connectors.list()).toEqual([aConnector("a"), scoped]);
    expect(await connectors.findWithSecretHash("b")).toEqual({ connector: scoped, secretHash: "hash" });
    await connectors.noteUpload(scoped.uuid, at);
    await connectors.noteUpload(scoped.uuid, new Date(0));
    expect((await connectors.findWithSecretHash("b"))?.connector.lastUploadAt).toEqual(at);
    expect(await connectors.remove("b", at)).toBe(true);
    expect(await connectors.remove("b", at)).toBe(false);
    expect(await connectors.listRemoved(10)).toEqual([{ uuid: scoped.uuid, removedAt: at }]);
    await connectors.purgeRemoved(scoped.uuid);
    expect(await connectors.listRemoved(10)).toEqual([]);
    expect(await connectors.findWithSecretHash("b")).toBeUndefined();
  });

  test("a connector is removed for good while its uploads are noted", async () => {
    const connectors = await open();
    const registered = Array.from({ length: 60 }, (_, n) => aConnector(`c-${n}`));
    await Promise.all(registered.map((connector) => connectors.insert(connector, "hash")));
    const removed = registered.map(async ({ id, uuid }) => {
      const removal = connectors.remove(id, at);
      for (let n = 0; n < 6; n++) await connectors.noteUpload(uuid, new Date(at.getTime() + n));
      return removal;
    });
    expect((await Promise.all(removed)).filter((removal) => !removal)).toEqual([]);
    expect(await connectors.list()).toEqual([]);
  });
}
