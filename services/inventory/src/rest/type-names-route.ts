import type { UserAuthenticator } from "@network-access/access/caller";
import { json } from "@network-access/service-runtime/http-reply";
import type { Express } from "express";
import type { ItemSearch } from "../search/item-search.ts";
import { admitUser } from "./admit-user.ts";
import { readParameters } from "./read-parameters.ts";
import { only, send } from "./replying.ts";

interface Needs {
  readonly authenticateUser: UserAuthenticator;
  readonly countTypes: ItemSearch["countTypes"];
}

/** `GET /inventory/type-names`: the types of items. */
export function typeNamesRoute(app: Express, { authenticateUser, countTypes }: Needs): void {
  app
    .route("/inventory/type-names")
    .get(async (request, response) => {
      await admitUser(authenticateUser, request, "inventory:view");
      readParameters(request, []);
      await send(response, json(200, await countTypes()));
    })
    .all(only("GET"));
}
