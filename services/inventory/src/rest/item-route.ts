import type { UserAuthenticator } from "@network-access/access/caller";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { jsonText } from "@network-access/service-runtime/http-reply";
import { readJsonBody } from "@network-access/service-runtime/read-body";
import type { Express } from "express";
import type { Registrations } from "../connectors/registrations.ts";
import type { Item } from "../items/item.ts";
import { parseItemKey } from "../items/parse-item.ts";
import { admitUser } from "./admit-user.ts";
import { itemText } from "./item-json.ts";
import { readParameters } from "./read-parameters.ts";
import { failed, only, send } from "./replying.ts";

interface Needs {
  readonly authenticateUser: UserAuthenticator;
  readonly findItem: (key: ItemKey) => Promise<Item | undefined>;
  readonly registrations: Pick<Registrations, "recent" | "among">;
}

const MOST_KEY_BYTES = 64 * 1_024;

/**
 * Serves `POST /inventory/item`, which returns the item with the given key. The item is read from the database, not
 * from the index.
 */
export function itemRoute(app: Express, { authenticateUser, findItem, registrations }: Needs): void {
  app
    .route("/inventory/item")
    .post(async (request, response) => {
      await admitUser(authenticateUser, request, "inventory:view");
      readParameters(request, []);
      const asked = parseItemKey(await readJsonBody(request, { maxBytes: MOST_KEY_BYTES, gzip: false }));
      if (!asked.ok) throw failed({ kind: "invalid-input", fields: asked.errors });
      const [item] = await Promise.all([findItem(asked.key), registrations.recent()]);
      if (!item) throw failed({ kind: "not-found", message: "there is no item with this key" });
      const owners = await registrations.among(item.connectorId === null ? [] : [item.connectorUuid]);
      await send(response, jsonText(200, itemText(item, owners)));
    })
    .all(only("POST"));
}
