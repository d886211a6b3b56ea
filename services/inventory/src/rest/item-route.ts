import type { UserAuthenticator } from "@network-access/access/caller";
import { faultList } from "@network-access/firewall-rules/field-fault";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { json } from "@network-access/service-runtime/http-reply";
import { readJsonBody } from "@network-access/service-runtime/read-body";
import type { Express } from "express";
import type { Item } from "../item.ts";
import { isObject, parseItemKey, shorten } from "../parse-item.ts";
import { admitUser } from "./admit-user.ts";
import { itemJson } from "./item-json.ts";
import { failed, only, refuseParameters, send } from "./replying.ts";

interface Needs {
  readonly authenticateUser: UserAuthenticator;
  readonly findItem: (key: ItemKey) => Promise<Item | undefined>;
  /** UUIDs of the registrations that still hold. */
  readonly registered: () => Promise<ReadonlySet<string>>;
}

const known = new Set(["accountId", "region", "type", "id"]);
const MOST_KEY_BYTES = 64 * 1_024;

/** `POST /inventory/item`: one item by its key, as the record holds it now. */
export function itemRoute(app: Express, { authenticateUser, findItem, registered }: Needs): void {
  app
    .route("/inventory/item")
    .post(async (request, response) => {
      await admitUser(authenticateUser, request, "inventory:view");
      refuseParameters(request);
      const key = readKey(await readJsonBody(request, { maxBytes: MOST_KEY_BYTES, gzip: false }));
      const item = await findItem(key);
      if (!item) throw failed({ kind: "not-found", message: "there is no item with this key" });
      await send(response, json(200, itemJson(item, await registered())));
    })
    .all(only("POST"));
}

function readKey(body: unknown): ItemKey {
  const faults = faultList();
  if (!isObject(body)) faults.add("", "the body is not an object; send accountId, region, type and id");
  const key = isObject(body) ? parseItemKey(faults, "", body) : null;
  for (const name of isObject(body) ? Object.keys(body) : [])
    if (!known.has(name)) faults.add(shorten(name), "is not known here; send accountId, region, type and id");
  if (!faults.empty || key === null) throw failed({ kind: "invalid-input", fields: faults.all() });
  return key;
}
