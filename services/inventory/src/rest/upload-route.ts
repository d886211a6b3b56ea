import { json } from "@network-access/service-runtime/http-reply";
import { readJsonBody } from "@network-access/service-runtime/read-body";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import type { Express } from "express";
import type { Connector } from "../connectors/connector-store.ts";
import type { uploadItems } from "../uploads/upload-items.ts";
import { admitConnector, type ConnectorAuthenticator } from "./admit-connector.ts";
import { limitUploads } from "./limit-uploads.ts";
import { readParameters } from "./read-parameters.ts";
import { failed, only, send } from "./replying.ts";

interface Needs {
  readonly authenticateConnector: ConnectorAuthenticator;
  readonly upload: (connector: Connector, body: unknown) => ReturnType<typeof uploadItems>;
  readonly maxUploadBytes: number;
  readonly maxConcurrentUploads: number;
}

/** `POST /inventory/items`: uploads items. */
export function uploadRoute(app: Express, needs: Needs): void {
  const limited = limitUploads(needs.maxConcurrentUploads);
  app
    .route("/inventory/items")
    .post(async (request, response) => {
      const connector = await admitConnector(needs.authenticateConnector, request);
      readParameters(request, []);
      const result = await limited(async () => {
        // The nesting depth is not limited here, because an item that is nested too deeply is rejected alone, without
        // the rest of the upload.
        const limits = { maxBytes: needs.maxUploadBytes, gzip: true, deepest: Number.POSITIVE_INFINITY };
        const body = await readJsonBody(request, { ...limits, exactNumbers: true });
        return needs.upload(connector, body);
      });
      if (!result.ok) throw failed(result.failure);
      const { accepted, unchanged, rejected } = result.answer;
      annotateRequest({ accepted, unchanged, rejected: rejected.length });
      await send(response, json(200, result.answer));
    })
    .all(only("POST"));
}
