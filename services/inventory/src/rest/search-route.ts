import type { UserAuthenticator } from "@network-access/access/caller";
import { json } from "@network-access/service-runtime/http-reply";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { Express } from "express";
import type { Registrations } from "../connectors/registrations.ts";
import type { SearchArguments, searchItems } from "../search/search-items.ts";
import { admitUser } from "./admit-user.ts";
import { foundItemJson } from "./item-json.ts";
import { type Parameters, readParameters, wholeNumber } from "./read-parameters.ts";
import { failed, only, send } from "./replying.ts";
import { staleWarning } from "./stale-warning.ts";

interface Needs {
  readonly authenticateUser: UserAuthenticator;
  readonly searchItems: (asked: SearchArguments) => ReturnType<typeof searchItems>;
  readonly registrations: Pick<Registrations, "among">;
  /** Returns the time of the oldest stored change that the index lacks, or undefined if the index is complete. */
  readonly indexLag: () => Promise<Date | undefined>;
  readonly now: () => Date;
}

/**
 * Serves `GET /inventory`: one page of the items that match a query. If the index lags far behind the database, a
 * response header contains a warning.
 */
export function searchRoute(app: Express, needs: Needs): void {
  const { authenticateUser, searchItems, registrations, indexLag, now } = needs;
  app
    .route("/inventory")
    .get(async (request, response) => {
      await admitUser(authenticateUser, request, "inventory:view");
      const result = await searchItems(readSearch(readParameters(request, ["query", "sort", "from", "size"])));
      if (!result.ok) throw failed(result.failure);
      const { pageInfo, items } = result.page;
      annotateRequest({ total: pageInfo.total, items: items.length });
      const owned = items.flatMap(({ connectorId, connectorUuid }) => (connectorId === null ? [] : connectorUuid));
      // While the database is unavailable, the lag is unknown and the page has no warning.
      const [known, since] = await Promise.all([registrations.among(owned), indexLag().catch(() => undefined)]);
      const page = { pageInfo, items: items.map((item) => foundItemJson(item, known)) };
      await send(response, json(200, page, staleWarning(since, now())));
    })
    .all(only("GET"));
}

function readSearch(parameters: Parameters<"query" | "sort" | "from" | "size">): SearchArguments {
  const { query = null, sort = null } = parameters;
  return { query, sort, from: wholeNumber("from", parameters.from), size: wholeNumber("size", parameters.size) };
}
