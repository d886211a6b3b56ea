import { json, Refusal } from "@network-access/service-runtime/http-reply";
import { readJsonBody } from "@network-access/service-runtime/read-body";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { Express } from "express";
import type { Connector } from "../connectors/connector-store.ts";
import type { cleanUpItems } from "../uploads/clean-up-items.ts";
import { admitConnector, type ConnectorAuthenticator } from "./admit-connector.ts";
import { readParameters } from "./read-parameters.ts";
import { failed, only, send } from "./replying.ts";

interface Needs {
  readonly authenticateConnector: ConnectorAuthenticator;
  readonly cleanUp: (connector: Connector, body: unknown) => ReturnType<typeof cleanUpItems>;
}

/** The maximum size of a request body in bytes. A body with the largest allowed scope fits. */
const MOST_BODY_BYTES = 16 * 1_024 * 1_024;

/**
 * Serves `POST /inventory/items/cleanup`, which removes the connector's items that are in the scope of a discovery run
 * and that the run did not report.
 */
export function cleanUpRoute(app: Express, { authenticateConnector, cleanUp }: Needs): void {
  app
    .route("/inventory/items/cleanup")
    .post(async (request, response) => {
      const connector = await admitConnector(authenticateConnector, request);
      readParameters(request, []);
      const result = await cleanUp(connector, await readJsonBody(request, { maxBytes: MOST_BODY_BYTES, gzip: true }));
      if (!result.ok) {
        const { failure } = result;
        if (failure.kind !== "clean-up-refused") throw failed(failure);
        const { message, wouldRemove, wouldKeep } = failure;
        throw new Refusal({ status: 409, code: "CONFLICT", message, members: { wouldRemove, wouldKeep } });
      }
      const { removed, kept } = result.answer;
      annotateRequest({ removed, kept });
      await send(response, json(200, result.answer));
    })
    .all(only("POST"));
}
